import { gatewayReference, type KindSchema, pending, pendingConditions } from '../crds/nodes.ts'
import { listenerStatusSchema, listenersSchema } from '../listener/schema.ts'
import { listenerSetColumns } from './columns.ts'

export const listenerSetSchema: KindSchema = {
  kind: 'ListenerSet',
  plural: 'listenersets',
  shortNames: ['lset'],
  scope: 'Namespaced',
  spec: {
    type: 'object',
    required: ['listeners', 'parentRef'],
    properties: { parentRef: gatewayReference, listeners: listenersSchema },
  },
  status: {
    type: 'object',
    default: { conditions: pending('Accepted', 'Programmed') },
    properties: {
      conditions: pendingConditions('Accepted', 'Programmed'),
      listeners: listenerStatusSchema,
    },
  },
  columns: listenerSetColumns,
}
