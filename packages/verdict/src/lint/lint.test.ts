import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from '../families.testing.ts'
import { condition, conditionSchema, crd, widget } from './lint.testing.ts'
import { lintChange, lintObject } from './lint.ts'
import { lintRules } from './lint-rules.ts'
import { formatPath } from './path.ts'

const now = '2026-01-01T12:00:00Z'

const found = (object: unknown): readonly string[] =>
  lintObject(object, { now, families }).map(({ rule, path }) => `${rule.id} ${formatPath(path)}`)

const on = (over: Readonly<Record<string, unknown>>): unknown => widget([condition(over)])
const also = (over: Readonly<Record<string, unknown>>): unknown => widget([condition(), condition(over)])
const without = (...fields: readonly string[]): unknown => {
  const kept = Object.entries(condition()).filter(([name]) => !fields.includes(name))
  return widget([Object.fromEntries(kept)])
}
const pod = (type: string): unknown => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  status: { conditions: [{ type, status: 'True', lastTransitionTime: now }] },
})
const first = '.status.conditions[0]'
const second = '.status.conditions[1]'
const version = '.spec.versions[0]'
const conditionsSchema = `${version}.schema.openAPIV3Schema.properties.status`
const statusOnly = (properties: unknown): Readonly<Record<string, unknown>> => ({
  schema: { openAPIV3Schema: { properties: { status: { type: 'object', properties } } } },
})

type Case = [name: string, object: unknown, breaks: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a good object',           widget(),                                          [],                                              'it keeps every convention'],
  ['no object',               'text',                                            [],                                              'there is nothing to look at'],
  ['nothing but nulls',       { kind: 'A', metadata: null, status: null },       [],                                              'what is not there breaks no rule'],
  ['a status that is text',   { ...widget(), status: 'Running' },                ['status-not-an-object .status'],                'nothing can be read from it'],
  ['a status that is a list', { ...widget(), status: [condition()] },            ['status-not-an-object .status'],                'no client looks into it'],
  ['a map of conditions',     widget([], { conditions: { Ready: 'True' } }),     ['conditions-not-a-list .status.conditions', 'conditions-missing .status'], 'nobody looks into a map'],
  ['an entry that is text',   widget([condition(), 'Ready']),                    [`condition-not-an-object ${second}`],           'a text has no type'],
  ['no type',                 on({ type: '' }),                                  [`condition-not-an-object ${first}`, 'no-summary .status.conditions'], 'it cannot be found'],
  ['twice the same type',     also({ status: 'False', message: 'No' }),          [`duplicate-condition-type ${second}`],          'which of the two counts is chance'],
  ['the status true',         on({ status: true }),                              [`bad-condition-status ${first}.status`],        'a boolean is no text'],
  ['no status',               without('status'),                                 [`bad-condition-status ${first}`],               'a missing one is shown at the condition'],
  ['a heartbeat',             on({ lastHeartbeatTime: now }),                    [`unusual-condition-field ${first}`],            'it moves without news'],
  ['a type with a blank',     also({ type: 'Is Up' }),                           [`bad-condition-type ${second}.type`],          'an API server refuses it'],
  ['a type in small letters', on({ type: 'ready' }),                             [`type-not-camel-case ${first}.type`],           'names are in CamelCase'],
  ['a domain in front',       on({ type: 'example.com/Ready' }),                 [],                                              'that is what a domain is for'],
  ['a type without a sense',  also({ type: 'Frobnication' }),                    [`unknown-polarity ${second}.type`],             'True may be good or bad'],
  ['a negation',              also({ type: 'NotReady', status: 'Unknown' }),     [`negated-type ${second}.type`],                 'a double negation is hard to read'],
  ['a foreign one on a Pod',  pod('Healthy'),                                    [`unprefixed-custom-type ${first}.type`],        'another program may use the name'],
  ['a marked one on a Pod',   pod('example.com/Healthy'),                        [],                                              'it says whose it is'],
  ['one of Kubernetes',       pod('Initialized'),                                [],                                              'Kubernetes leaves out reasons and generations'],
  ['no reason',               without('reason'),                                 [`reason-missing ${first}`],                     'programs go by the reason'],
  ['a sentence for a reason', on({ reason: 'All is well' }),                     [`bad-reason ${first}.reason`],                  'an API server refuses it'],
  ['a reason with _',         on({ reason: 'all_well' }),                        [`reason-not-camel-case ${first}.reason`],       'reasons are in CamelCase'],
  ['an endless reason',       on({ reason: 'A'.repeat(1025) }),                  [`reason-too-long ${first}.reason`],             'an API server refuses it'],
  ['an endless message',      on({ message: 'a'.repeat(32_769) }),               [`message-too-long ${first}.message`],           'an API server refuses it'],
  ['the longest message',     on({ message: 'a'.repeat(32_768) }),               [],                                              'the limit itself is allowed'],
  ['a time in a message',     on({ message: 'Checked at 2026-01-01T11:59:00Z' }), [`restless-message ${first}.message`],          'it differs at every look'],
  ['an age in a message',     on({ message: 'Waiting for 3m20s' }),              [`restless-message ${first}.message`],           'it differs at every look'],
  ['attempts in a message',   on({ message: 'Failed, attempt 12' }),             [`restless-message ${first}.message`],           'it differs at every try'],
  ['how far it is',           on({ message: 'Copied, 42% done' }),               [`restless-message ${first}.message`],           'it differs at every look'],
  ['a share in a message',    on({ message: 'More than 40% are unhealthy' }),    [],                                              'it is a setting'],
  ['lists for old readers',   widget(undefined, { backCompatibility: { conditions: [{ type: 'Ready' }] } }), [],                  'they follow an older model'],
  ['the older model',         { ...widget([{ type: 'Ready', status: 'False', severity: 'Error', reason: 'Deleted @ Machine/x', message: 'x', lastTransitionTime: now }]), apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' }, [], 'its contract allows it'],
  ['a version in a message',  on({ message: 'Running v1.31.2 on 3 of 5 nodes' }), [],                                             'it changes only with the state'],
  ['a fault without a word',  on({ status: 'False', reason: 'Broken' }),         [`message-missing ${first}.message`],            'somebody has to find out why'],
  ['an escape sequence',      on({ message: '\u001b[31mRed' }),                  [`message-with-control-characters ${first}.message`], 'a terminal obeys it'],
  ['two lines',               on({ message: '* a\n* b' }),                       [],                                              'lines are text'],
  ['no time',                 without('lastTransitionTime'),                     [`transition-time-missing ${first}`],            'nobody knows since when'],
  ['a time of never',         on({ lastTransitionTime: '0001-01-01T00:00:00Z' }), [`transition-time-missing ${first}.lastTransitionTime`], 'that is how Go writes none'],
  ['a time that is none',     on({ lastTransitionTime: 'noon' }),                [`bad-transition-time ${first}.lastTransitionTime`], 'no client can read it'],
  ['a time ahead',            on({ lastTransitionTime: '2026-01-01T12:02:00Z' }), [`transition-time-in-future ${first}.lastTransitionTime`], 'it has not happened yet'],
  ['a clock that goes wrong', on({ lastTransitionTime: '2026-01-01T12:00:30Z' }), [],                                             'half a minute is nobody’s fault'],
  ['a time before its object', on({ lastTransitionTime: '2025-12-31T00:00:00Z' }), [`transition-before-creation ${first}.lastTransitionTime`], 'it was copied from elsewhere'],
  ['filled in by a definition', widget([condition({ status: 'Unknown', observedGeneration: undefined, lastTransitionTime: '1970-01-01T00:00:00Z' })], { observedGeneration: undefined }), [], 'nobody has looked at any generation'],
  ['no generation',           widget([condition({ observedGeneration: undefined })], { observedGeneration: undefined }), ['observed-generation-missing .status.conditions'], 'nobody can tell which spec it is about'],
  ['one generation for all',  on({ observedGeneration: undefined }),             [],                                              'that of the status is enough'],
  ['an older status',         widget(undefined, { observedGeneration: 1 }),      ['observed-generation-behind .status.observedGeneration'], 'the spec has changed since'],
  ['an older condition',      on({ observedGeneration: 1 }),                     [`condition-generation-behind ${first}.observedGeneration`], 'the status has seen the present one'],
  ['only an older condition', widget([condition({ observedGeneration: 1 })], { observedGeneration: undefined }), [`observed-generation-behind ${first}.observedGeneration`], 'the spec has changed since'],
  ['a generation ahead',      widget(undefined, { observedGeneration: 9 }),      [`condition-generation-behind ${first}.observedGeneration`, 'observed-generation-ahead .status.observedGeneration'], 'this object never had it'],
  ['a generation as text',    widget(undefined, { observedGeneration: '2' }),    ['observed-generation-not-a-number .status.observedGeneration'], 'tools refuse it'],
  ['ready beside a fault',    also({ type: 'Degraded', message: 'Slow' }),       [`good-beside-fault ${second}`],                 'nobody looks beyond Ready'],
  ['stalled and going on',    widget([condition({ type: 'Stalled' }), condition({ type: 'Reconciling' })].map((each) => ({ ...each, message: 'x' }))), [`stalled-beside-progress ${first}`], 'it cannot be both'],
  ['no fault, said in words', also({ type: 'Degraded', status: 'False' }),       [`negative-left-false ${second}`],               'what is not wrong need not be listed'],
  ['only parts',              on({ type: 'VolumeAttached' }),                    ['no-summary .status.conditions'],               'nothing speaks for the whole'],
  ['a phase alone',           widget([], { conditions: undefined, phase: 'Up' }), ['phase-instead-of-conditions .status.phase'],  'it says neither why nor since when'],
  ['a phase beside',          widget(undefined, { phase: 'Up' }),                ['phase-beside-conditions .status.phase'],       'readers differ in which they believe'],
  ['no status for long',      { ...widget(), status: undefined },                ['status-missing .'],                            'nobody has looked at it'],
  ['a status of numbers',     widget([], { conditions: undefined, size: 1 }),    ['conditions-missing .status'],                  'it can be neither awaited nor explained'],
  ['a good CRD',              crd(),                                             [],                                              'it keeps every convention'],
  ['no subresource',          crd({ subresources: undefined }),                  [`crd-without-status-subresource ${version}`],   'spec and status share one generation'],
  ['not served',              crd({ subresources: undefined, served: false }), [],                                         'nobody can use it'],
  ['a status of numbers',     crd(statusOnly({ observedGeneration: {} })), [`crd-without-conditions ${conditionsSchema}`], 'it can be neither awaited nor explained'],
  ['merged as a whole',       crd({}, { 'x-kubernetes-list-type': 'atomic' }), [`crd-conditions-not-a-map ${conditionsSchema}.properties.conditions`], 'two writers remove each other’s conditions'],
  ['no reason required',      crd({}, { items: { ...conditionSchema, required: ['type', 'status'] } }), [`crd-condition-schema-loose ${conditionsSchema}.properties.conditions.items`], 'half conditions are stored without a word'],
  ['no generation anywhere',  crd({}, { items: { ...conditionSchema, properties: { status: { enum: ['True', 'False', 'Unknown'] } } } }), [`crd-without-observed-generation ${conditionsSchema}`], 'old reports cannot be told from new ones'],
  ['no column',               crd({ additionalPrinterColumns: [] }),             [`crd-without-condition-column ${version}`],     'kubectl get shows nothing of the state'],
]

describe('The conventions for conditions', () => {
  for (const [name, object, breaks, because] of cases) {
    it(`${name}: ${breaks.length === 0 ? 'nothing' : breaks.join(', ')}, because ${because}`, () => {
      assert.deepEqual(found(object), breaks)
    })
  }
})

describe('What an object became', () => {
  const at = (status: string, lastTransitionTime: string, over: object = {}): unknown =>
    on({ status, lastTransitionTime, message: 'x', ...over })
  const early = '2026-01-01T10:00:00Z'
  const late = '2026-01-01T11:00:00Z'
  const parents = (...times: readonly string[]): unknown => ({
    ...widget(),
    status: {
      parents: times.map((lastTransitionTime) => ({
        parentRef: { name: lastTransitionTime },
        conditions: [condition({ lastTransitionTime })],
      })),
    },
  })
  type Change = [name: string, before: unknown, after: unknown, breaks: readonly string[], because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const changes: Change[] = [
    ['nothing changed',    at('True', early),  at('True', early),                        [],                            'there is nothing to say'],
    ['it changed',         at('True', early),  at('False', late),                        [],                            'the time moved with the status'],
    ['the time moved',     at('True', early),  at('True', late),                         ['transition-time-moved'],     'it has been True all the time'],
    ['the reason changed', at('False', early), at('False', late, { reason: 'Other' }),   ['transition-time-moved'],     'a reason alone is no transition'],
    ['the time stayed',    at('True', early),  at('False', early),                       ['transition-time-kept'],      'it became False just now'],
    ['the time went back', at('True', late),   at('False', early),                       ['transition-time-backwards'], 'somebody wrote what was true long ago'],
    ['parents reordered',  parents(early, late), parents(late, early),                   [],                            'each parent kept its time'],
    ['a generation lost',  widget(),           widget(undefined, { observedGeneration: 1 }), ['observed-generation-backwards'], 'somebody wrote what was true before'],
    ['created anew',       at('True', early),  { ...widget([condition({ lastTransitionTime: late })]), metadata: { name: 'w', namespace: 'prod', uid: '2' } }, [], 'it is another object of the same name'],
    ['another object',     at('True', early),  { ...widget(), metadata: { name: 'x' } }, [],                            'two objects have nothing to do with each other'],
  ]
  for (const [name, before, after, breaks, because] of changes) {
    it(`${name}: ${breaks.join(', ') || 'nothing'}, because ${because}`, () => {
      assert.deepEqual(
        lintChange(before, after, { now, families }).map(({ rule }) => rule.id),
        breaks,
      )
    })
  }

  it('every rule is broken by a row of these tables', () => {
    const broken = new Set([...cases.flatMap(([, , b]) => b), ...changes.flatMap(([, , , b]) => b)])
    const ids = new Set([...broken].map((each) => each.split(' ')[0]))
    assert.deepEqual(
      lintRules.map(({ id }) => id).filter((id) => !ids.has(id)),
      [],
    )
  })
})
