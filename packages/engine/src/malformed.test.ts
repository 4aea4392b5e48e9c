import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, setConditions, stated } from '@sitrep/conditions'
import { createCatalog, type KubeObject, mainList, type StatusDefinition } from '@sitrep/status'
import { createEngine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'malformed.sitrep.dev'
const ref = { group, kind: 'Port', namespace: 'x', name: 'p' }
const open: Condition = { type: 'Open', status: 'True', reason: 'Fine', message: '' }

/** Says one condition in an entry of its own, and owns nothing else of the status. */
const port: StatusDefinition<KubeObject, undefined, unknown> = {
  kind: { group, kind: 'Port' },
  observe: () => undefined,
  compute: () => ({
    status: { parts: [{ name: 'a', conditions: setConditions([], [stated(open)], { now }) }] },
    decided: [{ ...stated(open), at: 'parts[a]' }],
  }),
  columns: [],
  onFailure: 'Open',
  lists: [
    mainList,
    {
      path: ['status', 'parts'],
      entries: { noun: 'part', key: ({ name }) => (typeof name === 'string' ? name : undefined) },
    },
  ],
  owns: [],
}

describe('A reported status that is malformed', () => {
  type Case = readonly [name: string, status: unknown, expected: unknown]
  const own = [{ name: 'a', conditions: [{ ...open, lastTransitionTime: now }] }]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['null',                          null,                                                   { parts: own }],
    ['a text',                        'ready',                                                { parts: own }],
    ['a list',                        [1],                                                    { parts: own }],
    ['conditions that are none',      { parts: [{ name: 'a', conditions: [{}, { type: 7 }, 3] }] }, { parts: own }],
    ['fields of others',              { other: 1 },                                           { other: 1, parts: own }],
  ]
  for (const [name, status, expected] of cases) {
    it(`${name}: what is ours is said all the same`, () => {
      const engine = createEngine(createCatalog({ definitions: [port] }))
      const object = {
        apiVersion: `${group}/v1`,
        kind: 'Port',
        metadata: { name: 'p', namespace: 'x' },
        status,
      }
      engine.apply([{ kind: 'every', read: true }, { object }], now)
      assert.deepEqual(engine.object(ref)?.status, expected)
    })
  }
})

describe('A status that asks to be looked at in the past', () => {
  it('is looked at a second later, and not without end', () => {
    const late: StatusDefinition<KubeObject, undefined, unknown> = {
      ...port,
      compute: () => ({ status: {}, decided: [], recheckAt: '2025-01-01T00:00:00Z' }),
    }
    const engine = createEngine(createCatalog({ definitions: [late] }))
    const object = { apiVersion: `${group}/v1`, kind: 'Port', metadata: { name: 'p', namespace: 'x' } }
    engine.apply([{ kind: 'every', read: true }, { object }], now)
    assert.equal(engine.nextCheckAt, '2026-01-01T00:00:01.000Z')
  })
})
