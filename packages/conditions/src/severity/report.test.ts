import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frozen } from '../short.testing.ts'
import {
  aggregateSeverity,
  mirrorSeverity,
  type SeverityAggregateOptions,
  type SeverityFallback,
  type SeverityObject,
  type SeveritySummaryOptions,
  summarizeSeverity,
} from './report.ts'
import { many, object, one, told } from './short.testing.ts'

const error = 'e=False/Error RE: me'
const warning = 'w=False/Warning RW: mw'
const info = 'i=False/Info RI: mi'
const bare = 'f=False RF: mf'
const odd = 'o=False/Odd RO: mo'
const unknown = 'u=Unknown RU: mu'
const good = 't=True'

describe('a summary by severity', () => {
  type Case = [name: string, given: string[], options: SeveritySummaryOptions, says: string, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing',                  [],                                    {},                                        'nothing',                       'there is nothing to sum up'],
    ['errors first',             [good, unknown, info, warning, error], {},                                        'Ready=False/Error RE: me',      'an error outweighs the rest'],
    ['then warnings',            [good, unknown, info, warning],        {},                                        'Ready=False/Warning RW: mw',    'a warning comes next'],
    ['then infos',               [good, unknown, info],                 {},                                        'Ready=False/Info RI: mi',       'an info comes next'],
    ['then True',                [good, unknown],                       {},                                        'Ready=True',                    'True outweighs Unknown, and says nothing more'],
    ['then Unknown',             [unknown, bare],                       {},                                        'Ready=Unknown RU: mu',          'Unknown outweighs a False without severity'],
    ['then the rest',            [bare],                                {},                                        'Ready=False RF: mf',            'it is all there is'],
    ['False without severity',   [bare, good],                          {},                                        'Ready=True',                    'it ranks below True'],
    ['a severity unheard of',    [odd, unknown],                        {},                                        'Ready=Unknown RU: mu',          'it ranks below Unknown'],
    ['Ready itself',             ['Ready=False/Error R: m', good],      {},                                        'Ready=True',                    'it does not sum up itself'],
    ['Ready itself, asked for',  ['Ready=False/Error R: m', good],      { types: ['Ready', 't'] },                 'Ready=True',                    'not even when asked'],
    ['only some',                [good, error],                         { types: ['t'] },                          'Ready=True',                    'the others were not asked for'],
    ['none of them',             [good, error],                         { types: [] },                             'nothing',                       'an empty list asks for nothing'],
    ['missing types',            [good],                                { types: ['t', 'x'] },                     'Ready=True',                    'what is missing does not count'],
    ['negative, bad',            ['n=True/Error RN: mn', good],         { negative: ['n'] },                       'Ready=False/Error RN: mn',      'a negative type is bad when True'],
    ['negative, good',           ['n=False', unknown],                  { negative: ['n'] },                       'Ready=True',                    'and good when False'],
    ['negative, unknown',        ['n=Unknown RN: mn'],                  { negative: ['n'] },                       'Ready=Unknown RN: mn',          'Unknown does not depend on polarity'],
    ['two alike',                ['b=False/Info RB: mb', 'a=False/Info RA: ma'], {},                               'Ready=False/Info RA: ma',       'types go by bytes'],
    ['two alike, in order',      ['b=False/Info RB: mb', 'a=False/Info RA: ma'], { types: ['x', 'b', 'a'] },       'Ready=False/Info RB: mb',       'unless an order was asked for'],
    ['steps',                    [good, info],                          { stepCounter: true },                     'Ready=False/Info RI: 1 of 2 completed', 'one of two is done'],
    ['steps of those asked for', [good, info],                          { stepCounter: true, types: ['t', 'i', 'x'] }, 'Ready=False/Info RI: 1 of 3 completed', 'all that were asked for count'],
    ['steps, only if',           [info],                                { stepCounter: true, stepCounterOnlyIf: ['i'], types: ['i', 't'] }, 'Ready=False/Info RI: 0 of 1 completed', 'those of the last list count'],
    ['steps, not only those',    [good, info],                          { stepCounter: true, stepCounterOnlyIf: ['i'] }, 'Ready=False/Info RI: mi', 'another type is there, so steps would mislead'],
    ['only if alone',            [info],                                { stepCounterOnlyIf: ['i'] },              'Ready=False/Info RI: mi',       'it does not switch the steps on'],
    ['steps switched off',       [good, info],                          { stepCounter: false },                    'Ready=False/Info RI: mi',       'the message is told'],
    ['steps, True with severity', ['t=True/Info', info],                { stepCounter: true },                     'Ready=False/Info RI: 0 of 2 completed', 'only a bare True is done'],
    ['steps, all done',          [good],                                { stepCounter: true },                     'Ready=True',                    'there is nothing to tell'],
    ['source',                   [info],                                { sourceRef: true },                       'Ready=False/Info RI @ Cluster/c1: mi', 'the reason says where it comes from'],
    ['source, already there',    ['i=False/Info RI @ X/y: mi'],         { sourceRef: true },                       'Ready=False/Info RI @ X/y: mi', 'the first place is the one that counts'],
    ['source, no reason',        ['i=False/Info'],                      { sourceRef: true },                       'Ready=False/Info  @ Cluster/c1', 'upstream puts a blank before it'],
  ]

  for (const [name, given, options, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const result = summarizeSeverity(frozen(object('Cluster/c1', ...given)), frozen(options))
      assert.equal(told(result?.condition), says)
    })
  }

  it('rests on the condition that spoke, or on all that are good', () => {
    const ref = { kind: 'Cluster', name: 'c1' }
    const sources = (...given: string[]) => summarizeSeverity(object('Cluster/c1', ...given))?.sources
    assert.deepEqual(sources(good, info, warning), [{ ref, condition: 'w' }])
    assert.deepEqual(sources(good, 'z=True', unknown), [
      { ref, condition: 't' },
      { ref, condition: 'z' },
    ])
  })
})

describe('an aggregate by severity', () => {
  type Case = [
    name: string,
    objects: SeverityObject[],
    options: SeverityAggregateOptions,
    says: string,
    because: string,
  ]
  const machine = (name: string, ...texts: readonly string[]) => object(`Machine/${name}`, ...texts)

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nobody',             [],                                                                          {},                     'nothing',                            'there is nothing to tell'],
    ['nobody is Ready',    [machine('a'), machine('b', 'x=True')],                                      {},                     'nothing',                            'who has no Ready does not speak'],
    ['all good',           [machine('a', 'Ready=True'), machine('b')],                                  {},                     'M=True',                             'those that speak are good'],
    ['steps',              [machine('a', 'Ready=True'), machine('b', 'Ready=False/Info R: m'), machine('c')], {},               'M=False/Info R: 1 of 3 completed',   'the silent one counts as a step'],
    ['steps off',          [machine('a', 'Ready=True'), machine('b', 'Ready=False/Info R: m')],         { stepCounter: false }, 'M=False/Info R: m',                  'the message is told'],
    ['two alike',          [machine('b', 'Ready=False/Error RB'), machine('a', 'Ready=False/Error RA')], { stepCounter: false }, 'M=False/Error RA',                  'the first by name speaks'],
    ['source',             [machine('b', 'Ready=False/Error RB')],                                      { stepCounter: false, sourceRef: true }, 'M=False/Error RB @ Machine/b', 'the reason says where it comes from'],
    ['two kinds of unknown', [machine('a', 'Ready=Unknown/Info RA'), machine('b', 'Ready=Unknown RB')], { stepCounter: false }, 'M=Unknown RB',                       'upstream takes the first of its input; here the lesser severity text decides'],
  ]

  for (const [name, objects, options, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      assert.equal(told(aggregateSeverity(frozen(objects), 'M', options)?.condition), says)
      assert.equal(told(aggregateSeverity(objects.toReversed(), 'M', options)?.condition), says)
    })
  }
})

describe('a mirror by severity', () => {
  const since = '2024-01-01T00:00:00.5Z'
  const assumed: SeverityFallback = {
    holds: false,
    reason: 'Waiting',
    severity: 'Info',
    message: 'not there',
  }

  it('says what Ready says, since when', () => {
    const source = { kind: 'A', name: 'b', conditions: [one('Ready=False/Error R: m', since)] }
    const result = mirrorSeverity(frozen(source), 'Infra', assumed)
    assert.equal(told(result?.condition), 'Infra=False/Error R: m')
    assert.equal(result?.condition.lastTransitionTime, since)
    assert.deepEqual(result?.sources, [{ ref: { kind: 'A', name: 'b' }, condition: 'Ready' }])
  })

  it('says what was agreed on while there is no Ready, and else nothing', () => {
    const source = { kind: 'A', name: 'b', conditions: many('foo=False/Info R') }
    const said = (fallback?: SeverityFallback): string =>
      told(mirrorSeverity(source, 'Infra', fallback)?.condition)
    assert.equal(said(assumed), 'Infra=False/Info Waiting: not there')
    assert.equal(said({ ...assumed, holds: true }), 'Infra=True')
    assert.equal(said(), 'nothing')
  })
})
