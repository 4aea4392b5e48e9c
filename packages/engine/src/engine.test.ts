import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { StatusChange, WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'
import {
  family,
  groupKind,
  groupObject,
  leafKind,
  leafObject,
  refTo,
  rootKind,
  rootObject,
  type Status,
} from './family.testing.ts'

const start = '2026-01-01T00:00:10Z'
const later = '2026-01-01T00:00:20Z'
const everything: WorldChange = { kind: 'every', read: true }

const small = (): WorldChange[] => [
  everything,
  { object: rootObject() },
  { object: groupObject('a') },
  { object: groupObject('b') },
  { object: leafObject('a-1', { owner: 'a' }) },
  { object: leafObject('a-2', { owner: 'a' }) },
  { object: leafObject('b-1', { owner: 'b' }) },
]

const leaf = (name: string): WorldChange => ({ object: leafObject(name, { owner: 'b' }) })

function grown(): Engine {
  const engine = createEngine(family)
  engine.apply(small(), start)
  return engine
}

const condition = (engine: Engine, ref: ObjectRef, type: string): Condition | undefined =>
  (engine.object(ref)?.status as Status | undefined)?.conditions?.find((candidate) => candidate.type === type)

const says = (engine: Engine, ref: ObjectRef, type: string): string => {
  const found = condition(engine, ref, type)
  return found === undefined ? 'absent' : `${found.status} ${found.reason}`
}

const names = (changes: readonly StatusChange[]): string[] =>
  changes.map(({ ref }) => `${ref.kind} ${ref.name}`)

describe('A change reaches the statuses that read it', () => {
  it('the first objects give every status, leaves before groups before the root', () => {
    const changes = createEngine(family).apply(small(), start)
    assert.deepEqual(names(changes), ['Leaf a-1', 'Leaf a-2', 'Leaf b-1', 'Group a', 'Group b', 'Root root'])
  })

  it('an ill leaf is known at its group and at the root in the same call, and nobody else is touched', () => {
    const engine = grown()
    const changes = engine.apply([{ object: leafObject('a-1', { owner: 'a', healthy: false }) }], later)
    assert.equal(says(engine, refTo(rootKind, 'root'), 'Available'), 'False IssuesReported')
    assert.equal(says(engine, refTo(groupKind, 'b'), 'LeavesReady'), 'True InfoReported')
    // The other leaves are told how available the root is, so they change as well; group b reads none of that.
    assert.deepEqual(names(changes), ['Leaf a-1', 'Leaf a-2', 'Leaf b-1', 'Group a', 'Root root'])
  })

  it('a change that no view shows wakes nobody', () => {
    const engine = grown()
    const relabelled = leafObject('a-1', { owner: 'a' }, { annotations: { note: 'only for people' } })
    assert.deepEqual(engine.apply([{ object: relabelled }], later), [])
  })

  it('the same objects once more change nothing', () => {
    const engine = grown()
    assert.deepEqual(engine.apply(small(), later), [])
  })

  it('a leaf that moves to another group is lost by one and gained by the other', () => {
    const engine = grown()
    const changes = engine.apply([{ object: leafObject('a-2', { owner: 'b' }) }], later)
    const counts = changes
      .filter(({ ref }) => ref.kind === 'Group')
      .map(({ ref, status }) => [ref.name, status?.leaves])
    assert.deepEqual(counts, [
      ['a', 1],
      ['b', 2],
    ])
  })

  it('a deleted leaf leaves its group, and what its group said on it goes with it', () => {
    const engine = grown()
    const changes = engine.apply([{ gone: refTo(leafKind, 'b-1') }], later)
    assert.deepEqual(names(changes), ['Leaf b-1', 'Group b', 'Root root'])
    assert.equal(changes[0]?.status, undefined)
    assert.equal(says(engine, refTo(groupKind, 'b'), 'LeavesReady'), 'True NoLeaves')
  })

  it('an object of the same name with another uid starts from nothing', () => {
    const engine = grown()
    engine.apply([{ object: leafObject('a-1', { owner: 'a', healthy: false }) }], later)
    engine.apply(
      [{ object: leafObject('a-1', { owner: 'a', healthy: false }, { uid: 'uid-another' }) }],
      '2026-01-01T00:00:30Z',
    )
    assert.equal(
      condition(engine, refTo(leafKind, 'a-1'), 'Healthy')?.lastTransitionTime,
      '2026-01-01T00:00:30Z',
    )
  })

  it('the types that definitions decide are known, those of the group on its leaf included', () => {
    const claims = grown().claims(refTo(leafKind, 'a-1'))
    assert.deepEqual([...claims].sort(), ['Checked', 'Healthy', 'Mature', 'Ready', 'Told'])
  })

  it('all objects of a kind can be listed with what is said about them', () => {
    const names = [...grown().objects(groupKind)].map(({ ref, object }) => [
      ref.name,
      (object.status as Status).leaves,
    ])
    assert.deepEqual(names, [
      ['a', 2],
      ['b', 1],
    ])
  })

  it('which kinds read which is known from the reads that were made', () => {
    const reads = grown()
      .reads()
      .map(({ reader, read, view }) => `${reader.kind} reads ${read.kind} (${view})`)
    assert.deepEqual(reads, [
      'Group reads Leaf (leafForGroup)',
      'Leaf reads Root (rootForLeaf)',
      'Root reads Group (groupForRoot)',
    ])
  })

  it('in steps or at once, the answer is the same', () => {
    const many = [...small(), ...Array.from({ length: 50 }, (_, at) => leaf(`b-${at + 2}`))]
    const steps = createEngine(family).applyInSteps(many, start)
    let count = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count++
    assert.ok(count > 5, `fifty objects and their passes took ${count} steps`)
    assert.deepEqual(step.value, createEngine(family).apply(many, start))
  })

  it('every change says why it was looked at', () => {
    const engine = grown()
    const changes = engine.apply([{ object: leafObject('a-1', { owner: 'a', healthy: false }) }], later)
    const because = new Map(changes.map((change) => [change.ref.name, change.because[0]]))
    assert.deepEqual(because.get('a-1'), { cause: 'object', ref: refTo(leafKind, 'a-1') })
    assert.deepEqual(because.get('a'), { cause: 'view', ref: refTo(leafKind, 'a-1'), view: 'leafForGroup' })
    assert.deepEqual(because.get('root'), { cause: 'view', ref: refTo(groupKind, 'a'), view: 'groupForRoot' })
  })
})

describe('Could not look', () => {
  it('is Unknown until a kind is reported as read, and then an answer', () => {
    const engine = createEngine(family)
    engine.apply([{ object: rootObject() }, { object: groupObject('a') }], start)
    assert.equal(says(engine, refTo(rootKind, 'root'), 'Available'), 'Unknown InternalError')
    assert.deepEqual(engine.object(refTo(groupKind, 'a'))?.status, {
      conditions: [
        {
          type: 'LeavesReady',
          status: 'Unknown',
          observedGeneration: 1,
          lastTransitionTime: start,
          reason: 'InternalError',
          message: '',
        },
      ],
    })
    engine.apply(
      [
        { kind: leafKind, read: true },
        { kind: groupKind, read: true },
      ],
      later,
    )
    assert.equal(says(engine, refTo(rootKind, 'root'), 'Available'), 'True InfoReported')
  })

  it('comes back when reading fails later, with nothing counted as gone', () => {
    const engine = grown()
    engine.apply([{ kind: leafKind, read: false, why: 'forbidden' }], later)
    assert.equal(says(engine, refTo(groupKind, 'a'), 'LeavesReady'), 'Unknown InternalError')
    assert.equal((engine.object(refTo(groupKind, 'a'))?.status as Status | undefined)?.leaves, undefined)
  })

  it('what is asked for and not fed is wanted, and no longer once it is fed', () => {
    const engine = createEngine(family)
    engine.apply([{ object: rootObject() }, { object: leafObject('a-1') }], start)
    assert.deepEqual(engine.wanted, [
      { cluster: '', ...rootKind },
      { cluster: '', ...groupKind },
    ])
    engine.apply([everything], later)
    assert.deepEqual(engine.wanted, [])
    assert.equal(engine.asked.length, 2)
  })
})

function stepsOf<Result>(steps: Generator<void, Result, void>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

describe('Time', () => {
  it('alone changes a status at the instant that was announced, and not before', () => {
    const engine = grown()
    assert.equal(engine.nextCheckAt, '2026-01-01T00:01:00.000Z')
    assert.deepEqual(engine.apply([], '2026-01-01T00:00:59Z'), [])
    const changes = engine.apply([], '2026-01-01T00:01:00Z')
    assert.deepEqual(names(changes), ['Leaf a-1', 'Leaf a-2', 'Leaf b-1'])
    assert.deepEqual(changes[0]?.because, [{ cause: 'time' }])
    assert.equal(engine.nextCheckAt, undefined)
  })

  it('changes a few statuses in a call where no more are asked for, and the others in the next', () => {
    const engine = grown()
    const now = '2026-01-01T00:01:00Z'
    const changed = [1, 0, 9].map((due) => [...stepsOf(engine.applyInSteps([], now, due))].length)
    assert.deepEqual(changed, [1, 0, 2])
    assert.equal(engine.nextCheckAt, undefined)
  })

  it('is forgotten with the object that asked for it', () => {
    const engine = createEngine(family)
    engine.apply([everything, { object: leafObject('a-1') }], start)
    engine.apply([{ gone: refTo(leafKind, 'a-1') }], start)
    assert.equal(engine.nextCheckAt, undefined)
  })

  it('a value that only passes through on the way moves no transition time', () => {
    const engine = grown()
    // The root turns False and the leaves hear of it within one call; their Ready stays True from before.
    engine.apply([{ object: leafObject('a-1', { owner: 'a', healthy: false }) }], later)
    assert.equal(condition(engine, refTo(leafKind, 'a-2'), 'Ready')?.lastTransitionTime, start)
  })

  it('a clock that jumps back breaks nothing', () => {
    const engine = grown()
    engine.apply([], '2026-01-01T00:02:00Z')
    engine.apply([{ object: leafObject('a-1', { owner: 'a', healthy: false }) }], start)
    assert.equal(says(engine, refTo(leafKind, 'a-1'), 'Mature'), 'False Young')
    assert.equal(engine.nextCheckAt, '2026-01-01T00:01:00.000Z')
  })
})
