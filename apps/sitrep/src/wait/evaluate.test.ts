import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { families } from '../testing.ts'
import { type Awaited, absentObject, arrived } from './ask-object.ts'
import { canComeTrue, evaluate } from './evaluate.ts'
import { parseExpression } from './parse-expression.ts'

const now = '2026-01-01T12:00:00Z'

const awaited = (object: KubeObject | undefined): Awaited =>
  object === undefined ? absentObject('w', 'never') : arrived(object.metadata.name, object, { now, families })

const is = (type: string, status: string, over: object = {}): object => ({
  type,
  status,
  reason: 'Because',
  observedGeneration: 2,
  ...over,
})

const widget = (conditions: readonly object[], status: object = {}): Awaited =>
  awaited({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'prod', generation: 2 },
    spec: { replicas: 3 },
    status: { conditions, ...status },
  } as KubeObject)

const up = widget([is('Ready', 'True')])
const down = widget([is('Ready', 'False')])
const stalled = widget([is('Ready', 'False'), is('Stalled', 'True')])
const counting = (status: object): Awaited => widget([is('Ready', 'True')], status)
const route = (parents: readonly object[]): Awaited =>
  awaited({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'r', namespace: 'prod', generation: 1 },
    spec: { parentRefs: [{ name: 'a' }, { name: 'b' }] },
    status: { parents },
  } as KubeObject)
const parent = (name: string, status: string): object => ({
  parentRef: { name },
  conditions: [{ type: 'Accepted', status, reason: 'x', observedGeneration: 1 }],
})
const gateway = awaited({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'g', namespace: 'prod', generation: 1 },
  spec: { listeners: [{ name: 'http' }, { name: 'https' }, { name: 'tls' }] },
  status: {
    listeners: ['http', 'https'].map((name) => ({
      name,
      conditions: [
        { type: 'Accepted', status: 'True', reason: 'x', observedGeneration: 1 },
        {
          type: 'Programmed',
          status: name === 'http' ? 'True' : 'False',
          reason: 'x',
          observedGeneration: 1,
        },
      ],
    })),
  },
} as KubeObject)
const absent = awaited(undefined)

type Case = [text: string, all: readonly Awaited[], answer: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Ready',                        [up],                                                        'yes',     'it is reported for this generation'],
  ['Ready',                        [down],                                                      'no',      'it is reported to be False'],
  ['Ready=False',                  [down],                                                      'yes',     'that was asked for'],
  ['Ready',                        [widget([is('Ready', 'True', { observedGeneration: 1 })])],  'unknown', 'it is about an older generation'],
  ['Ready',                        [widget([is('Ready', 'True', { observedGeneration: undefined })])], 'yes', 'a generation that is not said is shown, not held against it'],
  ['Ready',                        [counting({ observedGeneration: 1 })],                       'unknown', 'the status as a whole is about an older generation'],
  ['Ready',                        [widget([])],                                                'unknown', 'nothing is reported: never green by absence'],
  ['!Ready',                       [widget([])],                                                'unknown', 'nor the contrary'],
  ['!Reconciling',                 [up],                                                        'yes',     'an activity is left out while there is none'],
  ['!Reconciling',                 [widget([])],                                                'unknown', 'nobody has looked at this generation'],
  ['!Frobnicated',                 [up],                                                        'unknown', 'nobody knows what its absence means'],
  ['Ready && !Paused',             [up],                                                        'yes',     'the verdict is not Paused'],
  ['Paused',                       [widget([is('Ready', 'True'), is('Paused', 'True')])],       'yes',     'a condition of that name goes first'],
  ['Stalled',                      [stalled],                                                   'yes',     'it says so'],
  ['verdict=Ready',                [up],                                                        'yes',     'the verdict is Ready'],
  ['verdict=Ready',                [widget([])],                                                'unknown', 'the verdict is Unknown'],
  ['!verdict=Degraded',            [widget([])],                                                'unknown', 'a verdict that rests on nothing denies nothing'],
  ['!verdict=Degraded',            [up],                                                        'yes',     'it is Ready'],
  ['.status.n >= 3',               [counting({ n: 3 })],                                        'yes',     'three are enough'],
  ['.status.n >= 3',               [counting({ n: '12' })],                                     'yes',     'numbers as text are numbers'],
  ['.status.n >= 3',               [counting({ n: 2 })],                                        'no',      'two are not'],
  ['.status.n >= 3',               [counting({})],                                              'unknown', 'it is not reported'],
  ['.status.n >= 3',               [counting({ n: 3, observedGeneration: 1 })],                 'unknown', 'the count is about an older generation'],
  ['.status.n >= 3',               [counting({ n: 'many' })],                                   'unknown', 'that is no number'],
  ['.status.n ?? 0 == 0',          [counting({})],                                              'yes',     'the reader says what missing means'],
  ['.spec.replicas == .status.n',  [counting({ n: 3 })],                                        'yes',     'three wanted, three there'],
  ['.spec.paused != true',         [up],                                                        'yes',     'what is not in a spec is not set'],
  ['listeners[http]:Programmed',   [gateway],                                                   'yes',     'that listener is'],
  ['listeners[https]:Programmed',  [gateway],                                                   'no',      'that one is not'],
  ['listeners[*]:Programmed',      [gateway],                                                   'no',      'one of them is not'],
  ['listeners[*]:Accepted',        [gateway],                                                   'unknown', 'of one that the spec asks for nothing is reported'],
  ['listeners[gone]:Accepted',     [gateway],                                                   'unknown', 'nobody reports on such a listener'],
  ['v1beta2:Ready',                [widget([], { v1beta2: { conditions: [is('Ready', 'True')] } })], 'yes', 'another list of the object, by its path'],
  ['.status.parts[*].ok == true',  [counting({ parts: [{ ok: true }, { ok: false }] })],        'no',      'every one of them has to be'],
  ['{.status.conditions[?(@.type=="Ready")].reason} == Because', [up],                          'yes',     'as JSONPath has it'],
  ['Accepted',                     [route([parent('a', 'True'), parent('b', 'True')])],         'yes',     'every parent accepted it'],
  ['Accepted',                     [route([parent('a', 'True'), parent('b', 'False')])],        'no',      'one parent did not'],
  ['Accepted',                     [route([parent('a', 'True')])],                              'unknown', 'one parent has said nothing'],
  ['Ready',                        [absent],                                                    'unknown', 'it does not exist yet'],
  ['exists',                       [absent],                                                    'no',      'it does not exist yet'],
  ['deleted',                      [absent],                                                    'yes',     'it is not there'],
  ['deleted',                      [up],                                                        'no',      'it is there'],
  ['Ready',                        [up, down],                                                  'no',      'all of them are meant'],
  ['Ready',                        [up, up],                                                    'yes',     'all of them are'],
  ['any(Ready)',                   [down, up],                                                  'yes',     'one is enough'],
  ['any(Ready)',                   [down, absent],                                              'unknown', 'the other one may still be'],
  ['any(Ready) && all(exists)',    [down, up],                                                  'yes',     'both hold'],
  ['Ready || any(Ready)',          [down, up],                                                  'yes',     'a whole inside a part'],
  ['Ready',                        [],                                                          'unknown', 'nothing is there: never green by absence'],
  ['deleted',                      [],                                                          'yes',     'all are gone'],
  ['!deleted',                     [],                                                          'no',      'nothing is there that could stay'],
  ['Ready && deleted',             [],                                                          'unknown', 'nobody knows what it would be'],
  ['!any(exists)',                 [],                                                          'yes',     'there is none'],
]

describe('What an expression says', () => {
  for (const [text, all, answer, because] of cases) {
    it(`${text} is ${answer} of ${all.length}, because ${because}`, () => {
      const { is: said, says } = evaluate(parseExpression(text), all)
      assert.equal(said, answer, says)
    })
  }
})

describe('What can still come true', () => {
  type Hope = [text: string, all: readonly Awaited[], can: boolean, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const hopes: Hope[] = [
    ['Ready',        [down],          true,  'it may recover'],
    ['Ready',        [stalled],       false, 'it has given up'],
    ['Ready',        [up, stalled],   false, 'one of them has given up'],
    ['any(Ready)',   [down, stalled], true,  'the other one may recover'],
    ['any(Ready)',   [stalled],       false, 'there is no other one'],
    ['Stalled',      [down],          true,  'it may give up'],
    ['deleted',      [stalled],       true,  'what has failed can be deleted'],
    ['verdict=Ready || .status.n > 1', [stalled], false, 'it reports nothing any more'],
  ]
  for (const [text, all, can, because] of hopes) {
    it(`${text}: ${can ? 'it can' : 'it cannot'}, because ${because}`, () => {
      assert.equal(canComeTrue(parseExpression(text), all), can)
    })
  }
})
