import type { SchemaNode } from '@sitrep/status'
import { hostname, type KindSchema, upTo } from '../crds/nodes.ts'
import { hostnameColumns } from '../route/columns.ts'
import { readConnectionRules } from '../route/observe/spec.ts'
import { connectionSchema } from '../route/schema.ts'
import { defineRoute, type RouteDefinition } from '../route/status.ts'

const hostnames: SchemaNode = {
  ...upTo(1_024, 1),
  items: hostname,
  rules: [['!self.exists(h, isIP(h))', 'Clients of TLS name hosts, never addresses']],
}

/** What an API server is told of a TLSRoute. */
export const tlsRouteSchema: KindSchema = connectionSchema('TLSRoute', hostnameColumns, { hostnames })

/** The status of a TLSRoute. */
export const tlsRouteStatus: RouteDefinition = defineRoute({
  kind: 'TLSRoute',
  readRules: readConnectionRules,
  columns: hostnameColumns,
})
