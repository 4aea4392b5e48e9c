import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago, clock } from '../../../machines-of/testing.ts'
import { firstNames } from '../../../shorten.ts'
import { drainText } from '../../rules/deletion.ts'
import { budget, pod } from '../../testing.ts'
import type { DrainRule, PodOnNode } from '../../types.ts'
import { isForMachine, isForPod, isUnderstood } from './drain-rule.ts'
import { causesOf, lookAtDrain } from './outcome.ts'
import { type SelectionInput, treatmentOf } from './selection.ts'

const rule = (name: string, behavior: string, more: Partial<DrainRule> = {}): DrainRule => ({
  name,
  behavior,
  order: 0,
  machines: [],
  pods: [],
  ...more,
})
const app = (value: string) => ({ matchLabels: { app: value }, matchExpressions: [] })
const forApp = (value: string) => ({ pods: [{ selector: app(value) }] })
const input = (more: Partial<SelectionInput> = {}): SelectionInput => ({
  rules: [],
  unreachable: false,
  clock,
  ...more,
})
const label = (value: string): Partial<PodOnNode> => ({ labels: { 'cluster.x-k8s.io/drain': value } })

describe('what a drain does with a Pod', () => {
  type Case = readonly [
    name: string,
    pod: Partial<PodOnNode>,
    input: Partial<SelectionInput>,
    does: string,
    because: string,
  ]
  const there = { daemonSet: 'there' } as const
  const silent = { unreachable: true }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a Pod like any other',        {},                                       {},                                          'Drain 0',         'nothing is said about it'],
    ['nobody made it',              { controller: undefined },                {},                                          'Drain 0',         'a drain does not ask who would make it again'],
    ['of a DaemonSet',              there,                                    {},                                          'Skip',            'it would come back at once'],
    ['of a DaemonSet, ended',       { ...there, phase: 'Succeeded' },         {},                                          'Drain 0',         'what has ended does not come back'],
    ['of a DaemonSet that is gone', { daemonSet: 'gone' },                    {},                                          'Drain 0',         'nobody would make it again'],
    ['of an unreadable DaemonSet',  { daemonSet: 'unreadable' },              {},                                          'unclear',         '"cannot look" is not "gone"'],
    ['static',                      { mirror: true },                         {},                                          'Skip',            'only the kubelet can end it'],
    ['static and labelled',         { mirror: true, ...label('WaitCompleted') }, {},                                       'Skip',            'what it is comes before what is wished'],
    ['labelled to be left alone',   label('Skip'),                            {},                                          'Skip',            'its owner says so'],
    ['labelled in small letters',   label('wait-completed'),                  {},                                          'WaitCompleted 0', 'case and dash do not matter'],
    ['labelled with nonsense',      label('later'),                           {},                                          'Drain 0',         'that is no wish'],
    ['by a rule',                   { labels: { app: 'db' } },                { rules: [rule('a', 'Drain', { order: 5, ...forApp('db') })] },  'Drain 5', 'the rule is about it'],
    ['by a rule for others',        { labels: { app: 'web' } },               { rules: [rule('a', 'Skip', forApp('db'))] }, 'Drain 0',        'the rule is not about it'],
    ['by two rules',                {},                                       { rules: [rule('a', 'Skip'), rule('b', 'WaitCompleted')] }, 'Skip', 'the first by name decides'],
    ['by rule and label',           label('Skip'),                            { rules: [rule('a', 'WaitCompleted')] },     'Skip',            'the label comes first'],
    ['to be waited for',            {},                                       { rules: [rule('a', 'WaitCompleted', { order: 7 })] }, 'WaitCompleted 0', 'an order is for those that are evicted'],
    ['by a rule of nonsense',       {},                                       { rules: [rule('a', 'Explode')] },           'unclear',         'nobody knows what is meant'],
    ['silent Node, going for 2s',   { deletionTimestamp: ago(2) },            silent,                                      'Skip',            'nobody will ever report its end'],
    ['silent Node, going for 1s',   { deletionTimestamp: ago(1) },            silent,                                      'Drain 0',         'it has just begun'],
    ['silent Node, not going',      {},                                       silent,                                      'Drain 0',         'it has to be evicted first'],
    ['going for long',              { deletionTimestamp: ago(900) },          {},                                          'Drain 0',         'its Node would tell'],
  ]
  for (const [name, given, wanted, does, because] of cases) {
    it(`${name}: ${does}, because ${because}`, () => {
      const treatment = treatmentOf(pod('web-1', given), input(wanted))
      assert.equal(
        'order' in treatment ? `${treatment.behavior} ${treatment.order}` : treatment.behavior,
        does,
      )
    })
  }
})

describe('what a rule for drains is about', () => {
  const both = rule('a', 'Drain', { machines: [{ selector: app('db'), clusterSelector: app('prod') }] })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['no list of Machines',      isForMachine(rule('a', 'Drain'), {}, {}),                                 true,  'it is about all of them'],
    ['both selectors fit',       isForMachine(both, { app: 'db' }, { app: 'prod' }),                       true,  'both are asked'],
    ['one of two fits',          isForMachine(both, { app: 'db' }, { app: 'test' }),                       false, 'both are asked'],
    ['one of two entries fits',  isForMachine(rule('a', 'Drain', { machines: [{ selector: app('x') }, {}] }), {}, {}), true, 'one entry is enough, an empty one fits all'],
    ['no list of Pods',          isForPod(rule('a', 'Drain'), {}, {}),                                     true,  'it is about all of them'],
    ['by the namespace',         isForPod(rule('a', 'Drain', { pods: [{ namespaceSelector: app('x') }] }), {}, { app: 'x' }), true, 'the labels of the namespace count'],
    ['by another namespace',     isForPod(rule('a', 'Drain', { pods: [{ namespaceSelector: app('x') }] }), { app: 'x' }, {}), false, 'the labels of the Pod do not'],
  ] as const
  for (const [name, is, expected, because] of cases) {
    it(`${name}: ${expected}, because ${because}`, () => assert.equal(is, expected))
  }
})

describe('whether a rule for drains can be understood', () => {
  const expressed = (key: string, operator: string, ...values: readonly string[]): DrainRule =>
    rule('a', 'Drain', {
      pods: [{ selector: { matchLabels: {}, matchExpressions: [{ key, operator, values }] } }],
    })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['no selectors',         rule('a', 'Drain'),                  true,  'there is nothing to understand'],
    ['In with values',       expressed('app', 'In', 'a'),         true,  'one of them'],
    ['In without values',    expressed('app', 'In'),              false, 'one of none cannot be'],
    ['NotIn without values', expressed('app', 'NotIn'),           false, 'none of none says nothing'],
    ['Exists',               expressed('app', 'Exists'),          true,  'the label is there'],
    ['Exists with values',   expressed('app', 'Exists', 'a'),     false, 'values mean nothing here'],
    ['an unknown operator',  expressed('app', 'Near', 'a'),       false, 'nobody knows what is meant'],
    ['no key',               expressed('', 'Exists'),             false, 'nobody knows of which label'],
  ] as const
  for (const [name, given, expected, because] of cases) {
    it(`${name}: ${expected}, because ${because}`, () => assert.equal(isUnderstood(given), expected))
  }
})

/** A drain in words. */
function told(pods: readonly PodOnNode[], more: Partial<SelectionInput> = {}): string {
  const look = lookAtDrain(pods, input(more))
  return look.drain === 'under-way' ? drainText('Drain:', look.outcome, firstNames) : look.drain
}

const blocked = (name: string, by = budget): PodOnNode => pod(name, { blockedBy: by })
const still = 'deletionTimestamp set, but still not removed from the Node'
const needs = (name: string): string =>
  `cannot evict pod as it would violate the pod's disruption budget. The disruption budget ${name} needs 2 healthy pods and has 2 currently`
const dying = pod('web-9', { namespaceTerminating: true })

describe('a drain in words', () => {
  type Case = readonly [
    name: string,
    pods: readonly PodOnNode[],
    rules: readonly DrainRule[],
    lines: readonly string[],
    because: string,
  ]
  const dbLast = rule('db', 'Drain', { order: 10, ...forApp('db') })
  const jobs = rule('jobs', 'WaitCompleted', forApp('job'))
  const labelled = (name: string, value: string): PodOnNode => pod(name, { labels: { app: value } })
  const budgets = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
    blocked(`web-${name}`, { ...budget, name }),
  )
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['one Pod',               [pod('web-1')],                                 [],             [`* Pod shop/web-1: ${still}`],                                            'its eviction is granted, so it goes'],
    ['many Pods',             ['4', '2', '3', '1'].map((name) => pod(name)),  [],             [`* Pods shop/1, shop/2, shop/3 and 1 more: ${still}`],                    'three names are told, in order'],
    ['going before evicted',  [pod('a'), pod('b', { deletionTimestamp: ago(5) })], [],        [`* Pods shop/b, shop/a: ${still}`],                                       'who goes already is told first'],
    ['a budget',              [blocked('web-1')],                             [],             [`* Pod shop/web-1: ${needs('web')}`],                                     'two are wanted and two are there'],
    ['a dying namespace',     [dying],                                        [],             ['* Pod shop/web-9: failed to evict Pod, Cannot evict pod from terminating namespace: unable to create eviction (kube-controller-manager should set deletionTimestamp)'], 'no eviction can be created there'],
    ['seven budgets',         budgets,                                        [],             [...['a', 'b', 'c', 'd', 'e'].map((name) => `* Pod shop/web-${name}: ${needs(name)}`), '* 2 Pods with other issues'], 'five reasons are told'],
    ['a Pod to wait for',     [labelled('job-1', 'job')],                     [jobs],         ['* Pod shop/job-1: waiting for completion'],                              'the rule says so'],
    ['in two orders',         [labelled('db-1', 'db'), pod('web-1')],         [dbLast],       [`* Pod shop/web-1: ${still}`, 'After above Pods have been removed from the Node, the following Pods will be evicted: shop/db-1'], 'the higher order waits'],
    ['a late budget',         [{ ...labelled('db-1', 'db'), blockedBy: budget }, pod('web-1')], [dbLast], [`* Pod shop/web-1: ${still}`, 'After above Pods have been removed from the Node, the following Pods will be evicted: shop/db-1'], 'nobody has tried yet'],
    ['waited for later',      [labelled('job-1', 'job'), pod('a', { labels: { app: 'x' } })], [rule('first', 'Drain', { order: -1, ...forApp('x') }), jobs], [`* Pod shop/a: ${still}`, 'After above Pods have been removed from the Node, waiting for the following Pods to complete without eviction: shop/job-1'], 'a lower order comes before'],
  ]
  for (const [name, pods, rules, lines, because] of cases) {
    it(`${name}, because ${because}`, () =>
      assert.equal(told(pods, { rules }), ['Drain:', ...lines].join('\n')))
  }
  it('nobody to evict: completed, because those that stay do not count', () => {
    assert.equal(told([pod('logs', { daemonSet: 'there' })]), 'completed')
  })
  it('one that cannot be told: failed, because nobody knows what would be lost', () => {
    assert.equal(told([pod('a'), pod('logs', { daemonSet: 'unreadable' })]), 'failed')
  })
  it('the order of Pods does not matter, because names are sorted', () => {
    const pods = [...budgets, pod('z'), dying, pod('y', { deletionTimestamp: ago(5) })]
    assert.equal(told(pods.toReversed()), told(pods))
  })
})

describe('what holds a drain back, as data', () => {
  it('names each cause once, because owners of the Machine tell them', () => {
    const look = lookAtDrain([blocked('a'), blocked('b'), pod('c', { deletionTimestamp: ago(5) })], input())
    assert.ok(look.drain === 'under-way')
    assert.deepEqual(causesOf(look.outcome), ['PodDisruptionBudgets', 'Pods not terminating'])
  })
})
