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

const made = (kind: string, name: string, status?: object): WorldChange => ({
  object: { apiVersion: `${group}/v1`, kind, metadata: { name }, ...(status && { status }) },
})
const statusOf = (engine: Engine, kind: string, name: string): unknown =>
  engine.object({ group, kind, name })?.status

interface Sailing {
  /** The status with which captains are reported. */
  readonly reported?: object
  readonly captains?: readonly string[]
  /** What sailors see of their captain. */
  readonly seen?: View<unknown>
}

// Sailors steer where their captain says, and the captain counts those who steer.
function sailing({ reported, captains = ['ahab'], seen = course }: Sailing = {}): {
  readonly engine: Engine
  readonly looks: readonly string[]
} {
  const looks: string[] = []
  const sailor: StatusDefinition<KubeObject, unknown, object> = {
    kind: sailorKind,
    observe: ({ metadata: { name } }, world) => {
      looks.push(name)
      const own = captains[Number(name.slice(1)) % captains.length] ?? ''
      const captain = world.get({ ...captainKind, name: own }, seen)
      return captain.read ? captain.item : undefined
    },
    compute: (told) => ({ status: { steers: told ?? 'nowhere' }, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  const captain: StatusDefinition<KubeObject, number, object> = {
    kind: captainKind,
    observe: ({ metadata: { name } }, world) => {
      looks.push(name)
      const sailors = world.list(sailorKind, steers)
      return sailors.read ? sailors.items.filter((each) => each === 'north').length : 0
    },
    compute: (steering) => ({ status: { course: 'north', steering }, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  const engine = createEngine(createCatalog({ definitions: [sailor, captain] }))
  const sailors = Array.from({ length: crew }, (_, index) => made('Sailor', `s${index}`))
  const leading = captains.map((name) => made('Captain', name, reported))
  engine.apply([{ kind: 'every', read: true }, ...sailors, ...leading], now)
  return { engine, looks }
}

function assertUnderWay(engine: Engine): void {
  assert.partialDeepStrictEqual(statusOf(engine, 'Captain', 'ahab'), { course: 'north', steering: crew })
  for (let index = 0; index < crew; index++)
    assert.deepEqual(statusOf(engine, 'Sailor', `s${index}`), { steers: 'north' })
}

function assertLooked(looks: readonly string[]): void {
  const sailors = looks.filter((name) => name !== 'ahab')
  assert.equal(new Set(sailors).size, crew)
  assert.equal(sailors.length, crew + 2)
}

describe('One that many read who are looked at for the first time', () => {
  const { engine, looks } = sailing()

  it('is looked at before most of them, so that they are looked at once', () => assertLooked(looks))

  it('says in the end what it would have said after all of them', () => assertUnderWay(engine))

  it('is looked at before them also where somebody has reported how far it has come', () => {
    const { engine, looks } = sailing({ reported: { launched: true } })
    assertLooked(looks)
    assertUnderWay(engine)
  })
})

describe('One that is reported with conditions', () => {
  const conditions = [
    { type: 'Afloat', status: 'True', reason: 'Afloat', message: '', lastTransitionTime: now },
  ]

  it('is looked at once, after those who read it', () => {
    const { engine, looks } = sailing({ reported: { course: 'north', steering: 3, conditions } })
    assert.equal(looks.length, crew + 1)
    assert.equal(looks.at(-1), 'ahab')
    assertUnderWay(engine)
  })

  it('is looked at like any other where it says something else now', () =>
    assertUnderWay(sailing({ reported: { course: 'south', steering: 3, conditions } }).engine))
})

describe('One that is read for what nobody decides', () => {
  it('is looked at once, as soon as that was seen of another one', () => {
    const seen: View<unknown> = { name: 'age', of: ({ metadata }) => metadata.creationTimestamp }
    const { looks } = sailing({ captains: ['ahab', 'bligh'], seen })
    assert.equal(looks.filter((name) => name === 'ahab').length, 2)
    assert.equal(looks.filter((name) => name === 'bligh').length, 1)
    assert.equal(looks.length, crew + 3)
  })
})
