import type { KindSchema } from '../crds/kind-schema.ts'
import { group, kind, namespace, objectName } from '../crds/parts.ts'

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
        type: 'array',
        minItems: 1,
        maxItems: 16,
        owned: 'whole',
        items: {
          type: 'object',
          required: ['group', 'kind', 'namespace'],
          properties: { group, kind, namespace },
        },
      },
      to: {
        type: 'array',
        minItems: 1,
        maxItems: 16,
        owned: 'whole',
        items: { type: 'object', required: ['group', 'kind'], properties: { group, kind, name: objectName } },
      },
    },
  },
}
