import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ConditionOrder, orderConditions } from './order.ts'
import { byType, frozen, many, typesOf } from './short.testing.ts'

type Case = [given: string[], order: ConditionOrder | undefined, sorted: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [['Ready=True', 'B=True', 'A=True'], undefined,               'Ready B A', 'nobody asks for an order'],
  [['Ready=True', 'B=True', 'A=True'], 'unsorted',              'Ready B A', 'somebody asks for none'],
  [['Ready=True', 'B=True', 'A=True'], byType,                  'A B Ready', 'the order is that of whoever asks'],
  [['A=True', 'B=True'],               (a, b) => byType(b, a),  'B A',       'and any other is as good'],
  [[],                                 byType,                  '',          'there is nothing to sort'],
]

describe('the order of a list', () => {
  for (const [given, order, sorted, because] of cases) {
    it(`${given.join(' ')} becomes ${sorted || 'nothing'}, because ${because}`, () => {
      assert.equal(typesOf(orderConditions(frozen(many(...given)), order)), sorted)
    })
  }

  it('leaves equal ones as they stood', () => {
    const list = many('B=True 1', 'A=True 2', 'A=True 1')
    assert.deepEqual(orderConditions(list, byType), many('A=True 2', 'A=True 1', 'B=True 1'))
  })

  it('returns the very list when it is sorted already, and a copy otherwise', () => {
    const sorted = many('A=True', 'B=True')
    const unsorted = many('B=True', 'A=True')
    assert.equal(orderConditions(sorted, byType), sorted)
    assert.notEqual(orderConditions(unsorted, byType), unsorted)
    assert.equal(typesOf(unsorted), 'B A')
  })
})
