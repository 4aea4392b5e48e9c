import type { StatusDefinition } from '@sitrep/status'
import { tcpRouteKind } from '../kinds.ts'
import { readConnectionRules } from '../route/parse.ts'
import { defineRoute } from '../route/status.ts'
import type { Route, RouteObserved, RouteStatus } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import { tcpRouteColumns } from './columns.ts'

/** The status of a TCPRoute. */
export const tcpRouteStatus = (setup: Setup): StatusDefinition<Route, RouteObserved, RouteStatus> =>
  defineRoute(setup, {
    kind: tcpRouteKind,
    name: 'TCPRoute',
    readRules: readConnectionRules,
    columns: tcpRouteColumns,
  })
