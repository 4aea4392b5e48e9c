import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aggregate } from './aggregate.ts'
import type { ConditionStatus } from './condition.ts'
import type { ConditionedObject } from './source.ts'

type Row = [
  name: string,
  status: ConditionStatus,
  message: string,
  day: number | undefined,
  namespace?: string,
]

function objectsFrom(rows: readonly Row[]): readonly ConditionedObject[] {
  return rows.map(([name, status, message, day, namespace]) => {
    const time = day === undefined ? {} : { lastTransitionTime: `2024-01-0${day}T00:00:00Z` }
    const conditions = [{ type: 'A', status, reason: 'R', message, ...time }]
    return { kind: 'Foo', name, conditions, ...(namespace && { namespace }) }
  })
}

type Case = [name: string, rows: Row[], message: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the oldest of each speaks',
    [['a', 'False', 'x', 3], ['d', 'False', 'x', 1], ['b', 'False', 'y', 3], ['c', 'False', 'y', 1]],
    '* Foos b, c: y\n* Foos a, d: x', 'd and c are the oldest of their groups, and c comes before d'],
  ['unset is oldest',
    [['a', 'False', 'x', 1], ['d', 'False', 'x', undefined], ['b', 'False', 'y', 1], ['c', 'False', 'y', 2]],
    '* Foos b, c: y\n* Foos a, d: x', 'd was never set and so speaks for its group'],
  ['issues speak before unknowns',
    [['a', 'Unknown', 'x', 1], ['d', 'False', 'x', 2], ['b', 'Unknown', 'y', 1], ['c', 'False', 'y', 2]],
    '* Foos b, c: y\n* Foos a, d: x', 'however old the unknowns are'],
  ['names settle equal times',
    [['d', 'False', 'x', 1], ['a', 'False', 'x', 1], ['b', 'False', 'y', 1], ['c', 'False', 'y', 1]],
    '* Foos a, d: x\n* Foos b, c: y', 'the order of the input must not show'],
  ['the second name counts too',
    [['a', 'False', 'x', 1, 'n1'], ['c', 'False', 'x', 2], ['a', 'False', 'y', 1, 'n2'], ['b', 'False', 'y', 2]],
    '* Foos a, b: y\n* Foos a, c: x', 'the same name in two namespaces decides nothing'],
  ['a name that begins another',
    [['a', 'False', 'x', 1], ['z', 'False', 'x', 2], ['a!', 'False', 'y', 1], ['b', 'False', 'y', 2]],
    '* Foos a!, b: y\n* Foos a, z: x', 'names are compared joined by commas, and ! comes before the comma'],
  ['nothing but the text differs',
    [['a', 'False', 'y', 1, 'n1'], ['a', 'False', 'x', 1, 'n2']],
    '* Foo a: x\n* Foo a: y', 'upstream leaves it to chance; here the text decides'],
]

describe('messages that concern equally many objects', () => {
  for (const [name, rows, message, because] of cases) {
    it(`${name}: ${JSON.stringify(message)}, because ${because}`, () => {
      for (const order of permutations(objectsFrom(rows))) {
        assert.equal(aggregate(order, 'A').condition.message, message)
      }
    })
  }
})

describe('what an aggregate rests on', () => {
  const objects = objectsFrom([
    ['a', 'True', '', 1],
    ['c', 'False', 'x', 1, 'n'],
    ['b', 'False', 'x', 1, 'n'],
    ['d', 'False', 'x', undefined],
    ['e', 'Unknown', 'x', 1],
  ])

  it('is every object that gave it its status, oldest first and then by name', () => {
    for (const order of permutations(objects)) {
      assert.deepEqual(aggregate(order, 'A', { target: 'Sum' }).sources, [
        { ref: { kind: 'Foo', name: 'd' }, condition: 'A' },
        { ref: { kind: 'Foo', namespace: 'n', name: 'b' }, condition: 'A' },
        { ref: { kind: 'Foo', namespace: 'n', name: 'c' }, condition: 'A' },
      ])
    }
  })

  it('is part of the decision like any other field', () => {
    const decision = aggregate(objects, 'A')
    assert.equal(decision.by, 'aggregate')
    assert.equal({ ...decision }.sources.length, 3)
    assert.equal(JSON.parse(JSON.stringify(decision)).sources.length, 3)
    assert.equal(decision.sources, decision.sources)
  })
})

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}
