import type { KindSchema } from '../crds/kind-schema.ts'
import { connectionRules, parentRefs, routeStatusSchema } from '../route/schema.ts'

export const udpRouteSchema: KindSchema = {
  kind: 'UDPRoute',
  plural: 'udproutes',
  scope: 'Namespaced',
  spec: { type: 'object', required: ['rules'], properties: { parentRefs, rules: connectionRules } },
  status: routeStatusSchema,
}
