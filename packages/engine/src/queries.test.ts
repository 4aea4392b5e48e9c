import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createCatalog,
  type KubeObject,
  type ListQuery,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'queries.sitrep.dev'
const nameOf: View<string> = { name: 'nameOf', of: ({ metadata }) => metadata.name }
const lamps = { group, kind: 'Lamp' }

/** A kind whose status is the answer to one query. */
const asking = (
  query: Omit<ListQuery, 'group' | 'kind'>,
): StatusDefinition<KubeObject, readonly string[], object> => ({
  kind: { group, kind: 'Asker' },
  observe: (_, world) => {
    const answer = world.list({ ...lamps, ...query }, nameOf)
    return answer.read ? answer.items : ['unread']
  },
  compute: (names) => ({ status: { names }, decided: [] }),
  columns: [],
  onFailure: 'Ready',
})

const lamp = (
  name: string,
  metadata: Partial<KubeObject['metadata']> = {},
  spec: object = {},
): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'Lamp',
  metadata: { name, namespace: 'x', ...metadata },
  spec,
})
const byRoom = {
  kind: lamps,
  name: 'room',
  keys: ({ spec }: KubeObject) => (spec as { rooms?: string[] }).rooms ?? [],
}

const asker: WorldChange = {
  object: { apiVersion: `${group}/v1`, kind: 'Asker', metadata: { name: 'asker' } },
}
const world: WorldChange[] = [
  { kind: 'every', read: true },
  { cluster: 'x/c', kind: 'every', read: true },
  asker,
  {
    object: lamp(
      'a',
      { labels: { room: 'hall' }, ownerReferences: [{ kind: 'House', name: 'h', uid: 'h1' }] },
      { rooms: ['hall'] },
    ),
  },
  { object: lamp('b', { namespace: 'y', labels: { room: 'hall' } }, { rooms: ['hall', 'attic'] }) },
  {
    object: lamp('c', {
      ownerReferences: [
        { kind: 'House', name: 'h', uid: 'h1' },
        { kind: 'House', name: 'h', uid: 'h1' },
      ],
    }),
  },
  { cluster: 'x/c', object: lamp('remote', { labels: { room: 'hall' } }) },
]

type Case = [
  name: string,
  query: Omit<ListQuery, 'group' | 'kind'>,
  names: readonly string[],
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['everywhere',              {},                                                      ['a', 'c', 'b'], 'all namespaces, in the order of namespace and name'],
  ['one namespace',           { namespace: 'y' },                                      ['b'],           'only that one'],
  ['an empty namespace',      { namespace: 'z' },                                      [],              'looked, and there are none'],
  ['an owner',                { by: { owner: 'h1' } },                                 ['a', 'c'],      'an owner named twice is one owner'],
  ['an owner in a namespace', { namespace: 'y', by: { owner: 'h1' } },                 [],              'both must hold'],
  ['a label',                 { by: { label: 'room', value: 'hall' } },                ['a', 'b'],      'the value decides'],
  ['a label in a namespace',  { namespace: 'x', by: { label: 'room', value: 'hall' } }, ['a'],          'both must hold'],
  ['no such label',           { by: { label: '__proto__', value: 'x' } },              [],              'keys are data'],
  ['an index of our own',     { by: { index: 'room', key: 'attic' } },                 ['b'],           'an object may have several keys'],
  ['another cluster',         { cluster: 'x/c', by: { label: 'room', value: 'hall' } }, ['remote'],     'clusters do not mix'],
  ['a cluster never heard of', { cluster: 'x/d' },                                     ['unread'],      'nobody has said that it can be read'],
]

describe('A query', () => {
  for (const [name, query, names, because] of cases) {
    it(`for ${name}: ${names.join(', ') || 'nothing'}, because ${because}`, () => {
      const engine = createEngine(createCatalog({ definitions: [asking(query)], indexes: [byRoom] }))
      engine.apply(world, now)
      assert.deepEqual(engine.object({ group, kind: 'Asker', name: 'asker' })?.status, { names })
    })

    it(`for ${name} gives the same however late it is asked`, () => {
      const engine = createEngine(createCatalog({ definitions: [asking(query)], indexes: [byRoom] }))
      engine.apply(
        world.filter((change) => change !== asker),
        now,
      )
      engine.apply([asker], now)
      assert.deepEqual(engine.object({ group, kind: 'Asker', name: 'asker' })?.status, { names })
    })
  }

  it('for an index that the catalog does not have is our mistake and is handed out', () => {
    const engine = createEngine(
      createCatalog({ definitions: [asking({ by: { index: 'nothing', key: 'x' } })] }),
    )
    const [change] = engine.apply(world, now)
    assert.equal(change?.problems[0]?.problem, 'definition-threw')
  })
})
