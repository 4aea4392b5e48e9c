import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, getCondition } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'
import {
  family,
  group,
  groupKind,
  groupObject,
  leafKind,
  leafObject,
  rootKind,
  rootObject,
} from './family.testing.ts'

const now = '2026-01-01T00:00:00Z'
const namespace = 'prod'
const leaf: ObjectRef = { ...leafKind, namespace, name: 'a' }
const all: readonly ObjectRef[] = [
  leaf,
  { ...groupKind, namespace, name: 'g' },
  { ...rootKind, namespace, name: rootObject().metadata.name },
]
const ownerReferences = [{ apiVersion: `${group}/v1`, kind: 'Group', name: 'g', uid: 'uid-g' }]
const unhealthy = (): WorldChange => ({ object: leafObject('a', { healthy: false }, { ownerReferences }) })
const world = (): readonly WorldChange[] => [
  { kind: 'every', read: true },
  { object: rootObject() },
  { object: groupObject('g') },
  { object: leafObject('a', {}, { ownerReferences }) },
]
const moved = (to: 'here' | 'beside' | 'elsewhere', refs: readonly ObjectRef[]): readonly WorldChange[] =>
  refs.map((ref) => ({ moved: ref, to }))

function started(...changes: readonly WorldChange[]): Engine {
  const engine = createEngine(family)
  engine.apply([...world(), ...changes], now)
  return engine
}
const conditions = (engine: Engine, ref: ObjectRef): readonly Condition[] =>
  (engine.object(ref)?.status as { conditions?: readonly Condition[] } | undefined)?.conditions ?? []

describe('What somebody else looks after from now on', () => {
  it('is gone without a word, with all that belongs to it', () => {
    const engine = started()
    assert.deepEqual(engine.apply(moved('elsewhere', all), now), [])
    assert.deepEqual([...engine.objects()], [])
  })

  it('comes back as it was', () => {
    const [engine, other] = [started(), started()]
    engine.apply(moved('elsewhere', all), now)
    engine.apply(world().slice(1), now)
    for (const ref of all) assert.deepEqual(engine.object(ref), other.object(ref))
  })

  it('stays as it is reported where somebody here reads it', () => {
    const engine = started()
    assert.notDeepEqual(conditions(engine, leaf), [])
    assert.deepEqual(
      engine
        .apply(moved('beside', [leaf]), now)
        .map(({ ref }) => ref.kind)
        .includes('Leaf'),
      false,
    )
    assert.deepEqual(
      engine.claims(leaf).filter((type) => type === 'Ready'),
      [],
    )
    engine.apply([{ ...unhealthy(), given: true } as WorldChange], now)
    assert.equal(getCondition(conditions(engine, leaf), 'Ready'), undefined)
  })

  it('is computed as soon as it is looked after here', () => {
    const engine = createEngine(family)
    const given = world().map((change) => ('object' in change ? { ...change, given: true as const } : change))
    assert.deepEqual(engine.apply(given, now), [])
    const changes = engine.apply(moved('here', all), now)
    assert.deepEqual(changes.map(({ ref }) => ref.kind).sort(), ['Group', 'Leaf', 'Root'])
    const other = started()
    for (const ref of all) assert.deepEqual(engine.object(ref), other.object(ref))
  })
})

describe('A cluster that nobody looks at any more', () => {
  const cluster = 'prod/blue'
  it('is read by those who still ask as if nobody had ever looked', () => {
    const engine = started({ cluster, kind: leafKind, read: true })
    engine.apply([{ untold: cluster }], now)
    engine.apply([{ untold: '' }], now)
    assert.ok(engine.wanted.some(({ cluster: asked }) => asked === ''))
  })
})
