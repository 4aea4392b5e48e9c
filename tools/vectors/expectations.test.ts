import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ConditionList, fields, type KubeObject, text } from '@sitrep/status'
import { differencesFrom } from './expectations.ts'
import { runVector } from './run-vector.ts'
import type { Expectation } from './vector.ts'

/** Lists like those of a Gateway and of a route: by name, and by who writes about what. */
const listeners: ConditionList = {
  path: ['status', 'listeners'],
  entries: { noun: 'listener', key: (entry) => text(entry['name']), declared: () => [] },
}
const referring = (field: string, more: object): ConditionList => ({
  path: ['status', `${field.replace('Ref', '')}s`],
  entries: {
    noun: field,
    key: (entry, { namespace = '' }) => {
      const { namespace: given = namespace, name, sectionName } = fields(entry[field])
      return `${entry['controllerName']}|${given}/${name}${sectionName === undefined ? '' : `/${sectionName}`}`
    },
    mine: (entry) => entry['controllerName'] === 'ours',
    ...more,
  },
})
const lists = [listeners, referring('parentRef', { declared: () => [] }), referring('ancestorRef', {})]

const is = (type: string, status: string, reason = 'R'): object => ({
  type,
  status,
  reason,
  message: 'words',
  observedGeneration: 2,
})
const theirs = { parentRef: { name: 'b' }, controllerName: 'theirs', conditions: [is('Accepted', 'True')] }
const reported: KubeObject = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 't', namespace: 'n', generation: 2 },
  status: { parents: [theirs] },
}
const status = {
  conditions: [is('Accepted', 'True'), is('Programmed', 'False')],
  attachedListenerSets: 1,
  listeners: [
    {
      name: 'one',
      attachedRoutes: 2,
      supportedKinds: [
        { kind: 'A', group: 'g' },
        { group: 'g', kind: 'B' },
      ],
      conditions: [is('Accepted', 'True')],
    },
  ],
  parents: [
    { parentRef: { name: 'a' }, controllerName: 'ours', conditions: [is('Accepted', 'False', 'Why')] },
    theirs,
  ],
  ancestors: [
    {
      ancestorRef: { name: 'a', sectionName: 'x' },
      controllerName: 'ours',
      conditions: [is('Accepted', 'True')],
    },
  ],
}

const one = { name: 'one' }
const ours = { parentRef: { namespace: 'n', name: 'a' }, controllerName: 'ours' }
const others = { parentRef: { name: 'b' }, controllerName: 'theirs', unchanged: true }
const ancestor = { ancestorRef: { name: 'a' }, controllerName: 'ours' }

type Beside = Omit<Expectation, 'kind' | 'name'>
type Case = [name: string, beside: Beside, says: RegExp | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a condition',                    { conditions: [{ type: 'Accepted', status: 'True', observedGeneration: 2 }] },                undefined,                         'other types are free'],
  ['another status',                 { conditions: [{ type: 'Accepted', status: 'False' }] },                                     /Accepted status is "True"/,       'that is what is compared'],
  ['another reason',                 { conditions: [{ type: 'Accepted', status: 'True', reason: 'Other' }] },                     /Accepted reason is "R"/,          'a reason that is given counts'],
  ['another generation',             { conditions: [{ type: 'Accepted', status: 'True', observedGeneration: 3 }] },               /observedGeneration is 2/,         'a report about another generation is another report'],
  ['a missing condition',            { conditions: [{ type: 'Ready', status: 'True' }] },                                         /Ready is missing/,                'it was named'],
  ['an absent type',                 { absent: ['Programmed'] },                                                                  /Programmed must not be there/,    'it was forbidden'],
  ['a field',                        { attachedListenerSets: 1 },                                                                 undefined,                         'fields stand beside the name'],
  ['another value of a field',       { attachedListenerSets: 2 },                                                                 /attachedListenerSets is 1/,       'it was named'],
  ['a listener',                     { listeners: [{ ...one, attachedRoutes: 2, conditions: [{ type: 'Accepted', status: 'True' }], absent: ['Conflicted'] }] }, undefined, 'all of it is so'],
  ['another count in a listener',    { listeners: [{ ...one, attachedRoutes: 1 }] },                                              /listener one: attachedRoutes is 2/, 'fields of an entry are compared'],
  ['another condition in one',       { listeners: [{ ...one, conditions: [{ type: 'Accepted', status: 'False' }] }] },            /listener one: Accepted status/,   'conditions of an entry are compared'],
  ['an absent type in one',          { listeners: [{ ...one, absent: ['Accepted'] }] },                                           /listener one: Accepted must not/, 'it was forbidden'],
  ['a set in another order',         { listeners: [{ ...one, supportedKinds: [{ group: 'g', kind: 'B' }, { group: 'g', kind: 'A' }] }] }, undefined,                'it is a set'],
  ['one more in a set',              { listeners: [{ ...one, supportedKinds: [{ group: 'g', kind: 'A' }] }] },                    /supportedKinds is/,               'a set is complete'],
  ['an empty set',                   { listeners: [{ ...one, supportedKinds: [] }] },                                             /supportedKinds is/,               'empty means empty'],
  ['a listener too many',            { listeners: [] },                                                                           /listener one is there/,           'the list is complete'],
  ['a listener that is missing',     { listeners: [one, { name: 'two' }] },                                                       /listener two is missing/,         'it was named'],
  ['a parent, spelled out',          { parents: [{ ...ours, conditions: [{ type: 'Accepted', status: 'False', reason: 'Why' }] }] }, undefined,                     'keys are compared in their normal form'],
  ['another condition of a parent',  { parents: [{ ...ours, conditions: [{ type: 'Accepted', status: 'True' }] }] },              /parentRef ours\|n\/a: Accepted/,  'conditions of an entry are compared'],
  ['no entry of ours',               { parents: [] },                                                                             /ours\|n\/a is there/,             'it is complete for what is ours'],
  ['a parent of another section',    { parents: [{ ...ours, parentRef: { name: 'a', sectionName: 'x' } }] },                      /ours\|n\/a\/x is missing/,        'a section is a parent of its own'],
  ['an entry of somebody else',      { parents: [ours, others] },                                                                 undefined,                         'it came through'],
  ['an ancestor with a section',     { ancestors: [{ ...ancestor, conditions: [{ type: 'Accepted', status: 'True' }] }] },        undefined,                         'nobody asks for ancestors one by one'],
  ['another ancestor',               { ancestors: [{ ...ancestor, ancestorRef: { name: 'other' } }] },                            /ours\|n\/other is missing/,       'it was named'],
  ['ancestors that are not named',   { ancestors: [] },                                                                           undefined,                         'only what is named is compared'],
  ['an object that is not ours',     { unchanged: true },                                                                         /not ours to write/,               'something was written'],
  ['the older form',                 { status: { conditions: [{ type: 'Accepted' }] } },                                          /Programmed is there/,             'there the list is complete'],
  ['the older form in part',         { partial: true, status: { conditions: [{ type: 'Accepted' }], attachedListenerSets: 1 } },  undefined,                         'unless it says that it is not'],
]

describe('An expectation of a vector', () => {
  for (const [name, beside, says, because] of cases)
    it(`${name}: ${says === undefined ? 'holds' : 'fails'}, because ${because}`, () => {
      const found = differencesFrom({ kind: 'Thing', name: 't', ...beside }, { reported, status, lists })
      if (says === undefined) assert.deepEqual(found, [])
      else assert.match(found.join('\n'), says)
    })

  it('of an entry that is not ours fails when a byte of it changed', () => {
    const touched = { ...status, parents: [{ ...theirs, conditions: [is('Accepted', 'True', 'Other')] }] }
    const expected = { kind: 'Thing', name: 't', parents: [others] }
    assert.match(differencesFrom(expected, { reported, status: touched, lists }).join(), /somebody else's/)
  })

  it('of an object that is not ours holds where its status is as it was', () => {
    const expected = { kind: 'Thing', name: 't', unchanged: true }
    assert.deepEqual(differencesFrom(expected, { reported, status: fields(reported.status), lists }), [])
  })

  it('takes a counter of nothing for one that is left out', () => {
    const expected = { kind: 'Thing', name: 't', attachedListenerSets: 0 }
    assert.deepEqual(differencesFrom(expected, { reported, status: {}, lists }), [])
  })

  it('finds the lists of a kind with its family where nothing is computed', () => {
    const gateway = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name: 'g', namespace: 'n' },
      status: { listeners: [one] },
    }
    const vector = { name: 'v', at: '2026-01-01T00:00:00Z', objects: [gateway] }
    const nothing = { definitions: [], indexes: [], shapes: [], narrow: [], reach: [], leads: [] }
    const expect = [{ kind: 'Gateway', namespace: 'n', name: 'g', listeners: [] }]
    const { differences } = runVector({ ...vector, expect }, nothing)
    assert.deepEqual(differences, ['Gateway n/g: listener one is there, expected none'])
  })
})
