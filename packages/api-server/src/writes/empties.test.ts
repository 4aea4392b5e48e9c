import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import { getPath } from '../json/own.ts'
import {
  applyPatch,
  configMapsPath,
  definitionsPath,
  eventually,
  openTestServer,
  type TestServer,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer()
  await test.call('POST', definitionsPath, widgetDefinition())
  await eventually(async () => (await test.call('GET', widgetsPath)).status === 200)
})
after(() => test.close())

const kinds = {
  ConfigMap: { path: configMapsPath, apiVersion: 'v1' },
  Widget: { path: widgetsPath, apiVersion: 'example.com/v1' },
} as const

interface Applied {
  readonly kind: keyof typeof kinds
  readonly name: string
  readonly metadata: JsonObject
}

async function apply({ kind, name, metadata }: Applied): Promise<JsonObject> {
  const { path, apiVersion } = kinds[kind]
  const body: Json = { apiVersion, kind, metadata: { name, ...metadata } }
  const { status, body: object } = await test.call(
    'PATCH',
    `${path}/${name}?fieldManager=m&force=true`,
    body,
    applyPatch,
  )
  assert.ok(status < 300, `${status} ${JSON.stringify(object)}`)
  return object
}

const owned = (object: JsonObject): Json | undefined =>
  getPath(object, ['metadata', 'managedFields', 0, 'fieldsV1', 'f:metadata'])

describe('metadata that is applied empty or null', () => {
  type Case = [metadata: JsonObject, stored: JsonObject, owners: Json | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [{ labels: {} },                {},                   { 'f:labels': {} },            'the applier owns the map, the object has none'],
    [{ labels: null },              {},                   { 'f:labels': {} },            'the same'],
    [{ labels: { a: null } },       { labels: { a: '' } }, { 'f:labels': { 'f:a': {} } }, 'text that is null is empty'],
    [{ finalizers: [] },            {},                   undefined,                     'an empty list is nothing'],
    [{ finalizers: null },          {},                   { 'f:finalizers': {} },        'a null is owned'],
    [{ ownerReferences: null },     {},                   { 'f:ownerReferences': {} },   'a null is owned'],
  ]
  for (const kind of ['ConfigMap', 'Widget'] as const) {
    for (const [index, [metadata, stored, owners, because]] of cases.entries()) {
      it(`of a ${kind}, ${JSON.stringify(metadata)}, is stored as ${JSON.stringify(stored)}, because: ${because}`, async () => {
        const object = await apply({ kind, name: `w${index}`, metadata })
        const { labels, finalizers, ownerReferences } = object['metadata'] as JsonObject
        const parts = { labels, finalizers, ownerReferences }
        const present = Object.entries(parts).filter(([, value]) => value !== undefined)
        assert.deepEqual(Object.fromEntries(present), stored)
        assert.deepEqual(owned(object), owners)
        const again = await test.call('GET', `${kinds[kind].path}/w${index}`)
        assert.deepEqual(again.body, object)
      })
    }
  }

  it('is no change when it is applied again, and gives way to what is applied later', async () => {
    const empty: Applied = { kind: 'ConfigMap', name: 'again', metadata: { labels: {}, annotations: null } }
    const first = await apply(empty)
    assert.deepEqual(await apply(empty), first)
    const later = await apply({ ...empty, metadata: { labels: { a: 'b' } } })
    assert.deepEqual(getPath(later, ['metadata', 'labels']), { a: 'b' })
    assert.deepEqual(owned(later), { 'f:labels': { 'f:a': {} } })
  })
})

describe('an object in which items cannot be told apart', () => {
  const path = '/api/v1/namespaces/default/serviceaccounts'
  it('belongs to nobody, and cannot be applied to', async () => {
    const { body } = await test.call('POST', path, { metadata: { name: 'twins' }, secrets: [{}] })
    assert.equal(getPath(body, ['metadata', 'managedFields']), undefined)
    const config: Json = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'twins' } }
    const applied = await test.call('PATCH', `${path}/twins?fieldManager=m`, config, applyPatch)
    assert.equal(applied.status, 500)
    assert.match(String(applied.body['message']), /omits all key fields \["name"\]/)
  })
})
