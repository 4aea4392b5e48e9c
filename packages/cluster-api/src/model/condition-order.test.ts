import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AnyCondition, type Condition, orderConditions } from '@sitrep/conditions'
import { compareConditions, compareSeverityConditions } from './condition-order.ts'

type Case = [given: string, sorted: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Deleting B Available A Paused Ready C!', 'Available Ready A B C! Paused Deleting', 'summaries lead, Paused and Deleting end, the unknown stand between'],
  ['Ready Available',                        'Available Ready',                        'whether it serves comes before whether it is ready'],
  ['ScalingUp ScalingDown RollingOut',       'RollingOut ScalingDown ScalingUp',       'known types have places of their own'],
  ['Zed WorkerMachinesUpToDate',             'WorkerMachinesUpToDate Zed',             'known types come before unknown ones'],
  ['b _ Z a A 9 ! é',                        '! 9 A Z _ a b é',                        'unknown types go by bytes, not by any language'],
  ['ready Ready',                            'Ready ready',                            'a type is its exact spelling'],
  ['Deleting Paused',                        'Paused Deleting',                        'Deleting is the very last'],
  ['A  Paused Ready',                        'Ready  A Paused',                        'an empty type is an unknown one, and the least of them'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const older: Case[] = [
  ['b Paused Available Ready a Deleting Z',  'Ready Available Deleting Paused Z a b',  'Ready leads, and no other type has a place of its own'],
  ['ready Ready',                            'Ready ready',                            'a type is its exact spelling'],
]

const one = (type: string): Condition => ({ type, status: 'True', reason: 'R', message: '' })
const typesOf = (list: readonly AnyCondition[]): string => list.map(({ type }) => type).join(' ')

describe('the order of Cluster API', () => {
  for (const [given, sorted, because] of cases) {
    it(`${given} becomes ${sorted}, because ${because}`, () => {
      assert.equal(typesOf(orderConditions(given.split(' ').map(one), compareConditions)), sorted)
    })
  }

  it('leaves equal ones as they stood', () => {
    const [first, second] = [one('A'), { ...one('A'), reason: 'S' }]
    assert.deepEqual(orderConditions([one('B'), first, second], compareConditions), [first, second, one('B')])
  })
})

describe('the order of its older model', () => {
  for (const [given, sorted, because] of older) {
    it(`${given} becomes ${sorted}, because ${because}`, () => {
      assert.equal(typesOf(orderConditions(given.split(' ').map(one), compareSeverityConditions)), sorted)
    })
  }
})
