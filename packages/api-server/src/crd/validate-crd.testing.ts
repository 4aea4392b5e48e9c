import type { JsonObject } from '../json/json.ts'
import type { WrittenSchema } from '../schema/read-schema.ts'

const plain: WrittenSchema = { type: 'object', properties: { spec: { type: 'object' } } }

/** The smallest valid definition, with some of its spec replaced. */
export function crd(spec: object = {}, metadata: object = { name: 'foos.example.com' }): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata,
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'foos', kind: 'Foo' },
      versions: [version()],
      ...spec,
    },
  } as unknown as JsonObject
}

/** A version that is served and stored. */
export function version(parts: object = {}): object {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: plain }, ...parts }
}

/** A definition with one version that has the given schema. */
export function crdWithSchema(schema: object, parts: object = {}): JsonObject {
  return crd({ versions: [version({ schema: { openAPIV3Schema: schema }, ...parts })] })
}

/** A definition in which only `spec.x` has a schema of interest. */
export function crdWithField(x: object): JsonObject {
  return crdWithSchema({ type: 'object', properties: { spec: { type: 'object', properties: { x } } } })
}
