import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtinResources } from '../builtin/builtin-resources.ts'
import type { JsonObject } from '../json/json.ts'
import { getPath } from '../json/own.ts'
import type { Resource } from '../resources/resource.ts'
import { inOneGo } from '../schema/slices.ts'
import { openApiV2, openApiV2Document } from './v2.ts'
import { openApiV3Document } from './v3-document.ts'
import { openApiV3Hash, openApiV3Index } from './v3-index.ts'

const builtin = builtinResources()

function widgets(properties: JsonObject): Resource {
  const sample = builtin.find(({ kind }) => kind === 'ConfigMap')
  assert.ok(sample !== undefined)
  const version = {
    name: 'v1',
    schema: { type: 'object' as const, properties: properties as never },
    status: true,
    scale: { specReplicas: '.spec.replicas', statusReplicas: '.status.replicas' },
    columns: [],
    selectableFields: new Map(),
  }
  return {
    ...sample,
    group: 'stable.example.com',
    kind: 'Widget',
    listKind: 'WidgetList',
    plural: 'widgets',
    scope: 'Namespaced',
    origin: 'custom',
    storageVersion: 'v1',
    versions: [version],
  }
}

const widget = widgets({ spec: { type: 'object', properties: { size: { type: 'integer' } } } })

function operationsOf(document: JsonObject | undefined): readonly JsonObject[] {
  const items = Object.values((document?.['paths'] ?? {}) as JsonObject) as readonly JsonObject[]
  return items.flatMap((item) =>
    Object.entries(item).flatMap(([method, value]) => (method === 'parameters' ? [] : [value as JsonObject])),
  )
}

describe('the v3 index', () => {
  it('names every group and version with a hash', () => {
    const paths = getPath(inOneGo(openApiV3Index(builtin)), ['paths']) as JsonObject
    const address = getPath(paths, ['apis/apps/v1', 'serverRelativeURL'])
    assert.match(String(address), /^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/)
    assert.ok(Object.hasOwn(paths, 'api/v1'))
  })

  it('stands under the prefix of its cluster', () => {
    const address = getPath(inOneGo(openApiV3Index([widget], '/clusters/a/b')), [
      'paths',
      'apis/stable.example.com/v1',
      'serverRelativeURL',
    ])
    assert.match(String(address), /^\/clusters\/a\/b\/openapi\/v3\//)
  })

  it('changes the hash when a custom schema changes, and only then', () => {
    const hash = (resource: Resource): string => inOneGo(openApiV3Hash('stable.example.com/v1', [resource]))
    assert.equal(
      hash(widget),
      hash(widgets({ spec: { type: 'object', properties: { size: { type: 'integer' } } } })),
    )
    assert.notEqual(hash(widget), hash(widgets({ spec: { type: 'object' } })))
  })
})

describe('a v3 document', () => {
  it('is not there for a version that nobody serves', () => {
    assert.equal(inOneGo(openApiV3Document('apps/v9', builtin)), undefined)
  })

  it('refers only to what it holds, in every version of every group', () => {
    const paths = getPath(inOneGo(openApiV3Index(builtin)), ['paths']) as JsonObject
    for (const path of Object.keys(paths)) {
      const document = inOneGo(openApiV3Document(path.replace(/^apis?\//, ''), builtin))
      const schemas = getPath(document, ['components', 'schemas']) as JsonObject
      const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name]) => name ?? '',
      )
      assert.deepEqual(
        references.filter((name) => !Object.hasOwn(schemas, name)),
        [],
        path,
      )
    }
  })

  it('lets kubectl find out how to patch a kind: strategic for built-in ones, merge for custom ones', () => {
    const types = (groupVersion: string, path: string, resources: readonly Resource[]): readonly string[] => {
      const patch = getPath(inOneGo(openApiV3Document(groupVersion, resources)), ['paths', path, 'patch'])
      const parameters = getPath(patch, ['parameters']) as readonly JsonObject[]
      assert.ok(parameters.some(({ name }) => name === 'fieldValidation'))
      return Object.keys(getPath(patch, ['requestBody', 'content']) as JsonObject)
    }
    const deployments = types('apps/v1', '/apis/apps/v1/namespaces/{namespace}/deployments/{name}', builtin)
    assert.ok(deployments.includes('application/strategic-merge-patch+json'))
    const custom = types(
      'stable.example.com/v1',
      '/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}',
      [widget],
    )
    assert.ok(
      !custom.includes('application/strategic-merge-patch+json') &&
        custom.includes('application/merge-patch+json'),
    )
  })

  it('says of every operation but the first which kind it is about', () => {
    const [root, ...others] = operationsOf(inOneGo(openApiV3Document('v1', builtin)))
    assert.equal(root?.['operationId'], 'getAPIResources')
    for (const operation of others) {
      assert.equal(typeof getPath(operation, ['x-kubernetes-group-version-kind', 'kind']), 'string')
    }
  })

  it('shows a custom kind with the members that every object has', () => {
    const schema = getPath(inOneGo(openApiV3Document('stable.example.com/v1', [widget])), [
      'components',
      'schemas',
      'com.example.stable.v1.Widget',
    ])
    assert.deepEqual(Object.keys(getPath(schema, ['properties']) as JsonObject).sort(), [
      'apiVersion',
      'kind',
      'metadata',
      'spec',
    ])
    assert.deepEqual(getPath(schema, ['x-kubernetes-group-version-kind', 0, 'kind']), 'Widget')
  })

  it('carries what merging lists needs', () => {
    const ports = getPath(inOneGo(openApiV3Document('v1', builtin)), [
      'components',
      'schemas',
      'io.k8s.api.core.v1.ServiceSpec',
      'properties',
      'ports',
    ]) as JsonObject
    const { 'x-kubernetes-list-map-keys': keys, 'x-kubernetes-patch-merge-key': mergeKey } = ports
    assert.deepEqual([keys, mergeKey], [['port', 'protocol'], 'port'])
  })
})

describe('the v2 document', () => {
  it('lets old kubectl find out about dry runs', () => {
    const patch = getPath(inOneGo(openApiV2Document(builtin)), [
      'paths',
      '/api/v1/namespaces/{name}',
      'patch',
    ])
    const names = (getPath(patch, ['parameters']) as readonly JsonObject[]).map(({ name }) => name)
    assert.ok(names.includes('dryRun'))
  })

  it('is protobuf that begins with the version of Swagger', () => {
    const bytes = Buffer.from(inOneGo(openApiV2([widget])))
    assert.deepEqual(bytes.subarray(0, 5), Buffer.from([0x0a, 3, 0x32, 0x2e, 0x30]))
    assert.ok(bytes.includes('com.example.stable.v1.Widget'))
  })

  it('holds no alternatives, which version 2 does not know', () => {
    const choices = widgets({ spec: { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true } })
    assert.doesNotMatch(JSON.stringify(inOneGo(openApiV2Document([choices]))), /anyOf|nullable/)
  })

  it('names nothing of what takes other fields as well, because older kubectls would refuse those', () => {
    const open = { 'x-kubernetes-preserve-unknown-fields': true }
    const size = { type: 'integer' }
    const spec = { type: 'object', properties: { size }, ...open }
    const list = { type: 'array', items: { type: 'object', properties: { size } }, ...open }
    const document = inOneGo(
      openApiV2Document([widgets({ spec, list, maybe: { ...size, nullable: true }, size })]),
    )
    const shown = getPath(document, [
      'definitions',
      'com.example.stable.v1.Widget',
      'properties',
    ]) as JsonObject
    assert.deepEqual(
      ['spec', 'list', 'maybe', 'size'].map((name) => shown[name]),
      [open, open, {}, size],
    )
  })

  it('is made with a stop for each kind, so that others have their turn', () => {
    const many = Array.from({ length: 50 }, () => widget)
    for (const making of [
      openApiV2(many),
      openApiV3Document('stable.example.com/v1', many),
      openApiV3Index(many),
    ])
      assert.ok([...making].length >= 50)
  })
})
