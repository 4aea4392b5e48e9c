import type { StatusDefinition } from '@sitrep/status'
import { httpRouteKind } from '../kinds.ts'
import { defineRoute } from '../route/status.ts'
import type { Route, RouteObserved, RouteStatus } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import { httpRouteColumns } from './columns.ts'
import { readHttpRules } from './read-rules.ts'

/** The status of a HTTPRoute. */
export const httpRouteStatus = (setup: Setup): StatusDefinition<Route, RouteObserved, RouteStatus> =>
  defineRoute(setup, {
    kind: httpRouteKind,
    name: 'HTTPRoute',
    readRules: readHttpRules(setup.abilities),
    columns: httpRouteColumns,
  })
