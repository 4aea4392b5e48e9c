import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, decide } from '@sitrep/conditions'
import { describeTable } from '@sitrep/conditions/testing'
import { ago, condition } from '../../machines-of/testing.ts'
import type { SummaryFacts } from '../facts/facts.ts'
import { budget, holding, type Leaving, leaving, pod, seen, spec, summed } from '../testing.ts'
import type { PodOnNode, ReadinessGate } from '../types.ts'
import { ready, readyDocument } from './ready.ts'

const fine = ['BootstrapConfigReady', 'InfrastructureReady', 'NodeHealthy'].map((type) =>
  condition(type, 'True'),
)
const steady = summed({}, ...fine, condition('Updating', 'False'))

/** The steady Machine with some conditions instead of its own. */
function saying(...conditions: readonly Condition[]): SummaryFacts {
  const types = conditions.map(({ type }) => type)
  return summed({}, ...steady.conditions.filter(({ type }) => !types.includes(type)), ...conditions)
}

const bad = (type: string, message: string): Condition => condition(type, 'False', { message })
const lost = (type: string): Condition => condition(type, 'Unknown', { message: 'nobody knows' })

const gated = (gates: readonly ReadinessGate[], ...conditions: readonly Condition[]): SummaryFacts =>
  summed({ machine: seen({ spec: spec({ readinessGates: gates }) }) }, ...steady.conditions, ...conditions)
const open: ReadinessGate = { type: 'Licensed', negative: false }
const shut: ReadinessGate = { type: 'Maintenance', negative: true }
const closed = condition('Maintenance', 'True', { reason: 'Closed', message: 'until Monday' })
const expired = condition('Licensed', 'False', { reason: 'Expired', message: 'since May' })

const away = (reason: string, more: Leaving = {}): SummaryFacts =>
  summed(leaving(more), ...fine, condition('Deleted', 'True', { reason }))
const drain = (since: number, drainSince: number, ...pods: readonly PodOnNode[]): SummaryFacts =>
  away('DrainingNode', { since, times: { nodeDrainStartTime: ago(drainSince) }, deletion: holding(...pods) })
const stuck = pod('web-1', { blockedBy: budget })
const hanging = pod('job-1', { deletionTimestamp: ago(300) })
const stage = (name: string): string => `Machine deletion in progress, stage: ${name}`
const late = 'Machine deletion in progress since more than 15m, stage: DrainingNode, delay likely due to'

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, proposal:', { rules: ready, steady }, [
  ['steady',                         steady,                                                     'True Ready',                    'nothing is wanting',                         ''],
  ['a gate named Ready',             gated([{ type: 'Ready', negative: false }]),                'Unknown InternalError',         'nobody can wait for their own answer',       'Please check controller logs for errors'],
  ['deleting',                       away('WaitingForPreDrainHook'),                             'False Deleting',                'nobody may count on it',                     stage('WaitingForPreDrainHook')],
  ['deleting for long, no drain',    away('WaitingForInfrastructureDeletion', { since: 4_000 }), 'False Deleting',                'only a drain has causes to tell',            stage('WaitingForInfrastructureDeletion')],
  ['draining for 14m59s',            drain(899, 890, stuck),                                     'False Deleting',                'that may still end well',                    stage('DrainingNode')],
  ['draining for exactly 15m',       drain(900, 890, stuck),                                     'False Deleting',                'more than fifteen minutes are asked',        stage('DrainingNode')],
  ['draining for 15m1s',             drain(901, 301, stuck),                                     'False Deleting',                'a budget holds it back',                     `${late} PodDisruptionBudgets`],
  ['the drain has just begun',       drain(901, 300, stuck),                                     'False Deleting',                'more than five minutes are asked',           stage('DrainingNode')],
  ['two causes',                     drain(960, 955, stuck, hanging),                            'False Deleting',                'all that holds it back is told',             `${late} PodDisruptionBudgets, Pods not terminating`],
  ['no budget among the causes',     drain(960, 955, hanging),                                   'False Deleting',                'note 4 tells of every cause',                `${late} Pods not terminating`],
  ['updating',                       saying(condition('Updating', 'True', { message: 'In-place update in progress' })), 'False Updating', 'it is being changed',                'In-place update in progress'],
  ['bootstrap bad',                  saying(bad('BootstrapConfigReady', 'no data')),             'False BootstrapConfigNotReady', 'one row decides, with its own reason',       'no data'],
  ['bootstrap unknown',              saying(lost('BootstrapConfigReady')),                       'False BootstrapConfigNotReady', 'not known is not ready',                     'nobody knows'],
  ['bootstrap and more bad',         saying(bad('BootstrapConfigReady', 'no data'), bad('InfrastructureReady', 'no VM'), bad('NodeHealthy', 'x')), 'False BootstrapConfigNotReady', 'the first one decides', 'no data'],
  ['infrastructure bad',             saying(bad('InfrastructureReady', 'no VM'), bad('NodeHealthy', 'x')), 'False InfrastructureNotReady', 'it comes before the Node',            'no VM'],
  ['Node bad',                       saying(bad('NodeHealthy', '* Node.Ready: no network')),     'False NodeNotHealthy',          'the Node is not well',                       '* Node.Ready: no network'],
  ['Node unknown',                   saying(lost('NodeHealthy')),                                'False NodeNotHealthy',          'not known is not healthy',                   'nobody knows'],
  ['health check failed',            saying(bad('HealthCheckSucceeded', 'Health check failed')), 'False HealthCheckFailed',       'whoever checks has said so',                 'Health check failed'],
  ['health check unknown',           saying(lost('HealthCheckSucceeded')),                       'False HealthCheckFailed',       'not known to have passed',                   'nobody knows'],
  ['gates hold',                     gated([open, shut], condition('Licensed', 'True'), condition('Maintenance', 'False')), 'True Ready', 'one is True, one False, as they should', ''],
  ['a positive gate closed',         gated([open], expired),                                     'False Expired',                 'its own reason is told',                     'since May'],
  ['a negative gate closed',         gated([shut], closed),                                      'False Closed',                  'its own reason is told',                     'until Monday'],
  ['a negative gate unknown',        gated([shut], condition('Maintenance', 'Unknown', { reason: 'Lost' })), 'False Lost',        'not known to be open',                       ''],
  ['two gates closed',               gated([shut, open], expired, closed),                       'False Closed',                  'the first in the spec decides',              'until Monday'],
  ['a gate of Cluster API itself',   gated([{ type: 'UpToDate', negative: false }], condition('UpToDate', 'False', { reason: 'NotUpToDate', message: 'v1.33' })), 'False NotUpToDate', 'any condition can be asked for', 'v1.33'],
  ['a gate never reported',          gated([open]),                                              'False NotYetReported',          'silence is not yes',                         'Condition Licensed not yet reported'],
  ['deleting and all bad',           summed(leaving(), ...['BootstrapConfigReady', 'NodeHealthy'].map((type) => bad(type, 'x')), condition('Deleted', 'True', { reason: 'DeletingNode' })), 'False Deleting', 'the deletion comes first', stage('DeletingNode')],
])

describe('a Machine whose drain is held back', () => {
  it('is looked at again once its deletion has taken fifteen minutes, because nothing else would wake it', () => {
    const facts = drain(700, 400, stuck)
    decide(ready, facts)
    assert.equal(facts.clock.recheckAt, '2026-01-01T12:03:20.001Z')
  })
})

describe("the document's ten rows of Ready", () => {
  it('are all asked, each once', () => {
    assert.equal(readyDocument.length, 10)
    assert.deepEqual(
      readyDocument.map(({ rule: [words] }) => words).toSorted(),
      ready.rows.map(([words]) => words).toSorted(),
    )
  })
})
