import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KindRef, KubeObject, ObjectRef } from '@sitrep/status'
import fc from 'fast-check'
import type { WorldChange } from './change.ts'
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
import { NaiveEngine } from './naive-engine.testing.ts'

const leaves = ['l1', 'l2', 'l3', 'l4', 'l5']
const groups = ['g1', 'g2', 'g3']
const epoch = Date.parse('2026-01-01T00:00:00Z')
const at = (seconds: number): string => new Date(epoch + seconds * 1000).toISOString()

const foreign = fc.option(fc.constantFrom('True', 'False', 'Unknown'), { nil: undefined })

const withForeign = <Object extends KubeObject>(object: Object, status: string | undefined): Object =>
  status === undefined
    ? object
    : {
        ...object,
        status: {
          conditions: [{ type: 'Foreign', status, reason: 'R', message: '', lastTransitionTime: at(0) }],
        },
      }

const leafChange = fc
  .record({
    name: fc.constantFrom(...leaves),
    owner: fc.option(fc.constantFrom(...groups), { nil: undefined }),
    healthy: fc.option(fc.boolean(), { nil: undefined }),
    root: fc.constantFrom('root', 'no-such-root'),
    bornAt: fc.integer({ min: 0, max: 40 }),
    foreign,
  })
  .map(({ name, bornAt, owner, healthy, root, foreign: status }): WorldChange => {
    const spec = {
      ...(owner === undefined ? {} : { owner }),
      ...(healthy === undefined ? {} : { healthy }),
      root,
    }
    return { object: withForeign(leafObject(name, spec, { creationTimestamp: at(bornAt) }), status) }
  })

const groupChange = fc
  .record({
    name: fc.constantFrom(...groups),
    checked: fc.integer({ min: 0, max: 3 }),
    rooted: fc.boolean(),
    foreign,
  })
  .map(
    ({ name, checked, rooted, foreign: status }): WorldChange => ({
      object: withForeign(groupObject(name, { checked }, rooted ? { root: 'root' } : {}), status),
    }),
  )

const rootChange = fc
  .record({ frozen: fc.boolean(), generation: fc.integer({ min: 1, max: 3 }) })
  .map(({ frozen, generation }): WorldChange => ({ object: rootObject({ frozen }, { generation }) }))

const gone = fc
  .constantFrom(
    ...leaves.map((name) => refTo(leafKind, name)),
    ...groups.map((name) => refTo(groupKind, name)),
    refTo(rootKind, 'root'),
  )
  .map((ref): WorldChange => ({ gone: ref }))

const feed = fc
  .record({ kind: fc.constantFrom<KindRef>(leafKind, groupKind, rootKind), read: fc.boolean() })
  .map((change): WorldChange => change)

// One object is named once in a batch: what comes last would otherwise win, and order would matter.
const batch = fc.uniqueArray(fc.oneof(leafChange, leafChange, groupChange, rootChange, gone, feed), {
  maxLength: 6,
  selector: subject,
})

function subject(change: WorldChange): string {
  if ('object' in change) return `${change.object.kind} ${change.object.metadata.name}`
  if ('gone' in change) return `${change.gone.kind} ${change.gone.name}`
  if ('awaited' in change) return `${change.awaited.kind} ${change.awaited.name}`
  if ('moved' in change) return `${change.moved.kind} ${change.moved.name}`
  if ('untold' in change) return `untold ${change.untold}`
  return `feed ${change.kind === 'every' ? '' : change.kind.kind}`
}

const history = fc.array(fc.record({ changes: batch, pause: fc.integer({ min: 0, max: 30 }) }), {
  minLength: 1,
  maxLength: 8,
})

const refs: readonly ObjectRef[] = [
  ...leaves.map((name) => refTo(leafKind, name)),
  ...groups.map((name) => refTo(groupKind, name)),
  refTo(rootKind, 'root'),
]

const settled = (status: unknown): unknown => {
  if (status === undefined) return undefined
  const { conditions = [], ...rest } = status as Status
  return {
    ...rest,
    conditions: Object.fromEntries(conditions.map((condition) => [condition.type, condition])),
  }
}

const picture = (engine: Engine): unknown =>
  refs.map((ref) => [ref.name, settled(engine.object(ref)?.status)])

/** Without transition times and without what a frozen root keeps: that is all that history may leave behind. */
const timeless = (engine: Engine): unknown =>
  refs.map((ref) => {
    const { conditions = [], ...rest } = (engine.object(ref)?.status ?? {}) as Status
    return [
      ref.name,
      rest,
      conditions.map(({ type, status, reason, message }) => [type, status, reason, message]).sort(),
    ]
  })

const everything: WorldChange = { kind: 'every', read: true }

describe('The engine against recomputing everything', () => {
  it('says the same to the byte after every step of any history, however many objects lie open', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(0, 2, 8_192), (steps, keptOpen) => {
        const engine = createEngine(family, { keptOpen })
        const naive = new NaiveEngine(family)
        let seconds = 0
        engine.apply([everything], at(0))
        naive.apply([everything], at(0))
        for (const { changes, pause } of steps) {
          seconds += pause
          engine.apply(changes, at(seconds))
          naive.apply(changes, at(seconds))
          assert.deepEqual(
            picture(engine),
            refs.map((ref) => [ref.name, settled(naive.status(ref))]),
          )
        }
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same answer whatever the order of changes inside one call', () => {
    const shuffled = history.chain((steps) =>
      fc.tuple(
        fc.constant(steps),
        fc.tuple(...steps.map(({ changes }) => fc.shuffledSubarray(changes, { minLength: changes.length }))),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([steps, orders]) => {
        const [one, other] = [createEngine(family, { keptOpen: 0 }), createEngine(family)]
        let seconds = 0
        for (const [index, { changes, pause }] of steps.entries()) {
          seconds += pause
          const first = one.apply(changes, at(seconds))
          const second = other.apply(orders[index] ?? [], at(seconds))
          assert.deepEqual(
            first.map(({ ref, status, because: _, ...rest }) => ({ ref, status, rest })),
            second.map(({ ref, status, because: _, ...rest }) => ({ ref, status, rest })),
          )
        }
      }),
      { numRuns: 200 },
    )
  })

  it('ends in the same place however changes are batched, apart from times', () => {
    const thawed = fc.array(fc.oneof(leafChange, groupChange, feed), { maxLength: 20 })
    fc.assert(
      fc.property(thawed, (changes) => {
        const [together, single] = [createEngine(family), createEngine(family, { keptOpen: 1 })]
        const world = [everything, { object: rootObject() }, ...changes]
        together.apply(world, at(100))
        for (const change of world) single.apply([change], at(100))
        assert.deepEqual(timeless(together), timeless(single))
      }),
      { numRuns: 200 },
    )
  })
})
