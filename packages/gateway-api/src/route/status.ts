import { type Column, defineStatus, type StatusDefinition } from '@sitrep/status'
import { attachedRouteKind, dataPlaneReportKind, gatewayGroup, type RouteKindName } from '../kinds.ts'
import { ownLists, routeLists } from '../lists.ts'
import type { Setup } from '../setup.ts'
import { computeRoute } from './compute.ts'
import { observeRoute } from './observe/observe.ts'
import { routeTables, routeUnreported } from './rules.ts'
import type { ReadRules, Route, RouteObserved, RouteStatus, RuleFaults } from './types.ts'

/** What the kinds of routes differ in. */
export interface RouteKind {
  readonly kind: RouteKindName
  readonly readRules: ReadRules
  /** Left out: nothing can be wrong with a rule by itself. */
  readonly ruleFaults?: RuleFaults
  readonly columns: readonly Column[]
}

/** The status of a kind of route. */
export type RouteDefinition = (setup: Setup) => StatusDefinition<Route, RouteObserved, RouteStatus>

/** Puts a kind of route together. */
export const defineRoute =
  ({ kind, readRules, ruleFaults = () => [], columns }: RouteKind): RouteDefinition =>
  (setup) =>
    defineStatus({
      kind: { group: gatewayGroup, kind },
      observe: observeRoute(kind, readRules),
      compute: computeRoute(setup, ruleFaults),
      columns,
      rules: [
        { at: 'parents[*]', tables: routeTables(setup.profile) },
        { at: 'parents[*]', tables: [routeUnreported] },
      ],
      onFailure: 'parents[*]:Accepted',
      lists: ownLists(routeLists, setup.ours),
      owns: [],
      derives: [attachedRouteKind],
      answers: [dataPlaneReportKind],
    })
