import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorldChange } from './change.ts'
import { createEngine } from './engine.ts'
import { family, group, groupObject, leafObject, rootObject } from './family.testing.ts'

const now = '2026-01-01T00:00:00Z'
const leaf = { group, kind: 'Leaf', namespace: 'prod', name: 'a' }
const every: WorldChange = { kind: 'every', read: true }
const of = (kind: string, rest: object): WorldChange =>
  ({ kind: { group, kind }, read: false, ...rest }) as WorldChange
const objects: readonly WorldChange[] = [
  { object: rootObject() },
  { object: groupObject('g') },
  { object: leafObject('a', {}, { ownerReferences: [] }) },
]

type Case = [name: string, changes: readonly WorldChange[], says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['everything is read',        [every],                                         [],                       'there is nothing left to look at'],
  ['a kind is forbidden',       [every, of('Root', { why: 'forbidden' })],       ['Root forbidden'],       'the reason is kept with it'],
  ['nobody has said anything',  [],                                              ['Root not read yet, untold'], 'that is no answer'],
]

describe('What a status asks for and cannot see', () => {
  for (const [name, changes, says, because] of cases) {
    it(`when ${name}: ${says.join() || 'nothing'}, because ${because}`, () => {
      const engine = createEngine(family, { unread: 'hold' })
      engine.apply([...changes, ...objects], now)
      const told = engine
        .unseen(leaf)
        .filter(({ kind }) => kind.kind === 'Root')
        .map(({ kind, why, untold }) => `${kind.kind} ${why}${untold ? ', untold' : ''}`)
      assert.deepEqual(told, says)
    })
  }

  it('of an object that nobody speaks on is nothing', () => {
    assert.deepEqual(createEngine(family).unseen({ ...leaf, name: 'nobody' }), [])
  })
})
