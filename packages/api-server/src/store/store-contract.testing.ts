import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection, ObjectKey } from './object-key.ts'
import type { HistoryLimits, Store, StoreEvent, StoreListener } from './store.ts'
import { StoreError } from './store-error.ts'
import type { StoredObject } from './stored-object.ts'

export interface StoreUnderTest {
  readonly store: Store
  /** Moves the clock that the store reads. */
  advance(ms: number): void
}

export type OpenStore = (history?: HistoryLimits) => StoreUnderTest

export const pods: Collection = { cluster: '', resource: '/pods' }

export function podKey(name: string, namespace = 'default'): ObjectKey {
  return { ...pods, namespace, name }
}

/** Writes an object whose bytes say its revision, as the server's objects do. */
export async function put(store: Store, key: ObjectKey, text = ''): Promise<StoredObject> {
  const { after } = await store.write({
    key,
    expected: store.head(key),
    encode: (revision) => Buffer.from(`${text}@${revision}`),
  })
  assert.ok(after)
  return after
}

export function remove(store: Store, key: ObjectKey): Promise<StoreEvent> {
  return store.write({ key, expected: store.head(key) })
}

export function textsOf(objects: readonly StoredObject[]): string[] {
  return objects.map(({ key, bytes }) => `${key.namespace}/${key.name} ${bytes}`)
}

export function shownEvents(events: readonly StoreEvent[]): string[] {
  return events.map(
    ({ revision, key, before, after }) =>
      `${revision} ${key.name} ${before?.bytes ?? '-'} > ${after?.bytes ?? '-'}`,
  )
}

function hasCode(code: string): (error: unknown) => boolean {
  return (error) => error instanceof StoreError && error.code === code
}

const unlimited: HistoryLimits = { maxAgeMs: Number.MAX_SAFE_INTEGER, maxEvents: 1e9, maxBytes: 1e12 }

/** What every store promises, whatever lies behind it. */
export function describeStore(name: string, open: OpenStore): void {
  describe(`${name}: writes`, () => {
    it('gives each write the next revision of one counter for all collections and clusters', async () => {
      const { store } = open()
      const first = await put(store, podKey('a'))
      const second = await put(store, {
        cluster: 'prod/east',
        resource: 'apps/deployments',
        namespace: 'x',
        name: 'd',
      })
      assert.deepEqual([second.revision - first.revision, store.revision], [1, second.revision])
      assert.deepEqual(store.clusters(), ['', 'prod/east'])
      await store.close()
    })

    it('starts with a revision above zero, because clients read zero as "any"', async () => {
      const { store } = open()
      assert.ok(store.revision > 0)
      await store.close()
    })

    it('shows a write to writers at once and to readers when it is durable', async () => {
      const { store } = open()
      const writing = put(store, podKey('a'), 'v1')
      assert.equal(store.get(podKey('a')), undefined)
      assert.deepEqual(store.list(pods), [])
      assert.match(`${store.head(podKey('a'))?.bytes}`, /^v1@/)
      assert.equal(store.headList(pods).length, 1)
      assert.equal(await writing, store.get(podKey('a')))
      await store.close()
    })

    it('refuses a writer that decided on a state which is not the head any more', async () => {
      const { store } = open()
      const old = await put(store, podKey('a'), 'v1')
      const writing = put(store, podKey('a'), 'v2')
      const encode = (): Buffer => Buffer.from('late')
      assert.throws(() => store.write({ key: podKey('a'), expected: old, encode }), hasCode('stale'))
      assert.throws(() => store.write({ key: podKey('a'), expected: undefined, encode }), hasCode('stale'))
      await writing
      assert.match(`${store.get(podKey('a'))?.bytes}`, /^v2@/)
      await store.close()
    })

    it('takes writes of one turn together and keeps their order', async () => {
      const { store } = open()
      const groups: number[] = []
      store.subscribeAll((events) => groups.push(events.length))
      await Promise.all(['a', 'b', 'c'].map((name) => put(store, podKey(name))))
      assert.deepEqual(groups, [3])
      await store.close()
    })

    it('finishes what is under way before it closes and refuses what comes later', async () => {
      const { store } = open()
      const writing = put(store, podKey('a'))
      await store.close()
      await writing
      assert.throws(() => store.write({ key: podKey('b'), expected: undefined }), hasCode('closed'))
    })
  })

  describe(`${name}: lists`, () => {
    it('sorts by namespace and name as one text and keeps namespaces apart', async () => {
      const { store } = open()
      for (const [namespace, object] of [
        ['b', 'x'],
        ['a', 'z'],
        ['a', 'y'],
        ['a-b', 'x'],
      ] as const) {
        await put(store, podKey(object, namespace))
      }
      assert.deepEqual(
        store.list(pods).map(({ key }) => `${key.namespace}/${key.name}`),
        ['a-b/x', 'a/y', 'a/z', 'b/x'],
      )
      assert.deepEqual(
        store.list(pods, 'a').map(({ key }) => key.name),
        ['y', 'z'],
      )
      assert.deepEqual(store.list({ ...pods, cluster: 'other/one' }), [])
      await store.close()
    })

    it('lists an earlier revision as it was then', async () => {
      const { store } = open(unlimited)
      await put(store, podKey('a'), 'a1')
      const { revision } = await put(store, podKey('b'), 'b1')
      const then = textsOf(store.list(pods))
      await put(store, podKey('a'), 'a2')
      await remove(store, podKey('b'))
      await put(store, podKey('c'), 'c1')
      assert.deepEqual(textsOf(store.listAt(pods, revision)), then)
      assert.deepEqual(textsOf(store.listAt(pods, revision, 'default')), then)
      assert.deepEqual(store.listAt(pods, revision, 'elsewhere'), [])
      await store.close()
    })
  })

  describe(`${name}: whoever listens`, () => {
    it('hears of a collection, of a cluster or of all of them, until he leaves', async () => {
      const { store } = open()
      const heard: string[] = []
      const note =
        (who: string): StoreListener =>
        (events) =>
          void heard.push(...events.map(({ key }) => `${who} ${key.cluster}/${key.name}`))
      const leaving = [
        store.subscribe(pods, note('pods')),
        store.subscribeCluster('', note('cluster')),
        store.subscribeAll(note('all')),
      ]
      await put(store, podKey('a'))
      await put(store, { ...podKey('b'), cluster: 'other' })
      assert.deepEqual(heard, ['all /a', 'cluster /a', 'pods /a', 'all other/b'])
      for (const leave of leaving) leave()
      await put(store, podKey('c'))
      assert.equal(heard.length, 4)
      await store.close()
    })
  })

  describe(`${name}: history`, () => {
    it('tells what happened after a revision with the state before and after', async () => {
      const { store } = open(unlimited)
      const start = store.revision
      await put(store, podKey('a'), 'v1')
      await put(store, podKey('a'), 'v2')
      await remove(store, podKey('a'))
      const [r1, r2, r3] = [start + 1, start + 2, start + 3]
      const expected = [`${r1} a - > v1@${r1}`, `${r2} a v1@${r1} > v2@${r2}`, `${r3} a v2@${r2} > -`]
      assert.deepEqual(shownEvents(store.eventsAfter(pods, start)), expected)
      assert.deepEqual(shownEvents(store.eventsAfter(pods, r2)), expected.slice(2))
      await store.close()
    })

    it('calls subscribers of a collection with its events only, until they leave', async () => {
      const { store } = open()
      const seen: string[] = []
      const leave = store.subscribe(pods, (events) => seen.push(...events.map(({ key }) => key.name)))
      await put(store, podKey('a'))
      await put(store, { cluster: '', resource: '/secrets', namespace: 'default', name: 's' })
      leave()
      await put(store, podKey('b'))
      assert.deepEqual(seen, ['a'])
      await store.close()
    })

    it('forgets the oldest events beyond the limit of number and says so to late readers', async () => {
      const { store } = open({ ...unlimited, maxEvents: 2 })
      const start = store.revision
      for (const text of ['v1', 'v2', 'v3', 'v4']) await put(store, podKey('a'), text)
      assert.equal(store.eventsAfter(pods, start + 2).length, 2)
      assert.throws(() => store.eventsAfter(pods, start + 1), hasCode('expired'))
      assert.throws(() => store.listAt(pods, start + 1), hasCode('expired'))
      assert.equal(store.compacted, start + 2)
      await store.close()
    })

    it('forgets by age and by size as well', async () => {
      for (const limit of [{ maxAgeMs: 1000 }, { maxBytes: 500 }]) {
        const { store, advance } = open({ ...unlimited, ...limit })
        const start = store.revision
        await put(store, podKey('a'), 'v1'.padEnd(400))
        advance(2000)
        await put(store, podKey('a'), 'v2'.padEnd(400))
        await put(store, podKey('a'), 'v3')
        assert.throws(() => store.eventsAfter(pods, start), hasCode('expired'))
        assert.match(`${store.get(podKey('a'))?.bytes}`, /^v3/)
        await store.close()
      }
    })
  })
}
