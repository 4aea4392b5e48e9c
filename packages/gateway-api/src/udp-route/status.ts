import type { StatusDefinition } from '@sitrep/status'
import { udpRouteKind } from '../kinds.ts'
import { readConnectionRules } from '../route/parse.ts'
import { defineRoute } from '../route/status.ts'
import type { Route, RouteObserved, RouteStatus } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import { udpRouteColumns } from './columns.ts'

/** The status of a UDPRoute. */
export const udpRouteStatus = (setup: Setup): StatusDefinition<Route, RouteObserved, RouteStatus> =>
  defineRoute(setup, {
    kind: udpRouteKind,
    name: 'UDPRoute',
    readRules: readConnectionRules,
    columns: udpRouteColumns,
  })
