import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import {
  ago,
  condition,
  machine,
  notReady,
  outdated,
  sick,
  sickForNobody,
} from '../../machines-of/testing.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import { controlPlane, gone, group, infrastructure, none, steady, unseen } from '../testing.ts'
import { releasedCluster } from './language.ts'

const test = (type: string, cases: readonly TableCase<ClusterFacts>[]): void =>
  describeTable('a released Cluster:', { rules: tableOf(releasedCluster.tables, type), steady }, cases)

const logs = 'Please check controller logs for errors'
const unlisted: TableCase<ClusterFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
  logs,
]
const fresh = { initialization: {} }

// biome-ignore format: the table is the specification; its columns stay aligned
test('RemoteConnectionProbe', [
  ['just started, said before', { probe: { consecutiveFailures: 4 }, previous: [condition('RemoteConnectionProbe', 'True')] }, 'keep', 'a restart must not flip it'],
  ['just started',              { probe: { consecutiveFailures: 4 } },                                                         'False ProbeFailed',   'four attempts are too few',  'Remote connection not established yet'],
  ['never connected',           { probe: { consecutiveFailures: 5 } },                                                         'False ProbeFailed',   'five attempts are enough',   'Remote connection probe failed'],
  ['silent for 51 seconds',     { probe: { lastProbeSuccessTime: ago(51), consecutiveFailures: 0 } },                          'False ProbeFailed',   'the grace period is over',   'Remote connection probe failed, probe last succeeded at 2026-01-01T11:59:09Z'],
  ['silent for 50 seconds',     { probe: { lastProbeSuccessTime: ago(50), consecutiveFailures: 4 } },                          'True ProbeSucceeded', 'exactly 50 are not more',    ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('InfrastructureReady', [
  ['topology at work',    { infrastructure: none, hasTopology: true },                                          'False ObjectDoesNotExist', 'the reference is not there yet',        'Waiting for cluster topology to be reconciled'],
  ['topology, deleting',  { infrastructure: none, hasTopology: true, deleting: true },                          'False ObjectDoesNotExist', 'nobody waits any more',                 ''],
  ['mirrored',            { infrastructure: infrastructure({ conditions: { valid: true, conditions: [condition('Ready', 'False', { reason: 'Creating', message: 'wait' })] } }) }, 'False Creating', 'it says so', 'wait'],
  ['old shape, True',     { infrastructure: infrastructure({ conditions: { valid: true, conditions: [condition('Ready', 'True', { reason: 'NoReasonReported' })] } }) }, 'True Ready', 'a reason is made up for it', ''],
  ['silent, provisioned', { infrastructure: infrastructure({ conditions: { valid: true, conditions: [] } }) },  'True Ready',               'its field says so',                     ''],
  ['silent, not yet',     { ...fresh, infrastructure: infrastructure({ conditions: { valid: true, conditions: [] } }) }, 'False NotReady',  'its field says so',                     'DockerCluster status.initialization.provisioned is false'],
  ['malformed',           { infrastructure: infrastructure({ conditions: { valid: false, error: 'no type' } }) }, 'Unknown InvalidConditionReported', 'nonsense is not an answer',      'no type'],
  ['cannot be read',      { infrastructure: unseen.infrastructure },                                            'Unknown InternalError',    '"cannot look" is not "none"',           logs],
  ['gone while deleting', { infrastructure: gone.infrastructure, deleting: true },                              'False ObjectDeleted',      'it was there',                          'DockerCluster has been deleted'],
  ['gone',                { infrastructure: gone.infrastructure },                                              'False ObjectDeleted',      'it was there, and is still needed',     'DockerCluster has been deleted while the cluster still exists'],
  ['not there yet',       { ...fresh, infrastructure: gone.infrastructure },                                    'False ObjectDoesNotExist', 'nobody has made it',                    'DockerCluster does not exist'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneAvailable', [
  ['topology at work',    { controlPlane: none, hasTopology: true },                                        'False ObjectDoesNotExist', 'the reference is not there yet',    'Waiting for cluster topology to be reconciled'],
  ['silent, not yet',     { ...fresh, controlPlane: controlPlane({ conditions: { valid: true, conditions: [] } }) }, 'False NotAvailable', 'its field says so',             'KubeadmControlPlane status.initialization.controlPlaneInitialized is false'],
  ['stands alone',        { controlPlane: none },                                                           'Unknown InternalError',    'upstream does not know this case',  logs],
  ['gone while deleting', { controlPlane: gone.controlPlane, deleting: true },                              'False ObjectDeleted',      'it was there',                      'KubeadmControlPlane has been deleted'],
  ['gone',                { controlPlane: gone.controlPlane },                                              'False ObjectDeleted',      'it was there, and is still needed', 'KubeadmControlPlane has been deleted while the cluster still exists'],
  ['not there yet',       { ...fresh, controlPlane: gone.controlPlane },                                    'False ObjectDoesNotExist', 'nobody has made it',                'KubeadmControlPlane does not exist'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneInitialized', [
  ['said before',            { previous: [condition('ControlPlaneInitialized', 'True')], controlPlane: gone.controlPlane }, 'keep', 'it never goes back'],
  ['topology at work',       { controlPlane: none, hasTopology: true },                                       'Unknown ObjectDoesNotExist', 'the reference is not there yet',              'Waiting for cluster topology to be reconciled'],
  ['gone, like its ground',  { controlPlane: gone.controlPlane, infrastructure: gone.infrastructure },        'Unknown ObjectDoesNotExist', 'upstream looks at the infrastructure here',   'KubeadmControlPlane does not exist'],
  ['gone',                   { controlPlane: gone.controlPlane },                                             'Unknown InternalError',      'upstream looks at the infrastructure here',   logs],
  ['field malformed',        { controlPlane: controlPlane({ initialized: 'malformed' }) },                    'Unknown InternalError',      'nonsense is not an answer',                   logs],
  ['says so',                {},                                                                              'True Initialized',           'its field says so',                           ''],
  ['says not',               { controlPlane: controlPlane({ initialized: undefined }) },                      'False NotInitialized',       'silence is not yes',                          'Control plane not yet initialized'],
  ['alone, cannot list',     { controlPlane: none, listed: false },                                           'Unknown InternalError',      '"cannot look" is not "none"',                 logs],
  ['alone, with a Node',     { controlPlane: none },                                                          'True Initialized',           'one Node is enough',                          ''],
  ['alone, without a Node',  { controlPlane: none, controlPlaneMachines: [] },                                'False NotInitialized',       'nobody could answer yet',                     'Waiting for the first control plane machine to have status.nodeRef set'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('WorkersAvailable', [
  unlisted,
  ['no workers', { machineDeployments: [] },                                                                       'True NoWorkers',     'of none, none is bad', ''],
  ['one is not', { machineDeployments: [group('MachineDeployment', 'a', { conditions: [condition('Available', 'False', { message: 'too few' })] })] }, 'False NotAvailable', 'it says so', '* MachineDeployment a: too few'],
])

const machines = (
  type: string,
  place: 'controlPlaneMachines' | 'workerMachines',
  bad: typeof notReady,
): void =>
  // biome-ignore format: the table is the specification; its columns stay aligned
  test(type, [
    unlisted,
    ['no Machines', { [place]: [] },         'True NoReplicas', 'of none, none is bad', ''],
    ['one is not',  { [place]: [bad('m')] }, bad === notReady ? 'False NotReady' : 'False NotUpToDate', 'it says so'],
  ])

machines('ControlPlaneMachinesReady', 'controlPlaneMachines', notReady)
machines('WorkerMachinesReady', 'workerMachines', notReady)
machines('ControlPlaneMachinesUpToDate', 'controlPlaneMachines', outdated)
machines('WorkerMachinesUpToDate', 'workerMachines', outdated)

const moving = (type: string): void =>
  // biome-ignore format: the table is the specification; its columns stay aligned
  test(type, [
    ['control plane unseen', { controlPlane: unseen.controlPlane },                      'Unknown InternalError', '"cannot look" is not "none"', logs],
    ['nobody reports it',    { machineDeployments: [] },                                 `False Not${type}`,      'its contract does not ask a control plane for it', ''],
    ['a worker moves',       { machineDeployments: [group('MachineDeployment', 'a', { conditions: [condition(type, 'True', { message: 'on its way' })] })] }, `True ${type}`, 'it says so', '* MachineDeployment a: on its way'],
    ['a worker is silent',   { machineDeployments: [group('MachineDeployment', 'a', { conditions: [] })] }, `Unknown ${type}Unknown`, 'silence is not no', `* MachineDeployment a: Condition ${type} not yet reported`],
  ])

for (const type of ['RollingOut', 'ScalingUp', 'ScalingDown']) moving(type)

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  unlisted,
  ['a worker to be remediated', { workerMachines: [sick('w')] },                                                            'True Remediating',     'its owner has taken it on',        '* Machine w: Waiting for remediation'],
  ['one sick, nobody does it',  { workerMachines: [sickForNobody('w')] },                                                   'False NotRemediating', 'nobody has taken it on',           'Machine w is not healthy (not to be remediated)'],
  ['a sick one of a pool',      { workerMachines: [{ ...sick('w'), labels: { 'cluster.x-k8s.io/pool-name': 'p' } }] },      'False NotRemediating', 'upstream leaves pools out',        ''],
])

const deleting = { deleting: true, machineDeployments: [], workerMachines: [] }

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleting', [
  ['nobody deletes it',      {},                                                                        'False NotDeleting',                     'there is no deletionTimestamp',       ''],
  ['a hook holds it back',   { ...deleting, okToDelete: false },                                        'True WaitingForBeforeDeleteHook',       'nobody has said ok-to-delete',        'Waiting for BeforeClusterDelete hook'],
  ['cannot list',            { ...deleting, listed: false },                                            'True InternalError',                    '"cannot look" is not "none"',         logs],
  ['workers left',           { deleting: true, workerMachines: ['f', 'e', 'd', 'c', 'b', 'a'].map((name) => machine(name)) }, 'True WaitingForWorkersDeletion', 'five names are told, in order', '* MachineDeployments: md\n* Worker Machines: a, b, c, d, e, ... (1 more)'],
  ['alone, control plane left', { ...deleting, controlPlane: none },                                    'True WaitingForWorkersDeletion',        'nobody takes them along',             '* Control plane Machines: cp'],
  ['control plane unseen',   { ...deleting, controlPlane: unseen.controlPlane },                        'True InternalError',                    '"cannot look" is not "gone"',         logs],
  ['control plane left',     deleting,                                                                  'True WaitingForControlPlaneDeletion',   'it goes before the infrastructure',   'Waiting for KubeadmControlPlane to be deleted'],
  ['infrastructure unseen',  { ...deleting, controlPlane: gone.controlPlane, infrastructure: unseen.infrastructure }, 'True InternalError',      '"cannot look" is not "gone"',         logs],
  ['infrastructure left',    { ...deleting, controlPlane: gone.controlPlane },                          'True WaitingForInfrastructureDeletion', 'it goes last',                        'Waiting for DockerCluster to be deleted'],
  ['nothing left',           { ...deleting, controlPlane: gone.controlPlane, infrastructure: gone.infrastructure }, 'True DeletionCompleted',    'everything is gone',                  'Deletion completed'],
])
