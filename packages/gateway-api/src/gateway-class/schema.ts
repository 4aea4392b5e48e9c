import type { SchemaNode } from '@sitrep/status'
import {
  controllerName,
  type KindSchema,
  objectReference,
  pending,
  pendingConditions,
} from '../crds/nodes.ts'
import { gatewayClassColumns } from './columns.ts'

export const gatewayClassSchema: KindSchema = {
  kind: 'GatewayClass',
  plural: 'gatewayclasses',
  shortNames: ['gc'],
  scope: 'Cluster',
  alsoServed: ['v1beta1'],
  spec: {
    type: 'object',
    required: ['controllerName'],
    properties: {
      controllerName: { ...controllerName, rules: [['self == oldSelf', 'field is immutable']] } as SchemaNode,
      description: { type: 'string', maxLength: 64 },
      parametersRef: objectReference,
    },
  },
  status: {
    type: 'object',
    default: { conditions: pending('Accepted') },
    properties: {
      conditions: pendingConditions('Accepted'),
      supportedFeatures: {
        type: 'array',
        maxItems: 64,
        owned: ['name'],
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
  },
  columns: gatewayClassColumns,
}
