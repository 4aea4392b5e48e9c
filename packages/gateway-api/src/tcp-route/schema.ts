import type { KindSchema } from '../crds/kind-schema.ts'
import { connectionRules, parentRefs, routeStatusSchema } from '../route/schema.ts'

export const tcpRouteSchema: KindSchema = {
  kind: 'TCPRoute',
  plural: 'tcproutes',
  scope: 'Namespaced',
  spec: { type: 'object', required: ['rules'], properties: { parentRefs, rules: connectionRules } },
  status: routeStatusSchema,
}
