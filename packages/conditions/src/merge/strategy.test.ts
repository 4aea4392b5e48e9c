import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { one } from '../short.testing.ts'
import { defaultPriority, type MergePriority, mergedStatus, mergeStrategy } from './strategy.ts'

describe('the weight of a condition', () => {
  const weigh = defaultPriority(['!C'])

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [condition: string, weight: MergePriority, because: string][] = [
    ['A=False',    'issue',   'False is bad'],
    ['A=Unknown',  'unknown', 'Unknown is not known'],
    ['A=True',     'info',    'True is good'],
    ['A=',         'unknown', 'no status is not known'],
    ['A=Maybe',    'unknown', 'a strange status is not known'],
    ['!C=True',    'issue',   'a negative type is bad when True'],
    ['!C=Unknown', 'unknown', 'Unknown does not depend on polarity'],
    ['!C=False',   'info',    'a negative type is good when False'],
    ['!C=',        'unknown', 'no status is not known'],
  ]

  for (const [condition, weight, because] of cases) {
    it(`${condition}: ${weight}, because ${because}`, () => assert.equal(weigh(one(condition)), weight))
  }
})

describe('the status that follows from the heaviest weight', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [weight: MergePriority, polarity: 'positive' | 'negative', status: string][] = [
    ['issue',   'positive', 'False'],
    ['issue',   'negative', 'True'],
    ['unknown', 'positive', 'Unknown'],
    ['unknown', 'negative', 'Unknown'],
    ['info',    'positive', 'True'],
    ['info',    'negative', 'False'],
  ]

  for (const [weight, polarity, status] of cases) {
    it(`${weight}, ${polarity} target: ${status}`, () => assert.equal(mergedStatus(weight, polarity), status))
  }
})

describe('a strategy', () => {
  it('has defaults for all that is not given', () => {
    const { priority, targetPolarity, reason, transform } = mergeStrategy()
    assert.equal(priority(one('A=False')), 'issue')
    assert.equal(targetPolarity, 'positive')
    assert.deepEqual(reason, { issue: 'IssuesReported', unknown: 'UnknownReported', info: 'InfoReported' })
    assert.equal(transform, undefined)
  })

  it('prefers a priority of its own over negative types', () => {
    const { priority } = mergeStrategy({ negative: ['A'], priority: () => 'info' })
    assert.equal(priority(one('A=True')), 'info')
  })
})
