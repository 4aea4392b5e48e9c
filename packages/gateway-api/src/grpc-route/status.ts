import type { StatusDefinition } from '@sitrep/status'
import { grpcRouteKind } from '../kinds.ts'
import { defineRoute } from '../route/status.ts'
import type { Route, RouteObserved, RouteStatus } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import { grpcRouteColumns } from './columns.ts'
import { readGrpcRules } from './read-rules.ts'

/** The status of a GRPCRoute. */
export const grpcRouteStatus = (setup: Setup): StatusDefinition<Route, RouteObserved, RouteStatus> =>
  defineRoute(setup, {
    kind: grpcRouteKind,
    name: 'GRPCRoute',
    readRules: readGrpcRules(setup.abilities),
    columns: grpcRouteColumns,
  })
