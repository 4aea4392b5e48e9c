import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AggregateOptions, aggregate } from './aggregate.ts'
import { ConditionsError, type ConditionsErrorCode } from './errors.ts'
import { mergeStrategy } from './merge/strategy.ts'
import { frozen, object, told } from './short.testing.ts'
import type { ConditionedObject } from './source.ts'

/** Objects from lines `Kind/name Status message`; a bare `Kind/name` reports nothing. `LEADS` marks a label. */
function reporting(...lines: readonly string[]): readonly ConditionedObject[] {
  return lines.map((line) => {
    const [, mark, ref = '', status, message = ''] =
      /^(LEADS )?(\S+)(?: (\w+))?(?: ([\s\S]*))?$/.exec(line) ?? []
    const reported = status ? object(ref, `A=${status} R: ${message}`) : object(ref)
    return mark ? { ...reported, labels: { leads: 'any' } } : reported
  })
}

type Case = [name: string, given: string[], lines: string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const messages: Case[] = [
  ['one',                       ['Foo/a False bad'],                                                          ['* Foo a: bad'],                                                             'one name, one message'],
  ['two of a kind',             ['Foo/b False bad', 'Foo/a False bad'],                                       ['* Foos a, b: bad'],                                                         'names are sorted, the kind is in the plural'],
  ['five of a kind',            ['Foo/e False x', 'Foo/d False x', 'Foo/c False x', 'Foo/b False x', 'Foo/a False x'], ['* Foos a, b, c, ... (2 more): x'],                                   'three names are shown, the others counted'],
  ['by number of objects',      ['Foo/a False one', 'Foo/b False two', 'Foo/c False two'],                     ['* Foos b, c: two', '* Foo a: one'],                                         'what concerns more objects comes first'],
  ['issues before unknowns',    ['Foo/a Unknown u', 'Foo/b Unknown u', 'Foo/c False i'],                       ['* Foo c: i', '* Foos a, b: u'],                                            'however many the unknowns are'],
  ['four messages',             ['Foo/a False 1', 'Foo/b False 2', 'Foo/c False 3', 'Foo/d False 4'],          ['* Foo a: 1', '* Foo b: 2', '* Foo c: 3', 'And 1 Foo with other issues'],     'three messages are shown, the others counted'],
  ['leftovers by weight',       ['Foo/a False 1', 'Foo/b False 2', 'Foo/c False 3', 'Foo/d False 4', 'Foo/e False 5', 'Foo/f Unknown 6'],
                                                                                                              ['* Foo a: 1', '* Foo b: 2', '* Foo c: 3', 'And 2 Foos with other issues', 'And 1 Foo with status unknown'], 'each weight has its own line'],
  ['two kinds',                 ['Zed/z False 1', 'Bar/b False 1'],                                           ['* Bar b: 1', '* Zed z: 1'],                                                'kinds go by the alphabet, and do not share a line'],
  ['budget across kinds',       ['Zed/z False i', 'Bar/a Unknown 1', 'Bar/b Unknown 2', 'Bar/c Unknown 3'],     ['* Bar a: 1', '* Bar b: 2', '* Bar c: 3', 'And 1 Zed with other issues'],     'the three messages are for all kinds together, even if a later one is worse'],
  ['leftovers before the next', ['Bar/a False 1', 'Bar/b False 2', 'Bar/c False 3', 'Bar/d False 4', 'Zed/z False 5'],
                                                                                                              ['* Bar a: 1', '* Bar b: 2', '* Bar c: 3', 'And 1 Bar with other issues', 'And 1 Zed with other issues'], 'a kind is told to its end before the next'],
  ['all good',                  ['Foo/a True fine', 'Foo/b True', 'Foo/c True fine'],                          ['* Foos a, c: fine'],                                                        'who says nothing is not told'],
  ['all good and silent',       ['Foo/a True', 'Foo/b True'],                                                 [''],                                                                         'there is nothing to tell'],
  ['good leftovers',            ['Foo/a True 1', 'Foo/b True 2', 'Foo/c True 3', 'Foo/d True 4', 'Foo/e True'], ['* Foo a: 1', '* Foo b: 2', '* Foo c: 3', 'And 1 Foo with additional info'],   'the silent one is not counted'],
  ['good beside bad',           ['Foo/a True fine', 'Foo/b False bad'],                                       ['* Foo b: bad'],                                                             'while something is wrong, what is right is not told'],
  ['no message',                ['Foo/a False'],                                                              ['* Foo a: '],                                                                'the reason does not stand in here'],
  ['missing',                   ['Foo/a', 'Foo/b False bad'],                                                 ['* Foo b: bad', '* Foo a: Condition A not yet reported'],                      'never green by absence'],
  ['issue and unknown alike',   ['Foo/b False m', 'Foo/a Unknown m', 'Foo/c False other', 'Foo/d False other'], ['* Foos a, b: m', '* Foos c, d: other'],                                     'one text is one group, and as bad as its worst'],
  ['weight across kinds',       ['Bar/a Unknown m', 'Bar/b Unknown u', 'Bar/c Unknown u', 'Zed/z False m'],      ['* Bar a: m', '* Bars b, c: u', '* Zed z: m'],                               'a text that is an issue anywhere goes before what is not'],
  ['nobody leads',              ['LEADS Foo/z Unknown y', 'Foo/a False x'],                                   ['* Foo a: x', '* Foo z: y'],                                                 'no label, kind or name means anything by itself'],
  ['several lines',             ['Foo/a False * one\n* two', 'Foo/b False text\n* more'],                     ['* Foo a:\n  * one\n  * two', '* Foo b:\n  * text\n    * more'],               'a list is moved in below the name'],
  ['irregular plural',          ['Policy/a False x', 'Policy/b False x'],                                     ['* Policies a, b: x'],                                                       'kinds follow English'],
  ['unknown status word',       ['Foo/a Maybe odd'],                                                          ['* Foo a: odd'],                                                             'what is neither True nor False is not known'],
]

describe('the message of an aggregate', () => {
  for (const [name, given, lines, because] of messages) {
    it(`${name}: ${JSON.stringify(lines)}, because ${because}`, () => {
      const objects = frozen(reporting(...given))
      assert.equal(aggregate(objects, 'A').condition.message, lines.join('\n'))
      assert.equal(aggregate(objects.toReversed(), 'A').condition.message, lines.join('\n'))
    })
  }
})

describe('the message of an aggregate that somebody shapes', () => {
  const first: AggregateOptions['first'] = ({ labels = {} }) => 'leads' in labels
  const group: AggregateOptions['group'] = ({ kind }) => (kind.startsWith('AWS') ? 'Machine' : kind)

  type Shaped = [name: string, options: AggregateOptions, given: string[], lines: string[], because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const shaped: Shaped[] = [
    ['message first',            { first },        ['Foo/a False x', 'Foo/b False x', 'LEADS Foo/z Unknown y'],             ['* Foo z: y', '* Foos a, b: x'],              'what concerns those who lead comes before all else'],
    ['name first',               { first },        ['Foo/a False x', 'LEADS Foo/z False x'],                                ['* Foos z, a: x'],                            'and so does their name'],
    ['the name on another kind', { first },        ['LEADS Foo/m9 False x', 'Node/m9 False y', 'Node/m1 False y'],          ['* Foo m9: x', '* Nodes m9, m1: y'],          'names alone are compared, whatever the kind'],
    ['kinds by the alphabet',    { first },        ['LEADS Zed/z False x', 'Bar/b False y'],                                ['* Bar b: y', '* Zed z: x'],                  'who leads does so within a word'],
    ['leading but well',         { first },        ['LEADS Foo/z True fine', 'Foo/a False x', 'Foo/z False x'],              ['* Foos a, z: x'],                            'what is not told leads nobody'],
    ['two kinds under one word', { group },        ['AWSMachine/a False x', 'AWSThing/b False x', 'Node/n False x'],          ['* Machines a, b: x', '* Node n: x'],         'a word is what the caller calls it'],
    ['counted under one word',   { group },        ['AWSA/a False 1', 'AWSB/b False 2', 'AWSC/c False 3', 'AWSD/d False 4', 'AWSE/e Unknown 5'],
                                                                                                                            ['* Machine a: 1', '* Machine b: 2', '* Machine c: 3', 'And 1 Machine with other issues', 'And 1 Machine with status unknown'], 'leftovers too'],
    ['both',                     { group, first }, ['AWSA/a False x', 'LEADS AWSB/b Unknown y', 'Machine/c False x'],        ['* Machine b: y', '* Machines a, c: x'],      'a word and who leads in it do not get in each other\'s way'],
  ]

  for (const [name, options, given, lines, because] of shaped) {
    it(`${name}: ${JSON.stringify(lines)}, because ${because}`, () => {
      const objects = frozen(reporting(...given))
      assert.equal(aggregate(objects, 'A', options).condition.message, lines.join('\n'))
      assert.equal(aggregate(objects.toReversed(), 'A', options).condition.message, lines.join('\n'))
    })
  }
})

describe('what an aggregate says', () => {
  type Statement = [given: string[], options: AggregateOptions, says: string, because: string]
  const ownReasons = mergeStrategy({
    targetPolarity: 'negative',
    negative: ['A'],
    reason: { issue: 'RollingOut', unknown: 'RollingOutUnknown', info: 'NotRollingOut' },
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const statements: Statement[] = [
    [['Foo/a True', 'Foo/b True'],        {},                                    'A=True InfoReported',                        'all are good'],
    [['Foo/a True', 'Foo/b'],             {},                                    'A=Unknown UnknownReported: * Foo b: Condition A not yet reported', 'one is not known'],
    [['Foo/a Unknown x', 'Foo/b False y'], {},                                   'A=False IssuesReported: * Foo b: y\n* Foo a: x', 'one is bad'],
    [['Foo/a True x', 'Foo/b False y'],   { negative: ['A'] },                   'A=True IssuesReported: * Foo a: x',          'a negative type makes a negative result'],
    [['Foo/b False y'],                   { negative: ['A'] },                   'A=False InfoReported: * Foo b: y',           'and is good when False'],
    [['Foo/b False y'],                   { negative: [], target: 'Sum' },       'Sum=False IssuesReported: * Foo b: y',       'an empty list of negative types is none'],
    [['Foo/b'],                           { target: 'Sum' },                     'Sum=Unknown UnknownReported: * Foo b: Condition A not yet reported', 'the text names the type that is missing'],
    [['Foo/a True x'],                    { negative: ['A'], strategy: ownReasons }, 'A=True RollingOut: * Foo a: x',           'a strategy brings its reasons and polarity'],
  ]

  for (const [given, options, says, because] of statements) {
    it(`${given.join(', ')}: ${JSON.stringify(says)}, because ${because}`, () => {
      assert.equal(told(aggregate(reporting(...given), 'A', options).condition), says)
    })
  }

  it('hands a reason function all that was merged, oldest first and then by name', () => {
    const strategy = mergeStrategy({
      reason: ({ issues, unknowns, infos }) =>
        [issues, unknowns, infos].map((group) => group.map(({ owner }) => owner?.name).join('')).join('_'),
    })
    const objects = reporting('Foo/d True', 'Foo/c False x', 'Foo/b', 'Foo/a False y')
    assert.equal(aggregate(objects, 'A', { strategy }).condition.reason, 'ac_b_d')
  })

  it('takes the first condition of a type where an object has two', () => {
    const twice = object('Foo/a', 'A=False R: first', 'A=True R: second')
    assert.equal(told(aggregate([twice], 'A').condition), 'A=False IssuesReported: * Foo a: first')
  })
})

describe('an aggregate that cannot be made', () => {
  type Failure = [
    objects: readonly ConditionedObject[],
    options: AggregateOptions,
    code: ConditionsErrorCode,
    text: string,
  ]
  const some = reporting('Foo/a True')

  // biome-ignore format: the table is the specification; its columns stay aligned
  const failures: Failure[] = [
    [[],                  {},                                    'sources-empty',        'an aggregate needs objects'],
    [[],                  { negative: ['B'] },                   'sources-empty',        'an aggregate needs objects'],
    [some,                { negative: ['B'] },                   'negative-types-wrong', 'only "A" can be negative, for nothing else is aggregated'],
    [some,                { negative: ['A', 'B'] },              'negative-types-wrong', 'only "A" can be negative, for nothing else is aggregated'],
    [some,                { negative: ['B'], strategy: mergeStrategy() }, 'negative-types-wrong', 'only "A" can be negative, for nothing else is aggregated'],
    [some,                { strategy: mergeStrategy({ priority: () => 'other' as never }) }, 'nothing-to-merge', 'no condition to aggregate has one of the three weights'],
    [some,                { strategy: { ...mergeStrategy(), priority: undefined as never } }, 'priority-missing', 'a merge strategy needs a priority'],
    [[undefined as never], {},                                   'object-missing',       'an object to aggregate is missing'],
  ]

  for (const [objects, options, code, text] of failures) {
    it(`says ${code}: ${text}`, () => {
      assert.throws(
        () => aggregate(objects, 'A', options),
        (error) => error instanceof ConditionsError && error.code === code && error.message === text,
      )
    })
  }
})
