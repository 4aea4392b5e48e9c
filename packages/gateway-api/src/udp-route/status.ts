import type { KindSchema } from '../crds/nodes.ts'
import { connectionColumns } from '../route/columns.ts'
import { readConnectionRules } from '../route/observe/spec.ts'
import { connectionSchema } from '../route/schema.ts'
import { defineRoute, type RouteDefinition } from '../route/status.ts'

/** What an API server is told of a UDPRoute. */
export const udpRouteSchema: KindSchema = connectionSchema('UDPRoute', connectionColumns)

/** The status of a UDPRoute. */
export const udpRouteStatus: RouteDefinition = defineRoute({
  kind: 'UDPRoute',
  readRules: readConnectionRules,
  columns: connectionColumns,
})
