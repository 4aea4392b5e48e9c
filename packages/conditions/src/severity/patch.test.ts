import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionsError } from '../errors.ts'
import { byType, frozen, typesOf } from '../short.testing.ts'
import type { SeverityCondition } from './condition.ts'
import { applySeverityConditions, diffSeverityConditions } from './patch.ts'
import { many, one, told } from './short.testing.ts'

const now = '2024-06-01T12:00:00.500Z'
const t1 = '2024-01-01T00:00:00.123Z'
const t2 = '2024-01-02T00:00:00Z'
const good = [one('foo=True', t1)]
const bad = [one('foo=False/Info R: m', t1)]
const worse = [one('foo=False/Warning R: m', t1)]

type Lists = [before: SeverityCondition[], after: SeverityCondition[], latest: SeverityCondition[]]
type Case = [name: string, lists: Lists, owned: string[], says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['add, absent',                [[], good, []],                      [],      'foo=True @1',               'nobody else wrote it, and its own time is kept whole'],
  ['add, there already',         [[], good, [one('foo=True', t2)]],   [],      'foo=True @2',               'they agree'],
  ['add, different',             [[], good, bad],                     [],      'modified/Add',              'they disagree'],
  ['add, different, owned',      [[], good, bad],                     ['foo'], 'foo=True @now',             'the owner is right, and it changed now'],
  ['change, as it was',          [good, bad, good],                   [],      'foo=False/Info R: m @now',  'a change is dated when it is applied'],
  ['change, both to the same',   [good, bad, [one('foo=False/Info R: m', t2)]], [], 'foo=False/Info R: m @2', 'they agree'],
  ['change, another way',        [good, bad, worse],                  [],      'modified/Change',           'they disagree'],
  ['change, only severity',      [bad, worse, bad],                   [],      'foo=False/Warning R: m @now', 'how bad it is belongs to what it says'],
  ['change, another way, owned', [good, bad, worse],                  ['foo'], 'foo=False/Info R: m @now',  'the owner is right'],
  ['change, gone',               [good, bad, []],                     [],      'deleted/Change',            'somebody removed it'],
  ['change, gone, owned',        [good, bad, []],                     ['foo'], 'foo=False/Info R: m @1',    'the owner puts it back'],
  ['remove, as it was',          [good, [], good],                    [],      '',                          'nobody else touched it'],
  ['remove, gone already',       [good, [], []],                      [],      '',                          'they agree'],
  ['remove, different',          [good, [], bad],                     [],      'modified/Remove',           'somebody still needs it'],
  ['remove, different, owned',   [good, [], bad],                     ['foo'], '',                          'the owner is right'],
]

const moment = ({ lastTransitionTime }: SeverityCondition): string =>
  ({ [t1]: '1', [t2]: '2', '2024-06-01T12:00:00Z': 'now' })[lastTransitionTime ?? ''] ?? 'another time'

function outcome([before, after, latest]: Lists, by: { owned: readonly string[]; force: boolean }): string {
  try {
    return applySeverityConditions(diffSeverityConditions(before, after), latest, { ...by, now })
      .map((condition) => `${told(condition)} @${moment(condition)}`)
      .join(', ')
  } catch (error) {
    assert.ok(error instanceof ConditionsError)
    return `${error.code.replace('condition-', '')}/${error.conflict?.operation}`
  }
}

describe('a patch of conditions with a severity', () => {
  for (const [name, lists, owned, says, because] of cases) {
    it(`${name}: ${says || 'gone'}, because ${because}`, () => {
      assert.equal(outcome(frozen(lists), { owned, force: false }), says)
    })
  }

  it('never conflicts when it is forced', () => {
    for (const [, lists] of cases)
      assert.doesNotMatch(outcome(lists, { owned: [], force: true }), /modified|deleted/)
  })

  it('sorts as asked once something was set, and keeps the order otherwise', () => {
    const latest = many('b=True', 'a=True', 'c=True')
    const apply = (before: readonly SeverityCondition[], after: readonly SeverityCondition[]): string[] =>
      [byType, undefined].map((order) =>
        typesOf(applySeverityConditions(diffSeverityConditions(before, after), latest, { now, order })),
      )
    assert.deepEqual(apply([], many('aa=True')), ['a aa b c', 'b a c aa'])
    assert.deepEqual(apply(many('c=True'), []), ['b a', 'b a'])
    assert.deepEqual(apply([], []), ['b a c', 'b a c'])
  })

  it('changes nothing when it fails', () => {
    const latest = frozen([...good, one('x=Unknown', t1)])
    const patch = frozen(diffSeverityConditions([...good, one('x=True', t1)], [...bad, one('x=False', t1)]))
    assert.throws(() => applySeverityConditions(patch, latest, { now }), ConditionsError)
    assert.deepEqual(latest.map(told), ['foo=True', 'x=Unknown'])
  })

  it('says so when a list is missing', () => {
    const fails = (run: () => unknown, text: string): void =>
      assert.throws(run, (error) => error instanceof ConditionsError && error.message === text)
    const patch = diffSeverityConditions(good, bad)
    fails(
      () => diffSeverityConditions(undefined as never, good),
      'the conditions before the change are missing',
    )
    fails(
      () => diffSeverityConditions(good, undefined as never),
      'the conditions after the change are missing',
    )
    fails(
      () => applySeverityConditions(patch, undefined as never, { now }),
      'the conditions to change are missing',
    )
    assert.deepEqual(applySeverityConditions([], undefined as never, { now }), [])
  })
})
