import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { aggregate } from './aggregate.ts'
import { anyObjects } from './arbitrary.testing.ts'
import { mergeStrategy } from './merge/strategy.ts'
import { aggregateSeverity, type SeverityObject } from './severity/report.ts'
import { many } from './severity/short.testing.ts'
import {
  filterStretches,
  filterStretchesBy,
  foldStretches,
  isStretched,
  joinStretches,
  mapStretches,
  Stretch,
  stretchesOf,
} from './stretches.ts'

/** Ten stretches of numbers, and in which of them one number is replaced, one after the other. */
const numbers = fc.record({
  stretches: fc.array(fc.array(fc.nat({ max: 50 }), { minLength: 8, maxLength: 12 }), {
    minLength: 10,
    maxLength: 10,
  }),
  changes: fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 7 }), fc.nat({ max: 50 })), { maxLength: 8 }),
})

const sum = foldStretches(
  (items: readonly number[]) => items.reduce((total, item) => total + item, 0),
  (sums) => sums.reduce((total, item) => total + item, 0),
)
const even = filterStretches((item: number) => item % 2 === 0)
const above = filterStretchesBy<number, number>(String, (item, limit) => item > limit)
const texts = mapStretches((items: readonly number[]) => items.map(String))

/** Replaces one item of a list, and leaves all stretches but its own as they are. */
function replaced<Item>(
  list: readonly Item[],
  [place, at, item]: readonly [number, number, Item],
): readonly Item[] {
  return joinStretches(
    stretchesOf(list).map((stretch, index) =>
      index === place ? new Stretch(stretch.items.with(at, item)) : stretch,
    ),
  )
}

describe('what is taken of a list in stretches', () => {
  it('is what the same list gives without them, whatever has changed in between', () => {
    fc.assert(
      fc.property(numbers, ({ stretches, changes }) => {
        let list = joinStretches(stretches.map((items) => new Stretch<number>(items)))
        for (const change of [undefined, ...changes]) {
          if (change !== undefined) list = replaced(list, change)
          const plain = [...list]
          assert.equal(isStretched(list), true)
          assert.equal(sum(list), sum(plain))
          assert.deepEqual(even(list), even(plain))
          for (const limit of [10, 40]) assert.deepEqual(above(list, limit), above(plain, limit))
          assert.deepEqual(texts(even(list)), texts(even(plain)))
        }
      }),
      { seed: 23, numRuns: 200 },
    )
  })

  it('is looked at again only in stretches that changed', () => {
    let looked = 0
    const count = foldStretches(
      (items: readonly number[]) => {
        looked++
        return items.length
      },
      (sums) => sums.reduce((total, length) => total + length, 0),
    )
    const list = joinStretches(Array.from({ length: 10 }, () => new Stretch(Array<number>(10).fill(1))))
    assert.equal(count(list), 100)
    assert.equal(count(replaced(list, [3, 0, 2])), 100)
    assert.equal(looked, 11)
  })

  it('leaves a list alone in which everything stays', () => {
    const list = joinStretches(Array.from({ length: 10 }, () => new Stretch(Array<number>(10).fill(2))))
    assert.equal(even(list), list)
  })

  it('is not kept of short lists', () => {
    assert.equal(isStretched(joinStretches([new Stretch([1]), new Stretch([2])])), false)
  })
})

const strategy = mergeStrategy()
const first = ({ labels }: { readonly labels?: Readonly<Record<string, string>> }): boolean =>
  'leads' in (labels ?? {})

/** Eighty objects or more, in stretches of ten. */
const stretched = <Item>(items: readonly Item[]): readonly Item[] => {
  const enough = Array.from({ length: 80 }, (_, at) => items[at % items.length] as Item)
  return joinStretches(Array.from({ length: 8 }, (_, at) => new Stretch(enough.slice(at * 10, at * 10 + 10))))
}

describe('an aggregate of a list in stretches', () => {
  it('says and rests on what it would without them', () => {
    fc.assert(
      fc.property(anyObjects, fc.boolean(), (objects, leads) => {
        const list = stretched(objects)
        const options = { strategy, ...(leads && { first }) }
        const [inStretches, plain] = [
          aggregate(list, 'Ready', options),
          aggregate([...list], 'Ready', options),
        ]
        assert.deepEqual(inStretches.condition, plain.condition)
        assert.deepEqual(inStretches.sources, plain.sources)
      }),
      { seed: 23, numRuns: 300 },
    )
  })

  it('does so with a reason that is a function of all that was merged', () => {
    const counted = mergeStrategy({
      reason: ({ issues, unknowns, infos }) => `R${issues.length}_${unknowns.length}_${infos.length}`,
    })
    fc.assert(
      fc.property(anyObjects, (objects) => {
        const list = stretched(objects)
        assert.deepEqual(
          aggregate(list, 'Ready', { strategy: counted }).condition,
          aggregate([...list], 'Ready', { strategy: counted }).condition,
        )
      }),
      { seed: 23, numRuns: 100 },
    )
  })
})

const anySeverityObject: fc.Arbitrary<SeverityObject> = fc.record({
  kind: fc.constantFrom('Machine', 'MachineSet'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  conditions: fc
    .constantFrom(
      'Ready=True',
      'Ready=False/Error R: x',
      'Ready=False/Info S: y',
      'Ready=Unknown T',
      'Other=True',
    )
    .map((text) => many(text)),
})

describe('an aggregate of the older model over a list in stretches', () => {
  it('says and rests on what it would without them', () => {
    fc.assert(
      fc.property(
        fc.array(anySeverityObject, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (objects, sourceRef) => {
          const list = stretched(objects)
          const inStretches = aggregateSeverity(list, 'MachinesReady', { sourceRef })
          const plain = aggregateSeverity([...list], 'MachinesReady', { sourceRef })
          assert.deepEqual(inStretches?.condition, plain?.condition)
          assert.deepEqual(inStretches?.sources, plain?.sources)
        },
      ),
      { seed: 23, numRuns: 300 },
    )
  })
})
