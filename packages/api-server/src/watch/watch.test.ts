import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import {
  configMap,
  configMapsPath,
  definitionsPath,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'
import { openMemoryStore } from '../store/memory-store.ts'

let test: TestServer
before(async () => {
  const now = (): number => Date.parse('2026-01-01T00:00:00Z')
  const history = { maxAgeMs: 1e12, maxEvents: 60, maxBytes: 1e9 }
  test = await openTestServer({
    store: openMemoryStore({ now, history }),
    controllers: { serviceAccounts: false },
  })
})
after(() => test.close())

const versionOf = ({ metadata }: KubeObject): Json | undefined => (metadata as JsonObject)['resourceVersion']
const put = async (name: string, data: JsonObject = {}, metadata: JsonObject = {}): Promise<KubeObject> =>
  (await test.call('POST', configMapsPath, configMap(name, data, metadata))).body
const remove = (name: string): Promise<unknown> => test.call('DELETE', `${configMapsPath}/${name}`)
const patch = (name: string, change: Json): Promise<unknown> =>
  test.call('PATCH', `${configMapsPath}/${name}`, change, mergePatch)
const revision = async (): Promise<string> =>
  String(versionOf((await test.call('GET', `${configMapsPath}?limit=1`)).body))

describe('a watch', () => {
  it('from a revision tells what came after it, in order, and goes on', async () => {
    const from = await revision()
    await put('a')
    await patch('a', { data: { x: 'y' } })
    const watch = await test.watch(`${configMapsPath}?watch=true&resourceVersion=${from}`)
    await remove('a')
    assert.deepEqual(await watch.shown(3), ['ADDED a', 'MODIFIED a', 'DELETED a'])
    watch.close()
  })

  for (const query of ['watch=1', 'watch=true&resourceVersion=0', 'watch=yes']) {
    it(`with ?${query} begins with what is there`, async () => {
      await put('there')
      const watch = await test.watch(`${configMapsPath}?${query}`)
      assert.deepEqual(await watch.shown(1), ['ADDED there'])
      await remove('there')
      assert.deepEqual(await watch.shown(2), ['ADDED there', 'DELETED there'])
      watch.close()
    })
  }

  it('carries kind and version in every object, built-in or not', async () => {
    const watch = await test.watch(`${configMapsPath}?watch=true`)
    await put('typed')
    const [event] = await watch.events(1)
    assert.deepEqual([event?.object.kind, event?.object.apiVersion], ['ConfigMap', 'v1'])
    watch.close()
    await remove('typed')
  })

  it('of a revision in the future waits for it', async () => {
    const from = Number(await revision())
    const watch = await test.watch(`${configMapsPath}?watch=true&resourceVersion=${from + 2}`)
    await put('f1')
    await put('f2')
    await put('f3')
    assert.deepEqual(await watch.shown(1), ['ADDED f3'])
    watch.close()
    for (const name of ['f1', 'f2', 'f3']) await remove(name)
  })

  it('of a revision that history has forgotten gets one ERROR event in a 200 stream, and ends', async () => {
    const from = await revision()
    for (let round = 0; round < 40; round++) {
      await put('churn')
      await remove('churn')
    }
    const watch = await test.watch(`${configMapsPath}?watch=true&resourceVersion=${from}`)
    const [event] = await watch.events(1)
    const { code, reason, message } = (event?.object ?? {}) as JsonObject
    assert.deepEqual([watch.status, event?.type, code, reason], [200, 'ERROR', 410, 'Expired'])
    assert.match(String(message), new RegExp(`^too old resource version: ${from} \\(\\d+\\)$`))
    await watch.ended
  })

  it('of one object by name sees that one only', async () => {
    const watch = await test.watch(`${configMapsPath}?watch=true&fieldSelector=metadata.name%3Dmine`)
    await put('other')
    await put('mine')
    assert.deepEqual(await watch.shown(1), ['ADDED mine'])
    watch.close()
    await remove('other')
    await remove('mine')
  })

  it('of one namespace does not see others, and of all sees all', async () => {
    await test.call('POST', '/api/v1/namespaces', { metadata: { name: 'elsewhere' } })
    const one = await test.watch(`${configMapsPath}?watch=true`)
    const all = await test.watch('/api/v1/configmaps?watch=true')
    await test.call('POST', '/api/v1/namespaces/elsewhere/configmaps', configMap('far'))
    await put('near')
    assert.deepEqual(await one.shown(1), ['ADDED near'])
    assert.deepEqual(await all.shown(2), ['ADDED far', 'ADDED near'])
    one.close()
    all.close()
    await remove('near')
  })

  it('ends without a word when its time is over', async () => {
    const watch = await test.watch(`${configMapsPath}?watch=true&timeoutSeconds=1`)
    await watch.ended
    assert.deepEqual(await watch.events(0), [])
  })

  type Refused = [query: string, status: number, says: RegExp]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refusals: Refused[] = [
    ['watch=true&resourceVersion=abc',                                    500, /resourceVersion: Invalid value/],
    ['watch=true&sendInitialEvents=true',                                 422, /sendInitialEvents requires setting resourceVersionMatch to NotOlderThan/],
    ['watch=true&resourceVersionMatch=NotOlderThan',                      422, /forbidden for watch unless sendInitialEvents is provided/],
    ['watch=true&sendInitialEvents=true&resourceVersionMatch=Exact',      422, /Unsupported value: \\"Exact/],
    ['watch=true&labelSelector=!!',                                       400, /found/],
  ]
  for (const [query, status, says] of refusals) {
    it(`?${query} is refused with ${status} before it begins`, async () => {
      const watch = await test.watch(`${configMapsPath}?${query}`)
      assert.equal(watch.status, status)
      assert.match(watch.body, says)
    })
  }
})

describe('a watch with selectors', () => {
  it('shows objects coming and going by their labels as if they were made and deleted', async () => {
    const watch = await test.watch(`${configMapsPath}?watch=true&labelSelector=show%3Dyes`)
    await put('hidden')
    await patch('hidden', { metadata: { labels: { show: 'yes' } } })
    await patch('hidden', { data: { a: 'b' } })
    await patch('hidden', { metadata: { labels: { show: 'no' } } })
    await patch('hidden', { data: { a: 'c' } })
    await remove('hidden')
    const events = await watch.events(3)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ADDED', 'MODIFIED', 'DELETED'],
    )
    const last = events[2]?.object as KubeObject
    assert.deepEqual(
      (last.metadata as JsonObject)['labels'],
      { show: 'yes' },
      'the content is the last that matched',
    )
    assert.ok(
      Number(versionOf(last)) > Number(versionOf(events[1]?.object as KubeObject)),
      'the revision is that of the change',
    )
    watch.close()
  })

  it('tells the end of an object with the revision of the end', async () => {
    const watch = await test.watch(`${configMapsPath}?watch=true`)
    const made = await put('brief')
    await remove('brief')
    const [, ended] = await watch.events(2)
    assert.equal(Number(versionOf(ended?.object as KubeObject)), Number(versionOf(made)) + 1)
    assert.equal(await revision(), versionOf(ended?.object as KubeObject))
    watch.close()
  })
})

describe('bookmarks', () => {
  const initial =
    'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'

  it('the present state ends with one that says so', async () => {
    await put('one')
    const watch = await test.watch(`${configMapsPath}?${initial}`)
    const [added, bookmark] = await watch.events(2)
    assert.equal(added?.object.metadata.name, 'one')
    const resourceVersion = await revision()
    assert.deepEqual(bookmark, {
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    })
    await remove('one')
    assert.deepEqual(await watch.shown(3), ['ADDED one', 'BOOKMARK ', 'DELETED one'])
    watch.close()
  })

  it('an empty state consists of that one alone', async () => {
    const watch = await test.watch(`/api/v1/namespaces/nowhere/configmaps?${initial}`)
    assert.deepEqual(await watch.shown(1), ['BOOKMARK '])
    watch.close()
  })

  it('come before a watch ends, to those that asked for them', async () => {
    const asked = await test.watch(
      `${configMapsPath}?watch=true&allowWatchBookmarks=true&timeoutSeconds=3&resourceVersion=${await revision()}`,
    )
    const [event] = await asked.events(1)
    assert.equal(event?.type, 'BOOKMARK')
    asked.close()
  })
})

describe('a watch in another form', () => {
  it('as Tables has one row an event and names the columns once', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const watch = await test.watch(`${configMapsPath}?watch=true`, { accept })
    await put('t1')
    await patch('t1', { data: { a: 'b' } })
    await remove('t1')
    const events = await watch.events(3)
    assert.deepEqual(
      events.map(({ type, object }) => [type, object.kind, (object['rows'] as Json[]).length]),
      [
        ['ADDED', 'Table', 1],
        ['MODIFIED', 'Table', 1],
        ['DELETED', 'Table', 1],
      ],
    )
    const [first, ...rest] = events.map(({ object }) => object['columnDefinitions'])
    assert.ok(Array.isArray(first))
    assert.deepEqual(rest, [null, null])
    watch.close()
  })

  it('as metadata alone has nothing else, in bookmarks too', async () => {
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const watch = await test.watch(`${configMapsPath}?watch=true&allowWatchBookmarks=true`, { accept })
    await put('m1', { secret: 'x' })
    const [bookmark, added] = await watch.events(2)
    assert.deepEqual(Object.keys(added?.object ?? {}), ['kind', 'apiVersion', 'metadata'])
    assert.deepEqual(
      [added?.object.kind, bookmark?.object.kind],
      ['PartialObjectMetadata', 'PartialObjectMetadata'],
    )
    watch.close()
    await remove('m1')
  })
})

describe('a watch of custom resources', () => {
  it('ends when the definition changes what is served, and when it goes', async () => {
    const definition = (await test.call('POST', definitionsPath, widgetDefinition())).body
    const first = await test.watch(`${widgetsPath}?watch=true`)
    await test.call('POST', widgetsPath, widget('w'))
    assert.deepEqual(await first.shown(1), ['ADDED w'])
    const version = { subresources: { status: {} } }
    const stored = (await test.call('GET', `${definitionsPath}/widgets.example.com`)).body
    await test.call('PUT', `${definitionsPath}/widgets.example.com`, {
      ...stored,
      spec: widgetDefinition({ version })['spec'] as Json,
    })
    await first.ended
    const second = await test.watch(`${widgetsPath}?watch=true`)
    await test.call('DELETE', `${definitionsPath}/${definition.metadata.name}`)
    assert.deepEqual((await second.shown(1))[0], 'ADDED w')
    await second.ended
  })

  it('ends when the server does', async () => {
    const other = await openTestServer()
    const watch = await other.watch(`${configMapsPath}?watch=true`)
    await other.close()
    await watch.ended
    assert.deepEqual(await watch.events(0), [])
  })
})
