import type { JsonObject } from '../json/json.ts'
import type { Resource } from '../resources/resource.ts'
import type { Slices } from '../schema/slices.ts'
import { createComponents } from './builtin-components.ts'
import { openApiV3Dialect } from './dialect.ts'
import { documentPath, everyVersion, versionsIn } from './group-versions.ts'
import { identitiesOf } from './identities.ts'
import { addKind } from './kind-components.ts'
import { type Operation, rootOperation } from './operations.ts'
import { resourcePaths } from './paths.ts'

const jsonType = 'application/json'

/**
 * The OpenAPI v3 document of one group and version (`v1`, `apps/v1`), `undefined` when none of the resources is in it.
 * It shows fields, types and operations; it has no descriptions.
 */
export function* openApiV3Document(
  groupVersion: string,
  resources: readonly Resource[],
): Slices<JsonObject | undefined> {
  const served = versionsIn(groupVersion, resources)
  if (served.length === 0) return undefined
  const components = createComponents(openApiV3Dialect, identitiesOf(served, everyVersion(resources)))
  components.refer('meta.v1.DeleteOptions')
  components.refer('meta.v1.Status')
  const paths: Record<string, JsonObject> = {}
  if (served.some(({ resource }) => resource.origin === 'builtin')) {
    components.refer('meta.v1.APIResourceList')
    components.refer('meta.v1.WatchEvent')
    paths[`/${documentPath(groupVersion)}/`] = pathItem('', [rootOperation])
  }
  for (const { resource, version } of served) {
    yield
    const kindComponents = addKind(components, { resource, version }, openApiV3Dialect)
    for (const [path, operations] of resourcePaths(resource, version, kindComponents)) {
      paths[path] = pathItem(path, operations)
    }
  }
  if (served.some(({ resource }) => resource.verbs === undefined || resource.verbs.includes('patch'))) {
    components.add(patchComponent, { type: 'object' })
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: components.finish(),
      securitySchemes: { BearerToken: { in: 'header', name: 'authorization', type: 'apiKey' } },
    },
  }
}

function pathItem(path: string, operations: readonly Operation[]): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    in: 'path',
    name: name ?? '',
    required: true,
    schema: { type: 'string', uniqueItems: true },
  }))
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    ...(inPath.length > 0 && { parameters: inPath }),
  }
}

function operationObject(operation: Operation): JsonObject {
  const { body, answer, patchTypes, parameters } = operation
  const patchContent = patchTypes?.map((type) => [type, { schema: reference(patchComponent) }] as const)
  const bodyContent = body === undefined || body === '' ? undefined : { '*/*': { schema: reference(body) } }
  const content = patchContent === undefined ? bodyContent : Object.fromEntries(patchContent)
  return {
    operationId: operation.id,
    ...(parameters.length > 0 && { parameters: parameters.map(queryParameter) }),
    ...(content !== undefined && { requestBody: { content, required: true } }),
    responses: {
      '200': {
        description: 'OK',
        content: { [jsonType]: { schema: reference(answer ?? statusComponent) } },
      },
    },
    'x-kubernetes-action': operation.action,
    ...(operation.groupVersionKind !== undefined && {
      'x-kubernetes-group-version-kind': operation.groupVersionKind,
    }),
  }
}

const patchComponent = 'io.k8s.apimachinery.pkg.apis.meta.v1.Patch'
const statusComponent = 'io.k8s.apimachinery.pkg.apis.meta.v1.Status'

function reference(component: string): JsonObject {
  return { $ref: openApiV3Dialect.reference(component === '' ? statusComponent : component) }
}

function queryParameter({ name, type }: { readonly name: string; readonly type: string }): JsonObject {
  return { in: 'query', name, schema: { type, uniqueItems: true } }
}
