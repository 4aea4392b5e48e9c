import type { JsonObject } from '../json/json.ts'
import type { ResourceVersion } from '../resources/resource.ts'
import type { Dialect } from './dialect.ts'

const metaComponents = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** What a document shows of a custom kind: its schema, with the three members that every object has. */
export function customComponent({ schema }: ResourceVersion, dialect: Dialect): JsonObject {
  const shown = dialect.schema(schema) as unknown as JsonObject
  return {
    ...shown,
    type: 'object',
    properties: {
      ...(shown['properties'] as JsonObject | undefined),
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: dialect.annotated(`${metaComponents}.ObjectMeta`, {}),
    },
  }
}

/** The list of a custom kind. */
export function customListComponent(component: string, dialect: Dialect): JsonObject {
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: { $ref: dialect.reference(component) } },
      kind: { type: 'string' },
      metadata: dialect.annotated(`${metaComponents}.ListMeta`, {}),
    },
  }
}
