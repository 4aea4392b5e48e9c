import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { aggregate } from './aggregate.ts'
import { anyCondition, anyInstant, anyList, anyObjects } from './arbitrary.testing.ts'
import { byteLength, compareBytes } from './byte-order.ts'
import type { Condition } from './condition.ts'
import { type Decision, stated } from './decision.ts'
import { compareInstants, floorToSecond } from './instant.ts'
import { shortenMessage } from './limits.ts'
import { mergeStrategy } from './merge/strategy.ts'
import { mirror } from './mirror.ts'
import { orderConditions } from './order.ts'
import { applyConditions, diffConditions } from './patch/conditions.ts'
import { readConditions } from './read/read-conditions.ts'
import { sameConditions } from './same.ts'
import { deleteCondition, setCondition, setConditions } from './set.ts'
import { byType, frozen } from './short.testing.ts'
import { summarize } from './summarize.ts'

const now = '2024-06-01T12:00:00Z'
const types = ['Available', 'Ready', 'A', 'B', 'c', 'Missing'] as const

function holds<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [index in keyof Values]: fc.Arbitrary<Values[index]> },
  property: (...values: Values) => void,
): void {
  fc.assert(fc.property(...arbitraries, (...values) => property(...frozen(values))))
}

const shuffled = <Item>(items: readonly Item[]): fc.Arbitrary<Item[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

const leave =
  (outcome: 'keep' | 'absent') =>
  (type: string): Decision => ({ outcome, type, by: 'table', sources: [] })

const anyDecisions = fc.uniqueArray(
  fc.oneof(
    anyCondition().map((given): Decision => stated(given)),
    fc.constantFrom(...types).map(leave('keep')),
    fc.constantFrom(...types).map(leave('absent')),
  ),
  { selector: ({ type }) => type, maxLength: 6 },
)

describe('setting, whatever is set', () => {
  it('changes nothing the second time', () => {
    holds([anyList, anyCondition()], (list, given) => {
      const once = setCondition(list, given, { generation: 2, now })
      assert.equal(setCondition(once, given, { generation: 2, now: '2025-01-01T00:00:00Z' }), once)
    })
  })

  it('leaves the condition in the list once, the others where they stood, or all as somebody asks', () => {
    holds([anyList, anyCondition()], (list, given) => {
      const set = setCondition(list, given, { now })
      const places = [...new Set([...list.map(({ type }) => type), given.type])]
      assert.deepEqual(
        set.map(({ type }) => type),
        places,
      )
      const sorted = setCondition(list, given, { now, order: byType })
      assert.deepEqual(sorted, set === list ? list : set.toSorted(byType))
    })
  })

  it('moves the time exactly when the status moves', () => {
    holds([anyList, anyCondition()], (list, given) => {
      const was = list.find(({ type }) => type === given.type)
      const is = setCondition(list, given, { now }).find(({ type }) => type === given.type)
      const moved = floorToSecond(given.lastTransitionTime ?? now)
      assert.equal(is?.lastTransitionTime, was?.status === given.status ? was.lastTransitionTime : moved)
    })
  })

  it('does not depend on the order of decisions where the list is sorted', () => {
    const twice = anyDecisions.chain((some) => fc.tuple(fc.constant(some), shuffled(some)))
    holds([anyList, twice], (list, [one, other]) => {
      const set = (some: readonly Decision[]): readonly Condition[] =>
        setConditions(list, some, { now, order: byType })
      assert.deepEqual(set(one), set(other))
    })
  })

  it('says the same carried out together as one by one', () => {
    const options = { generation: 2, now }
    const carriedOut = (before: readonly Condition[], decision: Decision): readonly Condition[] =>
      decision.outcome === 'set'
        ? setCondition(before, decision.condition, options)
        : decision.outcome === 'absent'
          ? deleteCondition(before, decision.type)
          : before
    holds([anyList, anyDecisions], (list, some) => {
      assert.deepEqual(setConditions(list, some, options), some.reduce(carriedOut, list))
    })
  })

  it('leaves a list as the platform would sort it, however long it is', () => {
    holds([fc.array(anyCondition(), { maxLength: 80 })], (list) => {
      assert.deepEqual(orderConditions(list, byType), list.toSorted(byType))
    })
  })
})

describe('merging, whatever is merged', () => {
  it('gives the same summary whatever the order of the list', () => {
    const twice = anyList.chain((list) => fc.tuple(fc.constant(list), shuffled(list)))
    holds([twice, fc.boolean()], ([one, other], positive) => {
      const strategy = mergeStrategy({ targetPolarity: positive ? 'positive' : 'negative' })
      const options = { type: 'Sum', types, strategy }
      assert.deepEqual(summarize(one, options), summarize(other, options))
    })
  })

  it('gives the same aggregate whatever the order of the objects', () => {
    const twice = anyObjects.chain((objects) => fc.tuple(fc.constant(objects), shuffled(objects)))
    holds([twice], ([one, other]) => {
      assert.deepEqual(aggregate(one, 'Ready').condition, aggregate(other, 'Ready').condition)
    })
  })

  it('never says that all is well while one is not', () => {
    holds([anyObjects], (objects) => {
      const statuses = objects.map(
        ({ conditions }) => conditions?.find(({ type }) => type === 'Ready')?.status,
      )
      const { status } = aggregate(objects, 'Ready').condition
      const expected = statuses.includes('False')
        ? 'False'
        : statuses.every((s) => s === 'True')
          ? 'True'
          : 'Unknown'
      assert.equal(status, expected)
    })
  })

  it('rests on objects that say what it says', () => {
    holds([anyObjects], (objects) => {
      const { condition, sources } = aggregate(objects, 'Ready')
      const agreeing = objects.filter(
        ({ conditions }) =>
          (conditions?.find(({ type }) => type === 'Ready')?.status ?? 'Unknown') === condition.status,
      )
      assert.equal(sources.length, agreeing.length)
    })
  })

  it('mirrors a condition as it is, but for type and generation', () => {
    holds([anyCondition()], (source) => {
      const { observedGeneration, ...rest } = source
      assert.deepEqual(mirror([source], source.type, { target: 'Target' }).condition, {
        ...rest,
        type: 'Target',
      })
    })
  })
})

describe('patching, whatever was changed', () => {
  // One edit a type: a status that flips there and back has moved its time, which no difference in status tells.
  const edits = fc.uniqueArray(fc.oneof(anyCondition(), fc.constantFrom(...types)), {
    selector: (step) => (typeof step === 'string' ? step : step.type),
    maxLength: 6,
  })
  const edited = (list: readonly Condition[], steps: readonly (Condition | string)[]): readonly Condition[] =>
    steps.reduce<readonly Condition[]>(
      (result, step) =>
        typeof step === 'string' ? deleteCondition(result, step) : setCondition(result, step, { now }),
      list,
    )

  it('applied to what it was made from gives what it was made to', () => {
    holds([anyList, edits], (a, steps) => {
      const b = edited(a, steps)
      const applied = applyConditions(diffConditions(a, b), a, { now, order: byType })
      assert.ok(sameConditions(applied, b))
      if (applied !== a) assert.deepEqual(applied, b.toSorted(byType))
    })
  })

  it('applied a second time changes nothing', () => {
    holds([anyList, edits], (a, steps) => {
      const patch = diffConditions(a, edited(a, steps))
      const once = applyConditions(patch, a, { now, force: true })
      assert.deepEqual(applyConditions(patch, once, { now: '2025-01-01T00:00:00Z', force: true }), once)
    })
  })

  it('of a list and itself in another order is empty', () => {
    const twice = anyList.chain((list) => fc.tuple(fc.constant(list), shuffled(list)))
    holds([twice], ([a, b]) => assert.deepEqual(diffConditions(a, b), []))
  })

  it('never conflicts when it is forced, and then says what was wanted', () => {
    holds([anyList, anyList, anyList], (before, after, latest) => {
      const applied = applyConditions(diffConditions(before, after), latest, { now, force: true })
      for (const { type, status } of diffConditions(before, after).flatMap((step) =>
        'after' in step ? step.after : [],
      )) {
        assert.equal(applied.find((condition) => condition.type === type)?.status, status)
      }
    })
  })
})

describe('texts and times, whatever they are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })

  it('are ordered as their bytes are', () => {
    holds([text, text], (a, b) => {
      assert.equal(Math.sign(compareBytes(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)))
    })
  })

  it('are shortened to the limit, to a start of what they were, and once only', () => {
    const lines = fc.array(text, { maxLength: 20 }).map((parts) => parts.join('\n'))
    holds([lines, fc.integer({ min: 60, max: 200 })], (message, limit) => {
      const short = shortenMessage(message, limit)
      assert.ok(byteLength(short) <= limit)
      assert.equal(shortenMessage(short, limit), short)
      const marker = short.lastIndexOf('\n[shortened, ')
      if (short !== message) assert.ok(message.startsWith(short.slice(0, marker)))
    })
  })

  it('are ordered without contradiction', () => {
    holds([anyInstant, anyInstant, anyInstant], (a, b, c) => {
      assert.equal(Math.sign(compareInstants(a, b)), 0 - Math.sign(compareInstants(b, a)))
      if (compareInstants(a, b) <= 0 && compareInstants(b, c) <= 0) assert.ok(compareInstants(a, c) <= 0)
      assert.ok(compareInstants(floorToSecond(a), a) <= 0)
    })
  })
})

describe('reading, whatever is read', () => {
  it('gives conditions or says why not, and never fails otherwise', () => {
    const conditions = fc.anything({ withNullPrototype: true, withDate: true })
    const object = fc.oneof(
      conditions,
      fc.record({ status: fc.record({ conditions: fc.array(conditions) }) }),
    )
    fc.assert(
      fc.property(object, (given) => {
        const reading = readConditions(given)
        if (!reading.read) assert.notEqual(reading.why, '')
      }),
    )
  })

  it('reads back what was set', () => {
    holds([anyList], (list) => {
      const set = list.reduce<readonly Condition[]>((all, given) => setCondition(all, given, { now }), [])
      const reading = readConditions(JSON.parse(JSON.stringify({ status: { conditions: set } })))
      assert.deepEqual(reading.read && reading.items, set)
    })
  })
})
