import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Stretch } from '@sitrep/conditions'
import {
  found,
  type KubeObject,
  missing,
  type Reading,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { providerConditions } from './conditions.ts'
import { type Field, flagField, listField, textField } from './field.ts'
import { mirrorProvider } from './mirror.ts'
import { readContract, readProviderObject } from './observe.ts'

const object = (status: unknown): KubeObject => ({
  apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
  kind: 'DockerMachine',
  metadata: { name: 'w' },
  status: status as Record<string, unknown>,
})

describe('a field of a provider', () => {
  type Case = readonly [name: string, field: Field<unknown>, is: Field<unknown>, because: string]
  const given = { status: { ready: true, id: 'a', list: [1], none: null, empty: '' } }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a boolean',               flagField(given, 'status', 'ready'),        true,           'it is what the contract asks for'],
    ['a text for a boolean',    flagField(given, 'status', 'id'),           'malformed',    'the contract asks for a boolean'],
    ['not there',               flagField(given, 'status', 'other'),        undefined,      'nobody says anything'],
    ['a way that ends',         flagField(given, 'spec', 'a', 'b'),         undefined,      'nobody says anything'],
    ['a way through null',      flagField(given, 'status', 'none', 'b'),    undefined,      'null is nothing'],
    ['a way through a text',    flagField(given, 'status', 'id', 'b'),      'malformed',    'a text has no fields'],
    ['a way through a list',    flagField(given, 'status', 'list', 'b'),    'malformed',    'a list has no fields'],
    ['a text',                  textField(given, 'status', 'id'),           { text: 'a' },  'it is what the contract asks for'],
    ['an empty text',           textField(given, 'status', 'empty'),        { text: '' },   'empty is an answer'],
    ['a boolean for a text',    textField(given, 'status', 'ready'),        'malformed',    'the contract asks for a text'],
    ['null for a text',         textField(given, 'status', 'none'),         'malformed',    'null at the end is no text'],
    ['a list',                  listField(given, 'status', 'list'),         [1],            'it is what the contract asks for'],
    ['a text for a list',       listField(given, 'status', 'id'),           'malformed',    'the contract asks for a list'],
  ]
  for (const [name, field, is, because] of cases) {
    it(`${name}: ${JSON.stringify(is)}, because ${because}`, () => assert.deepEqual(field, is))
  }
})

/** A world of CRDs and objects, by name. */
function world(objects: Readonly<Record<string, KubeObject | 'unreadable'>>): World {
  return {
    now: '2026-01-01T12:00:00Z',
    previous: undefined,
    spoken: [],
    previousOn: () => [],
    list: () => unreadable('nobody lists here'),
    getEach: () => new Stretch([]),
    get<Value>({ name }: { readonly name: string }, view: View<Value>): Reading<Value> {
      const there = objects[name]
      if (there === 'unreadable') return unreadable('forbidden')
      const value = there && view.of(there)
      return value === undefined ? missing : found(value)
    },
  }
}

const crd = (labels: Readonly<Record<string, string>>): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'x', labels },
})
const v1beta1 = { 'cluster.x-k8s.io/v1beta1': 'v1alpha1_v1beta1' }
const v1beta2 = { 'cluster.x-k8s.io/v1beta2': 'v1beta2' }
const group = 'infrastructure.cluster.x-k8s.io'

describe('the contract of a provider', () => {
  type Case = readonly [name: string, kind: string, world: World, says: string, because: string]
  const named = (name: string, labels: Readonly<Record<string, string>>): World =>
    world({ [`${name}.${group}`]: crd(labels) })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['the newer',                 'DockerMachine', named('dockermachines', v1beta2),                   'v1beta2',    'its label says so'],
    ['the older',                 'DockerMachine', named('dockermachines', v1beta1),                   'v1beta1',    'its label says so'],
    ['both',                      'DockerMachine', named('dockermachines', { ...v1beta1, ...v1beta2 }), 'v1beta2',   'the newest one counts'],
    ['an empty label',            'DockerMachine', named('dockermachines', { 'cluster.x-k8s.io/v1beta2': '', ...v1beta1 }), 'v1beta1', 'it names no version'],
    ['none',                      'DockerMachine', named('dockermachines', {}),                        'unreadable', 'nobody knows how to read it'],
    ['no CRD',                    'DockerMachine', world({}),                                          'v1beta2',    'a world of files need not show it'],
    ['CRD unreadable',            'DockerMachine', world({ [`dockermachines.${group}`]: 'unreadable' }), 'unreadable', '"cannot look" is not "none"'],
    ['a kind that ends in s',     'ProxmoxAws',    named('proxmoxawses', v1beta1),                     'v1beta1',    'the plural is English'],
    ['a kind that ends in y',     'MetalProxy',    named('metalproxies', v1beta1),                     'v1beta1',    'the plural is English'],
    ['a kind that ends in ey',    'CloudKey',      named('cloudkeys', v1beta1),                        'v1beta1',    'the plural is English'],
  ]
  for (const [name, kind, given, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const contract = readContract(given, { group, kind })
      assert.equal(contract.read ? contract.item : 'unreadable', says)
    })
  }
})

describe('an object of a provider', () => {
  const view: View<string> = { name: 'kindOf', of: ({ kind }) => kind }
  const ref = { group, kind: 'DockerMachine', name: 'w' }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['there',               world({ w: object({}) }),                                                    found({ contract: 'v1beta2', object: 'DockerMachine' }), 'it is read by its contract'],
    ['not there',           world({}),                                                                   missing,                                                 'looked, and nothing was there'],
    ['without a contract',  world({ w: object({}), [`dockermachines.${group}`]: crd({}) }),        unreadable('the definition of DockerMachine names no contract'), 'its fields mean nothing'],
    ['unreadable',          world({ w: 'unreadable' }),                                                  unreadable('forbidden'),                                 '"cannot look" is not "none"'],
  ] as const
  for (const [name, given, expected, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(readProviderObject(given, ref, view), expected))
  }
})

const time = '2026-01-01T11:00:00Z'
const entry = (more: object = {}) => ({
  type: 'Ready',
  status: 'True',
  reason: 'Up',
  message: '',
  lastTransitionTime: time,
  ...more,
})

describe('the conditions of a provider', () => {
  type Case = readonly [name: string, status: unknown, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['none',                  {},                                                            '',                 'nothing said is nothing wrong'],
    ['no status',             undefined,                                                     '',                 'nothing said is nothing wrong'],
    ['one',                   { conditions: [entry()] },                                     'True Up',          'it is one'],
    ['another type',          { conditions: [entry({ type: 'Other' })] },                    '',                 'nobody asked for it'],
    ['ahead of its API',      { conditions: [entry({ status: 'False' })], v1beta2: { conditions: [entry()] } }, 'True Up', 'the newer ones come first'],
    ['without a reason',      { conditions: [{ type: 'Ready', status: 'False', severity: 'Error', lastTransitionTime: time }] }, 'False NoReasonReported', 'older conditions need none'],
    ['without a status',      { conditions: [{ type: 'Ready' }] },                           'invalid',          'that is no condition'],
    ['an odd status',         { conditions: [entry({ status: 'Maybe' })] },                  'invalid',          'there are three'],
    ['an odd neighbour',      { conditions: [entry(), entry({ type: 'Other', status: 'Maybe' })] }, 'invalid',   'one spoils all of them'],
    ['an odd time',           { conditions: [entry({ lastTransitionTime: 'noon' })] },       'invalid',          'that is no time'],
    ['a day that is none',    { conditions: [entry({ lastTransitionTime: '2026-02-30T11:00:00Z' })] }, 'invalid', 'February is shorter'],
    ['a text for a list',     { conditions: 'none' },                                        '',                 'there is nothing to read'],
  ]
  for (const [name, status, says, because] of cases) {
    it(`${name}: ${says || 'none'}, because ${because}`, () => {
      const conditions = providerConditions(object(status), ['Ready'])
      const text = conditions.valid
        ? conditions.conditions.map((condition) => `${condition.status} ${condition.reason}`).join()
        : 'invalid'
      assert.equal(text, says)
    })
  }
})

describe('what is said of a provider on its owner', () => {
  type Case = readonly [name: string, status: unknown, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['True',                  { conditions: [entry()] },                                              'True Up',                          'its own reason is told'],
    ['True without a reason', { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: time }] }, 'True Ready',                'a reason stands in'],
    ['False without one',     { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: time }] }, 'False NoReasonReported',   'nobody said why'],
    ['nonsense',              { conditions: [{ type: 'Ready', status: 'Maybe' }] },                    'Unknown InvalidConditionReported', 'what cannot be read is not known'],
    ['nothing',               {},                                                                      'False Waiting',                    'the fallback stands in'],
  ]
  for (const [name, status, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const said = mirrorProvider({
        source: {
          ref: { group, kind: 'DockerMachine', name: 'w' },
          conditions: providerConditions(object(status), ['Ready']),
        },
        type: 'Ready',
        target: 'InfrastructureReady',
        fallback: { status: 'False', reason: 'Waiting', message: '' },
        reasonWhenTrue: 'Ready',
      })
      const state = 'outcome' in said ? said.condition : said
      assert.equal(`${state.status} ${state.reason}`, says)
    })
  }
})
