import type { StatusDefinition } from '@sitrep/status'
import { tlsRouteKind } from '../kinds.ts'
import { readConnectionRules } from '../route/parse.ts'
import { defineRoute } from '../route/status.ts'
import type { Route, RouteObserved, RouteStatus } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import { tlsRouteColumns } from './columns.ts'

/** The status of a TLSRoute. */
export const tlsRouteStatus = (setup: Setup): StatusDefinition<Route, RouteObserved, RouteStatus> =>
  defineRoute(setup, {
    kind: tlsRouteKind,
    name: 'TLSRoute',
    readRules: readConnectionRules,
    columns: tlsRouteColumns,
  })
