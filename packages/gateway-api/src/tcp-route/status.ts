import type { KindSchema } from '../crds/nodes.ts'
import { connectionColumns } from '../route/columns.ts'
import { readConnectionRules } from '../route/observe/spec.ts'
import { connectionSchema } from '../route/schema.ts'
import { defineRoute, type RouteDefinition } from '../route/status.ts'

/** What an API server is told of a TCPRoute. */
export const tcpRouteSchema: KindSchema = connectionSchema('TCPRoute', connectionColumns)

/** The status of a TCPRoute. */
export const tcpRouteStatus: RouteDefinition = defineRoute({
  kind: 'TCPRoute',
  readRules: readConnectionRules,
  columns: connectionColumns,
})
