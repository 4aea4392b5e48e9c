import { get, type Json } from '../exchange.ts'
import { at, isObject } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { definition, install, type JsonObject } from './objects.ts'

/** What kubectl looks for in a document: operations with their kinds, parameters and body types. */
function operations(body: Json): Json {
  const paths = at(body, 'paths')
  if (!isObject(paths)) return {}
  return Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => !path.includes('/watch/'))
      .map(([path, item]) => [
        path,
        isObject(item)
          ? Object.fromEntries(
              Object.entries(item)
                .filter(([key]) => key === 'patch' || key === 'get')
                .map(([key, operation]) => [key, operationNeeds(operation)]),
            )
          : null,
      ]),
  )
}

function operationNeeds(operation: Json): Json {
  const parameters = at(operation, 'parameters')
  const content = at(operation, 'requestBody.content')
  return {
    kind: at(operation, 'x-kubernetes-group-version-kind') ?? null,
    parameters: Array.isArray(parameters)
      ? parameters
          .map((parameter) => at(parameter, 'name') ?? null)
          .filter((name) => name === 'fieldValidation' || name === 'dryRun')
      : [],
    types: isObject(content)
      ? Object.keys(content)
          .filter((type) => !type.includes('cbor'))
          .sort()
      : [],
  }
}

const kinds = (body: Json): Json => {
  const schemas = at(body, 'components.schemas')
  if (!isObject(schemas)) return {}
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([name, schema]): [string, Json] => [name, at(schema, 'x-kubernetes-group-version-kind') ?? null])
      .filter(([, kind]) => kind !== null),
  )
}

const documents: Story = {
  name: 'openapi/documents',
  run: async (api) => {
    await api.step('the index', get('/openapi/v3'), (body) =>
      Object.keys(isObject(at(body, 'paths') ?? null) ? (at(body, 'paths') as JsonObject) : {})
        .filter((path) => !path.includes('example.com'))
        .sort(),
    )
    for (const document of [
      'api/v1',
      'apis/apps/v1',
      'apis/batch/v1',
      'apis/rbac.authorization.k8s.io/v1',
      'apis/apiextensions.k8s.io/v1',
    ]) {
      await api.step(`operations of ${document}`, get(`/openapi/v3/${document}`), operations)
      await api.step(`kinds of ${document}`, get(`/openapi/v3/${document}`), kinds)
    }
    await api.step('an unknown document', get('/openapi/v3/apis/nobody.example.org/v1'))
    await api.step('schema of a ConfigMap', get('/openapi/v3/api/v1'), (body) =>
      named(body, 'io.k8s.api.core.v1.ConfigMap'),
    )
    await api.step('schema of a container', get('/openapi/v3/api/v1'), (body) =>
      named(body, 'io.k8s.api.core.v1.Container'),
    )
    await api.step('schema of a Deployment', get('/openapi/v3/apis/apps/v1'), (body) =>
      named(body, 'io.k8s.api.apps.v1.DeploymentSpec'),
    )
  },
}

const named = (body: Json, name: string): Json => {
  const schemas = at(body, 'components.schemas')
  return isObject(schemas) ? (schemas[name] ?? null) : null
}

const definitions: Story = {
  name: 'openapi/definitions',
  run: async (api) => {
    const group = 'documented.example.com'
    const schema: JsonObject = {
      type: 'object',
      description: 'A Widget turns',
      properties: {
        spec: {
          type: 'object',
          description: 'What is wanted',
          required: ['size'],
          properties: {
            size: { type: 'integer', format: 'int32', minimum: 1, default: 3, description: 'How large' },
            list: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
            either: { 'x-kubernetes-int-or-string': true },
            any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            colour: { type: 'string', enum: ['red'] },
          },
        },
        status: { type: 'object', properties: { ok: { type: 'boolean', nullable: true } } },
      },
    }
    const version = {
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
      },
      selectableFields: [{ jsonPath: '.spec.colour' }],
    }
    await install(api, definition({ group, schema, version }))
    const document = `/openapi/v3/apis/${group}/v1`
    await api.settled(get(document), ({ status }) => status === 200)
    await api.step('operations', get(document), operations)
    await api.step('kinds', get(document), kinds)
    await api.step('schema', get(document), (body) => named(body, 'com.example.documented.v1.Widget'))
    await api.step('list schema', get(document), (body) =>
      named(body, 'com.example.documented.v1.WidgetList'),
    )
  },
}

export const openapiStories: readonly Story[] = [documents, definitions]
