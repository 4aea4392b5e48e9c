import type { Schema } from '../schema/schema.ts'

const text: Schema = { type: 'string' }
const time: Schema = { type: 'string', format: 'date-time' }
const texts: Schema = { type: 'object', additionalProperties: text }

/**
 * metadata, as far as ownership of its fields is concerned. Objects that do not describe their metadata (custom
 * resources, embedded ones) are read with this.
 */
export const objectMetaSchema: Schema = {
  type: 'object',
  properties: {
    annotations: texts,
    creationTimestamp: time,
    deletionGracePeriodSeconds: { type: 'integer' },
    deletionTimestamp: time,
    finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    generateName: text,
    generation: { type: 'integer' },
    labels: texts,
    managedFields: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'atomic' },
    name: text,
    namespace: text,
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: {
          apiVersion: text,
          blockOwnerDeletion: { type: 'boolean' },
          controller: { type: 'boolean' },
          kind: text,
          name: text,
          // What Go cannot leave out has its zero value for a default, so a reference without a uid still has a key.
          uid: { ...text, default: '' },
        },
      },
    },
    resourceVersion: text,
    selfLink: text,
    uid: text,
  },
}
