import { group, type KindSchema, kind, namespace, objectName, upTo } from '../crds/nodes.ts'
import { referenceGrantColumns } from './columns.ts'

/** A ReferenceGrant has no status that an API server would keep. */
export const referenceGrantSchema: KindSchema = {
  kind: 'ReferenceGrant',
  plural: 'referencegrants',
  shortNames: ['refgrant'],
  scope: 'Namespaced',
  alsoServed: ['v1beta1'],
  spec: {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: {
        ...upTo(16, 1),
        items: {
          type: 'object',
          required: ['group', 'kind', 'namespace'],
          properties: { group, kind, namespace },
        },
      },
      to: {
        ...upTo(16, 1),
        items: { type: 'object', required: ['group', 'kind'], properties: { group, kind, name: objectName } },
      },
    },
  },
  columns: referenceGrantColumns,
}
