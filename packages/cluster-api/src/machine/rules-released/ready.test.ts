import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { describeTable } from '@sitrep/conditions/testing'
import { ago, condition } from '../../machines-of/testing.ts'
import type { SummaryFacts } from '../facts/facts.ts'
import { budget, holding, leaving, pod, seen, spec, summed } from '../testing.ts'
import type { ReadinessGate } from '../types.ts'
import { groupControlPlaneComponents, ready } from './ready.ts'

const negative = ['Deleting', 'Updating'].map((type) => condition(type, 'False'))
const fine = ['BootstrapConfigReady', 'InfrastructureReady', 'NodeHealthy'].map((type) =>
  condition(type, 'True'),
)
const steady = summed({}, ...negative, ...fine)

function saying(...conditions: readonly Condition[]): SummaryFacts {
  const types = conditions.map(({ type }) => type)
  return summed({}, ...steady.conditions.filter(({ type }) => !types.includes(type)), ...conditions)
}

const bad = (type: string, message: string): Condition => condition(type, 'False', { message })
const gated = (gates: readonly ReadinessGate[], ...conditions: readonly Condition[]): SummaryFacts =>
  summed({ machine: seen({ spec: spec({ readinessGates: gates }) }) }, ...steady.conditions, ...conditions)
const open: ReadinessGate = { type: 'Licensed', negative: false }
const shut: ReadinessGate = { type: 'Maintenance', negative: true }

const away = (
  deletion: Parameters<typeof leaving>[0],
  reason: string,
  ...conditions: readonly Condition[]
): SummaryFacts =>
  summed(
    leaving(deletion),
    ...conditions,
    condition('Updating', 'False'),
    condition('Deleting', 'True', { reason, message: 'long and different for every Machine' }),
  )
const goneToo = [
  condition('BootstrapConfigReady', 'False', {
    reason: 'ObjectDeleted',
    message: 'KubeadmConfig has been deleted',
  }),
  condition('InfrastructureReady', 'False', {
    reason: 'ObjectDoesNotExist',
    message: 'DockerMachine does not exist',
  }),
  condition('NodeHealthy', 'False', { reason: 'NodeDeleted', message: 'Node w has been deleted' }),
]
const drainedFor = { since: 960, times: { nodeDrainStartTime: ago(955) } }
const stuck = holding(pod('web-1', { blockedBy: budget }))

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, released:', { rules: ready, steady }, [
  ['steady',                   steady,                                                                   'True Ready',            'nothing is wanting',                       ''],
  ['a gate named Ready',       gated([{ type: 'Ready', negative: false }]),                              'Unknown InternalError', 'upstream cannot sum that up',              'Please check controller logs for errors'],
  ['two troubles',             saying(bad('InfrastructureReady', 'no VM'), bad('NodeHealthy', 'x')),     'False NotReady',        'all of them are told',                     '* InfrastructureReady: no VM\n* NodeHealthy: x'],
  ['one trouble, one unknown', saying(bad('InfrastructureReady', 'no VM'), condition('NodeHealthy', 'Unknown', { message: 'lost' })), 'False NotReady', 'a trouble weighs more', '* InfrastructureReady: no VM\n* NodeHealthy: lost'],
  ['one unknown',              saying(condition('NodeHealthy', 'Unknown', { message: 'lost' })),         'Unknown ReadyUnknown',  'nobody can tell',                          '* NodeHealthy: lost'],
  ['health check failed',      saying(bad('HealthCheckSucceeded', 'Health check failed')),               'False NotReady',        'whoever checks has said so',               '* HealthCheckSucceeded: Health check failed'],
  ['updating',                 saying(condition('Updating', 'True', { message: 'In-place update in progress' })), 'False NotReady', 'it is being changed',                    '* Updating: In-place update in progress'],
  ['gates hold',               gated([open, shut], condition('Licensed', 'True'), condition('Maintenance', 'False')), 'True Ready', 'one is True, one False, as they should', ''],
  ['a negative gate closed',   gated([shut], condition('Maintenance', 'True', { message: 'until Monday' })), 'False NotReady',    'what should be False is True',             '* Maintenance: until Monday'],
  ['a gate never reported',    gated([open]),                                                            'Unknown ReadyUnknown',  'silence is not yes',                       '* Licensed: Condition not yet reported'],
  ['deleting',                 away({}, 'WaitingForPreDrainHook', ...fine),                              'False NotReady',        'the stage alone is told',                  '* Deleting: Machine deletion in progress, stage: WaitingForPreDrainHook'],
  ['deleting, the rest gone',  away({}, 'DeletingNode', ...goneToo),                                     'False NotReady',        'what goes with it is no trouble',          '* Deleting: Machine deletion in progress, stage: DeletingNode'],
  ['deleting, another trouble', away({}, 'DeletingNode', ...goneToo.slice(1), bad('BootstrapConfigReady', 'odd')), 'False NotReady', 'that is told beside it',                '* Deleting: Machine deletion in progress, stage: DeletingNode\n* BootstrapConfigReady: odd'],
  ['deleting for long',        away({ since: 960 }, 'WaitingForInfrastructureDeletion', ...fine),        'False NotReady',        'it is worth a word',                       '* Deleting: Machine deletion in progress since more than 15m, stage: WaitingForInfrastructureDeletion'],
  ['draining for long',        away({ ...drainedFor, deletion: stuck }, 'DrainingNode', ...fine),        'False NotReady',        'what may hold it back is told',            '* Deleting: Machine deletion in progress since more than 15m, stage: DrainingNode, delay likely due to PodDisruptionBudgets'],
])

describe('components of a control plane in a summary', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['none',             ['* NodeHealthy: x'],                                                                 ['* NodeHealthy: x'],                                'there is nothing to group'],
    ['one',              ['* APIServerPodHealthy: x'],                                                         ['* APIServerPodHealthy: x'],                        'one is no group'],
    ['two alike',        ['* NodeHealthy: y', '* APIServerPodHealthy: x', '* EtcdPodHealthy: x'],              ['* NodeHealthy: y', '* Control plane components: x'], 'they say the same'],
    ['two unlike',       ['* APIServerPodHealthy: x', '* SchedulerPodHealthy: z'],                             ['* APIServerPodHealthy: x', '* SchedulerPodHealthy: z'], 'each says something of its own'],
    ['a member of etcd', ['* APIServerPodHealthy: x', '* EtcdMemberHealthy: x', '* SchedulerPodHealthy: x'],   ['* Control plane components: x', '* EtcdMemberHealthy: x'], 'a member is no component'],
  ] as const
  for (const [name, entries, expected, because] of cases) {
    it(`${name}: ${expected.length}, because ${because}`, () => {
      assert.deepEqual(groupControlPlaneComponents(entries), expected)
    })
  }
})
