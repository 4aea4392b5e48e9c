import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, type Decision, setConditions, stated } from '@sitrep/conditions'
import {
  createCatalog,
  type KubeObject,
  type ObjectRef,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const everything: WorldChange = { kind: 'every', read: true }
const group = 'mistakes.sitrep.dev'

const object = (kind: string, name: string, spec: Record<string, unknown> = {}): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name, namespace: 'x', generation: 1 },
  spec,
})
const refTo = (kind: string, name: string): ObjectRef => ({ group, kind, namespace: 'x', name })

type Status = { readonly count?: number; readonly conditions?: readonly Condition[] }
type Plain = StatusDefinition<
  KubeObject,
  { object: KubeObject; previous: Status | undefined; seen: number },
  Status
>

const counted: View<number> = {
  name: 'counted',
  of: ({ status }) => (status as Status | undefined)?.count ?? 0,
}
const ready = (message: string): Decision =>
  stated({ type: 'Ready', status: 'True', reason: 'Fine', message })

/** A kind that reads `reads` and counts one further. */
const counting = (kind: string, reads: ObjectRef): Plain => ({
  kind: { group, kind },
  observe: (object, world) => {
    const seen = world.get(reads, counted)
    return { object, previous: world.previous, seen: seen.read ? (seen.item ?? 0) : 0 }
  },
  compute: ({ seen, previous }) => {
    const decided = [ready('')]
    return {
      status: { count: seen + 1, conditions: setConditions(previous?.conditions, decided, { now }) },
      decided,
    }
  },
  columns: [],
  onFailure: 'Ready',
})

describe('A definition that fails', () => {
  const throwing: Plain = {
    ...counting('Thrower', refTo('Other', 'o')),
    compute: ({ object, previous }) => {
      const { bad, count } = object.spec as { bad?: boolean; count: number }
      if (bad) throw new Error('our mistake')
      const decided = [ready('good')]
      return {
        status: { count, conditions: setConditions(previous?.conditions, decided, { generation: 1, now }) },
        decided,
      }
    },
  }

  it('keeps its other fields, says Unknown, hands the error out and harms nobody else', () => {
    const engine = createEngine(
      createCatalog({ definitions: [throwing, counting('Other', refTo('Nobody', 'n'))] }),
    )
    engine.apply(
      [everything, { object: object('Thrower', 't', { count: 7 }) }, { object: object('Other', 'o') }],
      now,
    )
    const [change] = engine.apply(
      [{ object: object('Thrower', 't', { count: 8, bad: true }) }],
      '2026-01-01T00:01:00Z',
    )
    assert.equal((change?.status as Status | undefined)?.count, 7)
    assert.deepEqual(
      change?.conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
      ['Ready Unknown InternalError'],
    )
    assert.equal(change?.problems[0]?.problem, 'definition-threw')
    assert.equal((engine.object(refTo('Other', 'o'))?.status as Status | undefined)?.count, 1)
  })

  it('is well again as soon as what it reads is', () => {
    const engine = createEngine(createCatalog({ definitions: [throwing] }))
    engine.apply([everything, { object: object('Thrower', 't', { count: 1, bad: true }) }], now)
    const [change] = engine.apply([{ object: object('Thrower', 't', { count: 2 }) }], now)
    assert.equal((change?.status as Status | undefined)?.count, 2)
    assert.deepEqual(change?.problems, [])
  })

  it('a pass without a status is such a failure', () => {
    const empty = {
      ...counting('Empty', refTo('Nobody', 'n')),
      compute: () => ({ decided: [] }),
    } as unknown as Plain
    const engine = createEngine(createCatalog({ definitions: [empty] }))
    const [change] = engine.apply([everything, { object: object('Empty', 'e') }], now)
    assert.equal(change?.problems[0]?.problem, 'definition-threw')
  })
})

describe('Kinds that read each other', () => {
  const ping = counting('Ping', refTo('Pong', 'b'))
  const pong = counting('Pong', refTo('Ping', 'a'))
  const world = [everything, { object: object('Ping', 'a') }, { object: object('Pong', 'b') }]

  it('a ring that never settles is stopped and named with its objects and views', () => {
    const engine = createEngine(createCatalog({ definitions: [ping, pong] }))
    const changes = engine.apply(world, now)
    assert.deepEqual(
      changes.map(({ ref }) => ref.kind),
      ['Ping', 'Pong'],
    )
    assert.deepEqual(changes[0]?.problems, [
      { problem: 'unsettled-ring', objects: [refTo('Ping', 'a'), refTo('Pong', 'b')], views: ['counted'] },
    ])
    assert.equal(changes[0]?.conditions[0]?.status, 'Unknown')
  })

  it('does not keep the next call from its work', () => {
    const engine = createEngine(
      createCatalog({ definitions: [counting('Other', refTo('Nobody', 'n')), ping, pong] }),
    )
    engine.apply(world, now)
    engine.apply([{ object: object('Other', 'o') }], now)
    assert.equal((engine.object(refTo('Other', 'o'))?.status as Status | undefined)?.count, 1)
  })
})

describe('A pass that asks for another', () => {
  const climbing = (top: number): Plain => ({
    ...counting('Climber', refTo('Nobody', 'n')),
    compute: ({ previous }) => {
      const count = (previous?.count ?? 0) + 1
      const decided = [ready('')]
      const status = { count, conditions: setConditions(previous?.conditions, decided, { now }) }
      return count < top ? { status, decided, again: true } : { status, decided }
    },
  })

  it('gets it in the same call, starting from its own result', () => {
    const engine = createEngine(createCatalog({ definitions: [climbing(3)] }))
    engine.apply([everything, { object: object('Climber', 'c') }], now)
    assert.equal((engine.object(refTo('Climber', 'c'))?.status as Status | undefined)?.count, 3)
  })

  it('does not get it where exactly one pass is wanted', () => {
    const engine = createEngine(createCatalog({ definitions: [climbing(3)] }), { passes: 'once' })
    engine.apply([everything, { object: object('Climber', 'c') }], now)
    assert.equal((engine.object(refTo('Climber', 'c'))?.status as Status | undefined)?.count, 1)
  })

  it('is stopped and named when it never has enough', () => {
    const engine = createEngine(createCatalog({ definitions: [climbing(Number.POSITIVE_INFINITY)] }))
    const [change] = engine.apply([everything, { object: object('Climber', 'c') }], now)
    assert.equal(change?.problems[0]?.problem, 'unsettled-ring')
  })
})

describe('One condition type of one object', () => {
  const speaking = (kind: string): Plain => ({
    ...counting(kind, refTo('Nobody', 'n')),
    compute: () => ({
      status: { conditions: [] },
      decided: [],
      others: [
        {
          ref: refTo('Target', 't'),
          conditions: [{ type: 'Spoken', status: 'True', reason: kind, message: '' }],
        },
      ],
    }),
  })

  it('that two definitions claim is reported with both owners, and the first in order stands', () => {
    const engine = createEngine(createCatalog({ definitions: [speaking('First'), speaking('Second')] }))
    const changes = engine.apply(
      [
        everything,
        { object: object('Second', 's') },
        { object: object('First', 'f') },
        { object: object('Target', 't') },
      ],
      now,
    )
    const target = changes.find(({ ref }) => ref.kind === 'Target')
    assert.deepEqual(target?.problems, [
      { problem: 'two-owners', type: 'Spoken', owners: [refTo('First', 'f'), refTo('Second', 's')] },
    ])
    assert.deepEqual(
      target?.conditions.map(({ reason }) => reason),
      ['First'],
    )
  })

  it('is as reported again when its owner is gone', () => {
    const engine = createEngine(createCatalog({ definitions: [speaking('First')] }))
    engine.apply([everything, { object: object('First', 'f') }, { object: object('Target', 't') }], now)
    const changes = engine.apply([{ gone: refTo('First', 'f') }], now)
    assert.deepEqual(changes.find(({ ref }) => ref.kind === 'Target')?.conditions, [])
  })
})
