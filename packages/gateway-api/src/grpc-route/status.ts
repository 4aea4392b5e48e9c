import { hostnameColumns } from '../route/columns.ts'
import { defineRoute, type RouteDefinition } from '../route/status.ts'
import { grpcRuleFaults } from './facts.ts'
import { readGrpcRules } from './observe.ts'

/** The status of a GRPCRoute. */
export const grpcRouteStatus: RouteDefinition = defineRoute({
  kind: 'GRPCRoute',
  readRules: readGrpcRules,
  ruleFaults: grpcRuleFaults,
  columns: hostnameColumns,
})
