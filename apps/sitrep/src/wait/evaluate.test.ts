import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { families } from '../testing.ts'
import { type Awaited, absentObject, arrived } from './ask-object.ts'
import { answerFor, canComeTrue, evaluate } from './evaluate.ts'
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

// Goes ten times through ten items, six levels deep.
const tooLong = 'abcdef'
  .split('')
  .reduceRight((inner, name) => `[1,2,3,4,5,6,7,8,9,10].all(${name}, ${inner})`, 'self.spec.replicas > 2')

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
  ['!(verdict == "Degraded")',     [widget([])],                                                'unknown', 'a verdict that rests on nothing denies nothing'],
  ['!(verdict == "Degraded")',     [up],                                                        'yes',     'it is Ready'],
  ['self.status.n >= 3',           [counting({ n: 3 })],                                        'yes',     'three are enough'],
  ['cel=self.status.n >= 3',       [counting({ n: 3 })],                                        'yes',     'the language may be named'],
  ['self.status.n >= 3',           [counting({ n: 2 })],                                        'no',      'two are not'],
  ['self.status.n >= 3',           [counting({})],                                              'unknown', 'it is not reported'],
  ['!(self.status.n >= 3)',        [counting({})],                                              'unknown', 'nor is the contrary known'],
  ['self.status.n >= 3 || Ready',  [counting({})],                                              'yes',     'one side is enough'],
  ['self.status.n >= 3',           [counting({ n: 3, observedGeneration: 1 })],                 'unknown', 'the count is about an older generation'],
  ['self.?status.n.orValue(0) == 0', [counting({ observedGeneration: 1 })],                     'unknown', 'what is missing there may be here'],
  ['self.status.n >= 3',           [counting({ n: 'many' })],                                   'unknown', 'that is no number'],
  ['int(self.status.n) >= 3',      [counting({ n: '12' })],                                     'yes',     'a text can be read as a number'],
  ['self.?status.n.orValue(0) == 0', [counting({})],                                            'yes',     'the reader says what missing means'],
  ['self.spec.replicas == self.status.n', [counting({ n: 3 })],                                 'yes',     'three wanted, three there'],
  ['self.spec.paused != true',     [up],                                                        'unknown', 'what is not set is neither'],
  ['!has(self.spec.paused)',       [up],                                                        'yes',     'whether it is set can be asked'],
  ['self.metadata.namespace == "prod"', [up],                                                   'yes',     'reserved words name fields too'],
  ['self.status.phase',            [counting({ phase: 'Up' })],                                 'unknown', 'a text is no yes'],
  ['self.status.on',               [counting({ on: true })],                                    'yes',     'a truth is one'],
  ['self.spec.replicas > 2',       [absent],                                                    'unknown', 'it does not exist yet'],
  [tooLong,                         [up],                                                        'unknown', 'steps are counted, and there is an end to them'],
  ['listeners[http]:Programmed',   [gateway],                                                   'yes',     'that listener is'],
  ['listeners[https]:Programmed',  [gateway],                                                   'no',      'that one is not'],
  ['listeners[*]:Programmed',      [gateway],                                                   'no',      'one of them is not'],
  ['listeners[*]:Accepted',        [gateway],                                                   'unknown', 'of one that the spec asks for nothing is reported'],
  ['listeners[gone]:Accepted',     [gateway],                                                   'unknown', 'nobody reports on such a listener'],
  ['v1beta2:Ready',                [widget([], { v1beta2: { conditions: [is('Ready', 'True')] } })], 'yes', 'another list of the object, by its path'],
  ['self.status.parts.all(p, p.ok)', [counting({ parts: [{ ok: true }, { ok: false }] })],        'no',      'every one of them has to be'],
  ['jsonpath={.status.conditions[?(@.type=="Ready")].reason}=Because', [up],                    'yes',     'as kubectl wait has it'],
  ['jsonpath={.status.conditions[?(@.type=="Ready")].reason}=Other', [up],                      'no',      'it is another'],
  ['jsonpath={.status.n}=3',       [counting({ n: 3 })],                                        'yes',     'as it would be printed'],
  ['jsonpath={.status.n}',         [counting({ n: 3 })],                                        'yes',     'any value will do'],
  ['jsonpath={.status.n}',         [counting({})],                                              'unknown', 'there is none'],
  ['jsonpath={.status.n}=3',       [counting({ n: 3, observedGeneration: 1 })],                 'unknown', 'the count is about an older generation'],
  ['condition("listeners[http]:Programmed") && Accepted', [gateway],                            'unknown', 'one of the two is not known'],
  ['condition("Ready", "False")',  [down],                                                      'yes',     'that was asked for'],
  ['verdict == "Ready" && Ready',  [up],                                                        'yes',     'both hold'],
  ['verdict != "Degraded"',        [widget([])],                                                'unknown', 'a verdict that rests on nothing denies nothing'],
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
    it(`${text} is ${answer} of ${all.length}, because ${because}`, async () => {
      const { is: said, says } = evaluate(await parseExpression(text), all)
      assert.equal(said, answer, says)
    })
  }
})

describe('What an expression says of an object', () => {
  type Told = [text: string, awaited: Awaited, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const told: Told[] = [
    ['self.status.n >= 3',                   counting({ n: 2 }),          'self.status.n is 2',                                        'what was read'],
    ['self.spec.replicas == self.status.n',  counting({ n: 2 }),          'self.spec.replicas is 3, self.status.n is 2',               'both sides'],
    ['self.status.n >= 3',                   counting({}),                'self.status.n is not reported',                             'its controller has yet to say it'],
    ['self.spec.replicsa >= 3',              up,                          'self.spec.replicsa is not set; did you mean replicas?',     'what was probably meant'],
    ['self.status.x.y.z == 1',               up,                          'self.status.x is not reported',                             'where the way breaks off'],
    ['self.spec.replicas.y == 1',            up,                          'self.spec.replicas.y cannot be read: self.spec.replicas is 3', 'a number has no fields'],
    ['self.status.n >= 3',                   counting({ n: 'many' }),     'self.status.n is "many": values of these types do not go together', 'why it cannot be compared'],
    ['self.status.n >= 3',                   counting({ observedGeneration: 1 }), 'the status is not about the present generation 2',  'no other reason matters then'],
    ['self.status.phase',                    counting({ phase: 'Up' }),   'self.status.phase is "Up", neither true nor false',         'what it is instead'],
    ['self.status.l.exists(x, x > 3)',       counting({ l: [1, 2] }),     'self.status.l is a list of 2',                              'what was looked through'],
    ['jsonpath={.status.n}=3',               counting({ n: 2 }),          '{.status.n} is 2',                                          'what was read'],
  ]
  for (const [text, awaited, says, because] of told) {
    it(`${text}: ${says}, because it tells ${because}`, async () => {
      assert.equal(answerFor(await parseExpression(text), awaited).says, says)
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
    ['verdict == "Ready" || self.status.n > 1', [stalled], false, 'it reports nothing any more'],
  ]
  for (const [text, all, can, because] of hopes) {
    it(`${text}: ${can ? 'it can' : 'it cannot'}, because ${because}`, async () => {
      assert.equal(canComeTrue(await parseExpression(text), all), can)
    })
  }
})
