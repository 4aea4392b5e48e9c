import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionsError, type ConditionsErrorCode } from './errors.ts'
import { mergeStrategy } from './merge/strategy.ts'
import { frozen, many, object, one, told } from './short.testing.ts'
import { type SummaryOptions, summarize } from './summarize.ts'

const summary = (texts: readonly string[], options: Partial<SummaryOptions>): string =>
  told(
    summarize(frozen(many(...texts)), frozen({ type: 'Sum', types: ['A', 'B', 'C'], ...options })).condition,
  )

type Case = [name: string, given: string[], options: Partial<SummaryOptions>, says: string, because: string]

const bothGood = ['A=True RA: fine', 'B=True RB']
const mixed = ['A=True RA: fine', 'B=Unknown RB: who knows', 'C=False RC: broken']
const negative = mergeStrategy({ targetPolarity: 'negative' })
const whenTrue = mergeStrategy({ targetPolarity: 'negative', infos: 'when-true' })
const ownReasons = mergeStrategy({ reason: { issue: 'NotReady', unknown: 'ReadyUnknown', info: 'Ready' } })
const loud = mergeStrategy({ transform: (entries) => entries.map((entry) => entry.toUpperCase()) })
const silent = mergeStrategy({ transform: () => [] })
const dropped = mergeStrategy({ priority: ({ type }) => (type === 'A' ? ('none' as never) : 'info') })

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['all good',                 bothGood, { types: ['A', 'B'] },                         'Sum=True InfoReported: * A: fine',                                           'infos with a message are told when all is well'],
  ['one issue',                mixed,    {},                                            'Sum=False IssuesReported: * B: who knows\n* C: broken',                      'issues outweigh unknowns, and infos are not told'],
  ['told in the order asked',  mixed,    { types: ['C', 'B', 'A'] },                    'Sum=False IssuesReported: * C: broken\n* B: who knows',                      'the order of the types is the order of the message'],
  ['unknown, no issue',        mixed,    { types: ['A', 'B'] },                         'Sum=Unknown UnknownReported: * B: who knows',                                'an unknown outweighs what is good'],
  ['no message',               ['A=False RA'], { types: ['A'] },                        'Sum=False IssuesReported: * A: RA',                                          'the reason stands in for a missing message'],
  ['no message, no reason',    ['A=False'], { types: ['A'] },                           'Sum=False IssuesReported: * A: ',                                            'there is nothing to stand in'],
  ['missing',                  bothGood, {},                                            'Sum=Unknown UnknownReported: * C: Condition not yet reported',               'never green by absence'],
  ['missing, ignored',         bothGood, { ignoreIfMissing: ['C'] },                    'Sum=True InfoReported: * A: fine',                                           'the caller knows that it may be missing'],
  ['ignored, yet there',       mixed,    { ignoreIfMissing: ['C'] },                    'Sum=False IssuesReported: * B: who knows\n* C: broken',                      'only a missing one is ignored'],
  ['not asked for',            mixed,    { types: ['A'] },                              'Sum=True InfoReported: * A: fine',                                           'only the types asked for count'],
  ['negative type',            mixed,    { types: ['A', 'C'], negative: ['A', 'C'] },   'Sum=False IssuesReported: * A: fine',                                        'a negative type is bad when True and good when False'],
  ['unknown status word',      ['A=Maybe RA: odd'], { types: ['A'] },                   'Sum=Unknown UnknownReported: * A: odd',                                      'what is neither True nor False is not known'],
  ['override',                 mixed,    { override: [one('C=True RC: healed')] },      'Sum=Unknown UnknownReported: * B: who knows',                                'the override stands in for the source'],
  ['override not asked for',   mixed,    { types: ['A'], override: [one('C=False')] },  'Sum=True InfoReported: * A: fine',                                           'it has nothing to stand in for'],
  ['type listed twice',        mixed,    { types: ['C', 'B', 'C'] },                    'Sum=False IssuesReported: * B: who knows\n* C: broken',                      'its last place counts'],
  ['type there twice',         [...mixed, 'C=False RC: again'], { types: ['C'] },       'Sum=False IssuesReported: * C: broken\n* C: again',                          'all of them are told'],
  ['own reasons',              bothGood, { types: ['A'], strategy: ownReasons },        'Sum=True Ready: * A: fine',                                                  'a strategy brings its reasons'],
  ['strategy over negative',   bothGood, { types: ['A'], negative: ['A'], strategy: ownReasons }, 'Sum=True Ready: * A: fine',                                        'a strategy of its own brings its own polarity'],
  ['transform',                mixed,    { types: ['B', 'C'], strategy: loud },         'Sum=False IssuesReported: * B: WHO KNOWS\n* C: BROKEN',                      'entries can be rewritten before they are joined'],
  ['transform to nothing',     mixed,    { types: ['C'], strategy: silent },            'Sum=False IssuesReported',                                                   'an empty message is allowed'],
  ['negative target, issues',  mixed,    { strategy: negative },                        'Sum=True IssuesReported: * B: who knows\n* C: broken',                       'infos are told where there is nothing else, whatever the polarity'],
  ['negative target, good',    bothGood, { types: ['A', 'B'], strategy: negative },     'Sum=False InfoReported: * A: fine',                                          'and there they are'],
  ['when True, issues',        mixed,    { strategy: whenTrue },                        'Sum=True IssuesReported: * A: fine\n* B: who knows\n* C: broken',            'somebody wants infos whenever the target is True'],
  ['when True, good',          bothGood, { types: ['A', 'B'], strategy: whenTrue },     'Sum=False InfoReported',                                                     'and never when it is False'],
  ['weight outside the three', bothGood, { types: ['A', 'B'], strategy: dropped },      'Sum=True InfoReported: * A: fine',                                           'it is told although it counts for nothing'],
]

describe('a summary', () => {
  for (const [name, given, options, says, because] of cases) {
    it(`${name}: ${JSON.stringify(says)}, because ${because}`, () => {
      assert.equal(summary(given, options), says)
    })
  }

  it('tells those of one type from the oldest on', () => {
    const at = (text: string, day: number) => one(text, { lastTransitionTime: `2024-01-0${day}T00:00:00Z` })
    const list = [
      at('B=False R: b1', 1),
      at('A=False R: a3', 3),
      at('A=False R: a2', 2),
      one('A=False R: a0'),
    ]
    const { message } = summarize(list, { type: 'Sum', types: ['A', 'B'] }).condition
    assert.equal(message, '* A: a0\n* A: a2\n* A: a3\n* B: b1')
  })

  it('says neither since when nor of which generation', () => {
    const list = [one('A=True R', { observedGeneration: 3, lastTransitionTime: '2024-01-01T00:00:00Z' })]
    const { condition } = summarize(list, { type: 'Sum', types: ['A'] })
    assert.deepEqual(condition, { type: 'Sum', status: 'True', reason: 'InfoReported', message: '' })
  })

  it('hands a reason function all that was merged, by weight and with its owner', () => {
    const source = object('Machine/m1', ...mixed)
    const strategy = mergeStrategy({
      reason: ({ issues, unknowns, infos }) =>
        [issues, unknowns, infos]
          .map((group) => group.map((m) => m.owner?.name + m.condition.type))
          .join('_'),
    })
    const { condition } = summarize(source, { type: 'Sum', types: ['A', 'B', 'C'], strategy })
    assert.equal(condition.reason, 'm1C_m1B_m1A')
  })
})

describe('what a summary rests on', () => {
  it('is what gave it its status, with the object where it is known', () => {
    const ref = { kind: 'Machine', name: 'm1' }
    const options = { type: 'Sum', types: ['A', 'B', 'C', 'D'] }
    assert.deepEqual(summarize(object('Machine/m1', ...mixed), options).sources, [{ ref, condition: 'C' }])
    assert.deepEqual(summarize(many(...bothGood), options).sources, [{ condition: 'C' }, { condition: 'D' }])
    assert.equal(summarize(many(...mixed), options).by, 'summary')
  })
})

describe('a summary that cannot be made', () => {
  type Failure = [options: Partial<SummaryOptions>, code: ConditionsErrorCode, text: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const failures: Failure[] = [
    [{ types: [] },                                        'types-empty',          'a summary needs the types that it sums up'],
    [{ types: undefined as never },                        'types-empty',          'a summary needs the types that it sums up'],
    [{ types: ['A', 'Sum'] },                              'types-include-target', 'the condition "Sum" cannot be summed up from itself'],
    [{ override: [one('A=True'), one('A=False')] },        'override-repeated',    'the condition "A" is overridden twice'],
    [{ override: [one('X=True')], ignoreIfMissing: ['X'] }, 'override-missing',    'the condition "X" cannot be overridden, for it is not there'],
    [{ types: ['X'], ignoreIfMissing: ['X'] },             'nothing-to-summarize', 'none of the conditions to sum up is there'],
    [{ strategy: mergeStrategy({ priority: () => 'other' as never }) }, 'nothing-to-merge', 'no condition to sum up has one of the three weights'],
    [{ strategy: { ...mergeStrategy(), priority: undefined as never } }, 'priority-missing', 'a merge strategy needs a priority'],
  ]

  for (const [options, code, text] of failures) {
    it(`says: ${text}`, () => {
      assert.throws(
        () => summary(mixed, options),
        (error) => error instanceof ConditionsError && error.code === code && error.message === text,
      )
    })
  }

  it('says so when there is no object', () => {
    assert.throws(
      () => summarize(undefined as never, { type: 'Sum', types: ['A'] }),
      (error) => error instanceof ConditionsError && error.code === 'object-missing',
    )
  })
})
