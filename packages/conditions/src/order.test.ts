import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { orderConditions } from './order.ts'
import { many, one, typesOf } from './short.testing.ts'

type Case = [given: string, sorted: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Deleting B Available A Paused Ready C!', 'Available Ready A B C! Paused Deleting', 'verdicts lead, Paused and Deleting end, the unknown stand between'],
  ['Ready Available',                        'Available Ready',                        'whether it serves comes before whether it is ready'],
  ['ScalingUp ScalingDown RollingOut',       'RollingOut ScalingDown ScalingUp',       'known types have places of their own'],
  ['Zed WorkerMachinesUpToDate',             'WorkerMachinesUpToDate Zed',             'known types come before unknown ones'],
  ['b _ Z a A 9 ! é',                        '! 9 A Z _ a b é',                        'unknown types go by bytes, not by any language'],
  ['ready Ready',                            'Ready ready',                            'a type is its exact spelling'],
  ['Deleting Paused',                        'Paused Deleting',                        'Deleting is the very last'],
]

describe('the default order', () => {
  for (const [given, sorted, because] of cases) {
    it(`${given} becomes ${sorted}, because ${because}`, () => {
      const list = given.split(' ').map((type) => one(`${type}=True R`))
      assert.equal(typesOf(orderConditions(list)), sorted)
    })
  }

  it('puts an empty type with the unknown ones, before all others of them', () => {
    assert.equal(
      typesOf(orderConditions(many('A=True', '=True', 'Paused=True', 'Ready=True'))),
      'Ready  A Paused',
    )
  })

  it('leaves equal ones as they stood', () => {
    const list = many('B=True 1', 'A=True 2', 'A=True 1')
    assert.deepEqual(orderConditions(list), many('A=True 2', 'A=True 1', 'B=True 1'))
  })

  it('returns the very list when it is sorted already, and a copy otherwise', () => {
    const sorted = many('A=True', 'B=True')
    const unsorted = many('B=True', 'A=True')
    assert.equal(orderConditions(sorted), sorted)
    assert.notEqual(orderConditions(unsorted), unsorted)
    assert.equal(typesOf(unsorted), 'B A')
  })
})
