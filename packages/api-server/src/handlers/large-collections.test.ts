import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { configMap, configMapsPath, openTestServer, type TestServer } from '../server.testing.ts'
import { openMemoryStore } from '../store/memory-store.ts'

const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const metadata = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' }
const gzip = { 'accept-encoding': 'gzip' }
const yaml = { accept: 'application/yaml' }

/** A server that has found so many objects of such a size in its store, as one that was just started has. */
async function openWith(count: number, bytes: number): Promise<TestServer> {
  const store = openMemoryStore({ now: () => 0 })
  const text = 'x'.repeat(bytes)
  const writes = Array.from({ length: count }, (_, at) => {
    const key = { cluster: '', resource: '/configmaps', namespace: 'default', name: `c-${at}` }
    const encode = (revision: number): Buffer =>
      Buffer.from(
        JSON.stringify({
          ...configMap(`c-${at}`, { text }, { resourceVersion: `${revision}`, labels: { all: 'yes' } }),
        }),
      )
    return store.write({ key, expected: undefined, encode })
  })
  await Promise.all(writes)
  return openTestServer({ store, controllers: { serviceAccounts: false } })
}

/** How often others had their turn meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, over] = [0, false]
  const turn = (): void => {
    turns++
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  over = true
  return turns
}

type Request = (test: TestServer, count: number) => Promise<unknown>
type Case = [name: string, request: Request]
const get =
  (query: string, headers: Record<string, string> = {}): Request =>
  async (test) => {
    const { status } = await test.call('GET', `${configMapsPath}${query}`, undefined, headers)
    assert.equal(status, 200)
  }
const watch =
  (query: string, headers: Record<string, string> = {}): Request =>
  async (test, count) => {
    const watching = await test.watch(`${configMapsPath}?watch=true&${query}`, headers)
    await watching.events(count)
    watching.close()
  }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a list that nobody has asked for before', get('')],
  ['a table',                                 get('', table)],
  ['metadata alone',                          get('', metadata)],
  ['a list by labels',                        get('?labelSelector=all%3Dno')],
  ['a page by labels',                        get('?labelSelector=all%3Dno&limit=10')],
  ['a list by fields',                        get('?fieldSelector=metadata.name!%3Dc-0')],
  ['a compressed list',                       get('', gzip)],
  ['a list as YAML',                          get('', yaml)],
  ['a watch of all that is there',            watch('resourceVersion=0')],
  ['a watch that begins with a table',        watch('resourceVersion=0', table)],
  ['a watch that begins with metadata',       watch('resourceVersion=0', metadata)],
  ['a watch of what happened',                watch('resourceVersion=1')],
  ['deleting all of it',                      async (test) => assert.equal((await test.call('DELETE', configMapsPath)).status, 200)],
]

for (const [size, count, bytes] of [
  ['3,000 objects', 3_000, 1_000],
  ['20 large objects', 20, 250_000],
] as const)
  describe(`Others have their turn while somebody asks for ${size}:`, () => {
    let test: TestServer
    before(async () => {
      test = await openWith(count, bytes)
    })
    after(() => test.close())

    // Twenty deletions are decided together, whatever size they have.
    for (const [name, request] of cases)
      if (name !== 'deleting all of it' || count > 100)
        it(name, async () => {
          const turns = await turnsDuring(() => request(test, count))
          assert.ok(turns >= 6, `${turns} turns`)
        })
  })

describe('YAML', () => {
  it('of more than anybody would wait for is refused before it is begun', async () => {
    const test = await openWith(20, 1_000_000)
    const { status, text } = await test.call('GET', configMapsPath, undefined, yaml)
    assert.deepEqual([status, test.mistakes], [406, []])
    assert.match(text, /cannot be written as YAML, ask for JSON: it is longer than 16 MiB/)
    await test.close()
  })
})
