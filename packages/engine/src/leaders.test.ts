import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, createCatalog, type KubeObject, type StatusDefinition, type View } from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'leaders.sitrep.dev'
const sailorKind = { group, kind: 'Sailor' }
const captainKind = { group, kind: 'Captain' }
const course: View<unknown> = { name: 'course', of: ({ status }) => at(status, 'course') }
const steers: View<unknown> = { name: 'steers', of: ({ status }) => at(status, 'steers') }
const crew = 40

const made = (kind: string, name: string): WorldChange => ({
  object: { apiVersion: `${group}/v1`, kind, metadata: { name } },
})
const statusOf = (engine: Engine, kind: string, name: string): unknown =>
  engine.object({ group, kind, name })?.status

// Sailors steer where their captain says, and the captain counts those who steer.
describe('One that many read who are looked at for the first time', () => {
  const looks: string[] = []
  const sailor: StatusDefinition<KubeObject, unknown, object> = {
    kind: sailorKind,
    observe: ({ metadata: { name } }, world) => {
      looks.push(name)
      const captain = world.get({ ...captainKind, name: 'ahab' }, course)
      return captain.read ? captain.item : undefined
    },
    compute: (told) => ({ status: { steers: told ?? 'nowhere' }, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  const captain: StatusDefinition<KubeObject, number, object> = {
    kind: captainKind,
    observe: (_, world) => {
      const sailors = world.list(sailorKind, steers)
      return sailors.read ? sailors.items.filter((each) => each === 'north').length : 0
    },
    compute: (steering) => ({ status: { course: 'north', steering }, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  const engine = createEngine(createCatalog({ definitions: [sailor, captain] }))
  const sailors = Array.from({ length: crew }, (_, index) => made('Sailor', `s${index}`))
  engine.apply([{ kind: 'every', read: true }, ...sailors, made('Captain', 'ahab')], now)

  it('is looked at before most of them, so that they are looked at once', () => {
    assert.equal(new Set(looks).size, crew)
    assert.equal(looks.length, crew + 2)
  })

  it('says in the end what it would have said after all of them', () => {
    assert.deepEqual(statusOf(engine, 'Captain', 'ahab'), { course: 'north', steering: crew })
    for (let index = 0; index < crew; index++)
      assert.deepEqual(statusOf(engine, 'Sailor', `s${index}`), { steers: 'north' })
  })
})
