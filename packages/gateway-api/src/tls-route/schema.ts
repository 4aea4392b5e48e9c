import type { SchemaNode } from '@sitrep/status'
import type { KindSchema } from '../crds/kind-schema.ts'
import { hostname } from '../crds/parts.ts'
import { connectionRules, parentRefs, routeStatusSchema } from '../route/schema.ts'

const hostnames: SchemaNode = {
  type: 'array',
  items: hostname,
  minItems: 1,
  maxItems: 1_024,
  owned: 'whole',
  rules: [['!self.exists(h, isIP(h))', 'Clients of TLS name hosts, never addresses']],
}

export const tlsRouteSchema: KindSchema = {
  kind: 'TLSRoute',
  plural: 'tlsroutes',
  scope: 'Namespaced',
  spec: {
    type: 'object',
    required: ['hostnames', 'rules'],
    properties: { hostnames, parentRefs, rules: connectionRules },
  },
  status: routeStatusSchema,
}
