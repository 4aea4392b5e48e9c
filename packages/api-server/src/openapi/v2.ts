import type { JsonObject } from '../json/json.ts'
import type { Resource } from '../resources/resource.ts'
import type { Slices } from '../schema/slices.ts'
import { createComponents } from './builtin-components.ts'
import { openApiV2Dialect } from './dialect.ts'
import { encodeOpenApiV2 } from './gnostic.ts'
import { everyVersion } from './group-versions.ts'
import { identitiesOf } from './identities.ts'
import { addKind } from './kind-components.ts'
import type { Operation } from './operations.ts'
import { resourcePaths } from './paths.ts'

/** The whole OpenAPI v2 document as protobuf, the only form in which kubectl up to 1.28 can read it. */
export function* openApiV2(resources: readonly Resource[]): Slices<Buffer> {
  return yield* encodeOpenApiV2(yield* openApiV2Document(resources))
}

/** The whole OpenAPI v2 document: fields, types and operations of all resources, without descriptions. */
export function* openApiV2Document(resources: readonly Resource[]): Slices<JsonObject> {
  const all = everyVersion(resources)
  const components = createComponents(openApiV2Dialect, identitiesOf(all, all))
  components.refer('meta.v1.DeleteOptions')
  components.refer('meta.v1.Status')
  const paths: Record<string, JsonObject> = {}
  for (const resource of resources) {
    yield
    for (const version of resource.versions) {
      const kindComponents = addKind(components, { resource, version }, openApiV2Dialect)
      for (const [path, operations] of resourcePaths(resource, version, kindComponents)) {
        paths[path] = Object.fromEntries(
          operations.map((operation) => [operation.method, operationObject(operation)]),
        )
      }
    }
  }
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths,
    definitions: components.finish(),
  }
}

function operationObject({ id, action, parameters, patchTypes, groupVersionKind }: Operation): JsonObject {
  return {
    operationId: id,
    consumes: patchTypes ?? ['*/*'],
    parameters: parameters.map(({ name, type }) => ({ in: 'query', name, type, uniqueItems: true })),
    responses: { '200': { description: 'OK' } },
    'x-kubernetes-action': action,
    ...(groupVersionKind !== undefined && { 'x-kubernetes-group-version-kind': groupVersionKind }),
  }
}
