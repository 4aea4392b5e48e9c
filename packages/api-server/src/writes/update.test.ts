import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import {
  applyPatch,
  configMap,
  configMapsPath,
  definitionsPath,
  jsonPatch,
  mergePatch,
  openTestServer,
  strategicPatch,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer()
  await test.call('POST', definitionsPath, widgetDefinition({ version: { subresources: { status: {} } } }))
})
after(() => test.close())

const versionOf = ({ metadata }: KubeObject): Json | undefined => (metadata as JsonObject)['resourceVersion']
const created = async (path: string, object: KubeObject): Promise<KubeObject> =>
  (await test.call('POST', path, object)).body

describe('update', () => {
  it('without a resource version changes whatever is there, for kinds that allow it', async () => {
    await created(configMapsPath, configMap('free', { a: '1' }))
    const { status, body } = await test.call('PUT', `${configMapsPath}/free`, configMap('free', { a: '2' }))
    assert.deepEqual([status, body['data']], [200, { a: '2' }])
  })

  it('without a resource version is refused for custom resources', async () => {
    await created(widgetsPath, widget('strict'))
    const { status, body } = await test.call(
      'PUT',
      `${widgetsPath}/strict`,
      widget('strict', { spec: { a: 1 } }),
    )
    assert.equal(status, 422)
    assert.match(
      String(body['message']),
      /metadata.resourceVersion: Invalid value: 0: must be specified for an update/,
    )
  })

  it('with an old resource version is a conflict', async () => {
    const old = await created(configMapsPath, configMap('raced', { a: '1' }))
    await test.call('PUT', `${configMapsPath}/raced`, configMap('raced', { a: '2' }))
    const { status, body } = await test.call('PUT', `${configMapsPath}/raced`, { ...old, data: { a: '3' } })
    assert.equal(status, 409)
    assert.deepEqual([body['reason'], body['details']], ['Conflict', { name: 'raced', kind: 'configmaps' }])
  })

  it('of another object with the same name is a conflict', async () => {
    await created(configMapsPath, configMap('reborn'))
    assert.equal(
      (await test.call('PUT', `${configMapsPath}/reborn`, configMap('reborn', {}, { uid: 'other' }))).status,
      409,
    )
  })

  it('restores what only the server may say', async () => {
    const { metadata } = await created(configMapsPath, configMap('kept', { a: '1' }))
    test.advance(5000)
    const changed = configMap(
      'kept',
      { a: '2' },
      { creationTimestamp: '2000-01-01T00:00:00Z', generation: 9 },
    )
    const after = (await test.call('PUT', `${configMapsPath}/kept`, changed)).body.metadata as JsonObject
    assert.deepEqual(
      [after['uid'], after['creationTimestamp'], after['generation']],
      [metadata['uid'], metadata['creationTimestamp'], undefined],
    )
  })

  it('that changes nothing makes no new revision', async () => {
    const before = await created(configMapsPath, configMap('same', { a: '1' }))
    test.advance(5000)
    const { body } = await test.call('PUT', `${configMapsPath}/same`, configMap('same', { a: '1' }))
    assert.equal(versionOf(body), versionOf(before))
  })

  it('creates some kinds where they do not exist, and is a 404 for others', async () => {
    const lease = { metadata: { name: 'leader' }, spec: { holderIdentity: 'me' } }
    const { status } = await test.call(
      'PUT',
      '/apis/coordination.k8s.io/v1/namespaces/default/leases/leader',
      lease,
    )
    assert.equal(status, 201)
    assert.equal((await test.call('PUT', `${configMapsPath}/absent`, configMap('absent'))).status, 404)
  })

  it('about another name than the URL is refused', async () => {
    const { status, body } = await test.call('PUT', `${configMapsPath}/free`, configMap('other'))
    assert.equal(status, 400)
    assert.match(
      String(body['message']),
      /the name of the object \(other\) does not match the name on the URL \(free\)/,
    )
  })

  it('under dryRun shows the change and keeps the old revision', async () => {
    const before = await created(configMapsPath, configMap('dryer', { a: '1' }))
    const { body } = await test.call(
      'PUT',
      `${configMapsPath}/dryer?dryRun=All`,
      configMap('dryer', { a: '2' }),
    )
    assert.deepEqual([body['data'], versionOf(body)], [{ a: '2' }, versionOf(before)])
    assert.deepEqual((await test.call('GET', `${configMapsPath}/dryer`)).body['data'], { a: '1' })
  })
})

describe('patch', () => {
  type Patched = [
    name: string,
    headers: Record<string, string>,
    patch: Json,
    data: JsonObject | number,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Patched[] = [
    ['merge adds and removes',     mergePatch,     { data: { b: '2', a: null } },                               { b: '2' },                'null removes'],
    ['merge of nothing',           mergePatch,     {},                                                          { a: '1' },                'nothing to do'],
    ['JSON patch in order',        jsonPatch,      [{ op: 'add', path: '/data/b', value: '2' }, { op: 'remove', path: '/data/a' }], { b: '2' }, 'one operation after another'],
    ['JSON patch test that holds', jsonPatch,      [{ op: 'test', path: '/data/a', value: '1' }],               { a: '1' },                'a test changes nothing'],
    ['JSON patch test that fails', jsonPatch,      [{ op: 'test', path: '/data/a', value: '9' }],               422,                       'the object is not as expected'],
    ['JSON patch into nowhere',    jsonPatch,      [{ op: 'remove', path: '/data/zzz' }],                       422,                       'what is not there cannot be removed'],
    ['JSON patch that is none',    jsonPatch,      { op: 'add' },                                               400,                       'a list is expected'],
    ['merge patch that is none',   mergePatch,     [1],                                                         400,                       'an object is expected'],
    ['strategic merge',            strategicPatch, { data: { b: '2' } },                                        { a: '1', b: '2' },        'maps are merged'],
    ['strategic replace',          strategicPatch, { data: { $patch: 'replace', b: '2' } },                     { b: '2' },                'the directive says so'],
    ['a wrong type comes out',     mergePatch,     { data: { a: 1 } },                                          422,                       'ConfigMaps hold texts'],
    ['another name comes out',     mergePatch,     { metadata: { name: 'other' } },                             400,                       'a patch cannot rename'],
    ['a stale resource version',   mergePatch,     { metadata: { resourceVersion: '1' }, data: { a: '2' } },    409,                       'the patch itself set a precondition'],
    ['another uid',                mergePatch,     { metadata: { uid: 'other' } },                              422,                       'nobody can change it'],
  ]
  for (const [name, headers, patch, data, because] of cases) {
    it(`${name}, because: ${because}`, async () => {
      await test.call('DELETE', `${configMapsPath}/patched`)
      await created(configMapsPath, configMap('patched', { a: '1' }))
      const { status, body } = await test.call('PATCH', `${configMapsPath}/patched`, patch, headers)
      if (typeof data === 'number') assert.equal(status, data)
      else assert.deepEqual([status, body['data']], [200, data])
    })
  }

  it('of a missing object is a 404, except for apply, which creates', async () => {
    assert.equal((await test.call('PATCH', `${configMapsPath}/new`, {}, mergePatch)).status, 404)
    const { status } = await test.call(
      'PATCH',
      `${configMapsPath}/new?fieldManager=me`,
      configMap('new'),
      applyPatch,
    )
    assert.equal(status, 201)
  })

  it('of a kind that nobody described by Go types cannot be strategic', async () => {
    await created(widgetsPath, widget('plain'))
    const { status, body } = await test.call('PATCH', `${widgetsPath}/plain`, {}, strategicPatch)
    assert.equal(status, 415)
    assert.match(
      String(body['message']),
      /application\/json-patch\+json, application\/merge-patch\+json, application\/apply-patch\+yaml/,
    )
  })

  it('with too many operations is refused with 413', async () => {
    const operations = Array.from({ length: 10_001 }, () => ({
      op: 'test',
      path: '/kind',
      value: 'ConfigMap',
    }))
    assert.equal((await test.call('PATCH', `${configMapsPath}/free`, operations, jsonPatch)).status, 413)
  })

  it('of the same object by many at once loses nothing and conflicts with nobody', async () => {
    await created(configMapsPath, configMap('shared'))
    const keys = Array.from({ length: 30 }, (_, index) => `k${index}`)
    const answers = await Promise.all(
      keys.map((key) => test.call('PATCH', `${configMapsPath}/shared`, { data: { [key]: 'x' } }, mergePatch)),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const { body } = await test.call('GET', `${configMapsPath}/shared`)
    assert.deepEqual(Object.keys(body['data'] as JsonObject).sort(), [...keys].sort())
  })
})

describe('generation and status', () => {
  const generationOf = ({ metadata }: KubeObject): Json | undefined => (metadata as JsonObject)['generation']

  it('the spec counts, labels and status do not', async () => {
    const path = `${widgetsPath}/counted`
    const first = await created(widgetsPath, widget('counted', { spec: { a: 1 } }))
    const labelled = (await test.call('PATCH', path, { metadata: { labels: { a: 'b' } } }, mergePatch)).body
    const changed = (await test.call('PATCH', path, { spec: { a: 2 } }, mergePatch)).body
    const reported = (await test.call('PATCH', `${path}/status`, { status: { ok: true } }, mergePatch)).body
    assert.deepEqual([first, labelled, changed, reported].map(generationOf), [1, 1, 2, 2])
    assert.deepEqual(reported['status'], { ok: true })
  })

  it('the status endpoint changes nothing but the status, the main endpoint everything else', async () => {
    const path = `${widgetsPath}/split`
    await created(widgetsPath, widget('split', { spec: { a: 1 } }))
    const patch = {
      metadata: { labels: { a: 'b' }, finalizers: ['x.y/z'] },
      spec: { a: 2 },
      status: { ok: true },
    }
    const reported = (await test.call('PATCH', `${path}/status`, patch, mergePatch)).body
    assert.deepEqual([reported['spec'], reported['status']], [{ a: 1 }, { ok: true }])
    const { labels, finalizers } = reported.metadata as JsonObject
    assert.deepEqual([labels, finalizers], [undefined, undefined])
    const specified = (await test.call('PATCH', path, { spec: { a: 3 }, status: { ok: false } }, mergePatch))
      .body
    assert.deepEqual([specified['spec'], specified['status']], [{ a: 3 }, { ok: true }])
  })
})
