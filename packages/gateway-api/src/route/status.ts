import { type Column, defineStatus, type KindRef, type StatusDefinition } from '@sitrep/status'
import { attachedRouteKind, type RouteKindName } from '../kinds.ts'
import { routeLists } from '../lists.ts'
import { ownLists } from '../own-lists.ts'
import type { Setup } from '../setup.ts'
import { computeRoute } from './compute.ts'
import { observeRoute } from './observe.ts'
import type { ReadRules } from './parse.ts'
import { routeAccepted, routePartiallyInvalid, routeProgrammed, routeResolvedRefs } from './rules.ts'
import type { Route, RouteObserved, RouteStatus } from './types.ts'
import { routeUnreported } from './unreported.ts'

/** What the kinds of routes differ in. */
export interface RouteKind {
  readonly kind: KindRef
  readonly name: RouteKindName
  readonly readRules: ReadRules
  readonly columns: readonly Column[]
}

/** Puts a kind of route together. */
export const defineRoute = (
  setup: Setup,
  { kind, name, readRules, columns }: RouteKind,
): StatusDefinition<Route, RouteObserved, RouteStatus> =>
  defineStatus({
    kind,
    observe: observeRoute(name, readRules),
    compute: computeRoute(setup),
    columns,
    rules: [
      {
        at: 'parents[*]',
        tables: [routeAccepted[setup.profile], routeResolvedRefs, routeProgrammed, routePartiallyInvalid],
      },
      { at: 'parents[*]', tables: [routeUnreported] },
    ],
    onFailure: 'parents[*]:Accepted',
    lists: ownLists(routeLists, setup.ours),
    owns: [],
    derives: [attachedRouteKind],
  })
