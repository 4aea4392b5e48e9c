import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isConditionStatus, statusOf } from './condition.ts'
import {
  getCondition,
  getLastTransitionTime,
  getMessage,
  getReason,
  hasCondition,
  isFalse,
  isTrue,
  isUnknown,
} from './get.ts'
import { many, one } from './short.testing.ts'

const list = many('yes=True R', 'no=False R', 'perhaps=Unknown R', 'odd=Maybe R')

type Case = [
  type: string,
  has: boolean,
  isTrue: boolean,
  isFalse: boolean,
  isUnknown: boolean,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['yes',     true,  true,  false, false, 'it says True'],
  ['no',      true,  false, true,  false, 'it says False'],
  ['perhaps', true,  false, false, true,  'it says Unknown'],
  ['missing', false, false, false, true,  'nobody knows what is not reported'],
  ['odd',     true,  false, false, false, 'a status outside the three is none of them'],
]

describe('asking a list', () => {
  for (const [type, has, ofTrue, ofFalse, ofUnknown, because] of cases) {
    it(`${type}: has ${has}, True ${ofTrue}, False ${ofFalse}, Unknown ${ofUnknown}, because ${because}`, () => {
      assert.deepEqual(
        [hasCondition(list, type), isTrue(list, type), isFalse(list, type), isUnknown(list, type)],
        [has, ofTrue, ofFalse, ofUnknown],
      )
    })
  }

  it('finds the first of a type', () => {
    const twice = many('A=True first', 'A=False second')
    assert.equal(getCondition(twice, 'A'), twice[0])
    assert.equal(getReason(twice, 'A'), 'first')
  })

  it('gives empty texts and no time for what is missing', () => {
    assert.deepEqual(
      [getReason(list, 'x'), getMessage(list, 'x'), getLastTransitionTime(list, 'x')],
      ['', '', undefined],
    )
  })

  it('gives the texts and the time of what is there', () => {
    const dated = [one('A=True R: all well', { lastTransitionTime: '2024-01-01T00:00:00Z' })]
    assert.equal(getMessage(dated, 'A'), 'all well')
    assert.equal(getLastTransitionTime(dated, 'A'), '2024-01-01T00:00:00Z')
  })

  it('finds nothing in a list that is not there', () => {
    assert.equal(getCondition(undefined, 'A'), undefined)
    assert.equal(getCondition(null, 'A'), undefined)
    assert.equal(isUnknown(undefined, 'A'), true)
  })
})

describe('a status', () => {
  it('says what a boolean says', () => {
    assert.deepEqual([statusOf(true), statusOf(false)], ['True', 'False'])
  })

  it('is one of three exact words', () => {
    const words = ['True', 'False', 'Unknown', 'true', '', undefined, true]
    assert.deepEqual(words.map(isConditionStatus), [true, true, true, false, false, false, false])
  })
})
