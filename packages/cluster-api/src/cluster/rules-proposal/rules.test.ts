import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { ago, condition, machine, sick } from '../../machines-of/testing.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import { controlPlane, gone, group, none, steady, unseen } from '../testing.ts'
import { proposalCluster } from './language.ts'

const test = (type: string, cases: readonly TableCase<ClusterFacts>[]): void =>
  describeTable(
    'a Cluster of the document:',
    { rules: tableOf(proposalCluster.tables, type), steady: { ...steady, gracePeriodMs: 40_000 } },
    cases,
  )

const unlisted: TableCase<ClusterFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
]
const { workers } = steady.counts
const bare = machine('cp', { conditions: [], nodeName: undefined })

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneInitialized', [
  ['said before',           { previous: [condition('ControlPlaneInitialized', 'True')], controlPlane: gone.controlPlane }, 'keep',     'it never goes back'],
  ['topology at work',      { controlPlane: none, hasTopology: true },                     'Unknown WaitingForTopology', 'the reference is not there yet', 'Waiting for the topology to make the control plane'],
  ['cannot be read',        { controlPlane: unseen.controlPlane },                         'Unknown InternalError',      '"cannot look" is not "no"',      'KubeadmControlPlane cannot be read, see the log for the error'],
  ['gone',                  { controlPlane: gone.controlPlane },                           'Unknown ObjectDoesNotExist', 'nobody can say',                 'KubeadmControlPlane does not exist'],
  ['says so',               {},                                                            'True Initialized',           'its field says so',              ''],
  ['says not',              { controlPlane: controlPlane({ initialized: false }) },        'False NotInitialized',       'its field says so',              'The control plane is not initialized yet'],
  ['alone, cannot list',    { controlPlane: none, listed: false },                         'Unknown InternalError',      '"cannot look" is not "none"',    'Machines cannot be listed, see the log for the error'],
  ['alone, with a Node',    { controlPlane: none },                                        'True Initialized',           'one Node is enough',             ''],
  ['alone, without a Node', { controlPlane: none, controlPlaneMachines: [bare] },          'False NotInitialized',       'nobody could answer yet',        'No control plane Machine has a Node yet'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneProbe', [
  ['just started, said before', { probe: { consecutiveFailures: 0 }, previous: [condition('ControlPlaneProbe', 'True')] }, 'keep', 'a restart must not flip it'],
  ['just started',              { probe: { consecutiveFailures: 0 } },                                  'Unknown WaitingForProbe', 'nobody has tried often enough',  'The control plane has not been reached yet'],
  ['never reached',             { probe: { consecutiveFailures: 5 } },                                  'False ProbeFailed',   'five attempts are enough',       'The control plane has never been reached'],
  ['not reached after a start', { probe: { consecutiveFailures: 5 }, previous: [condition('ControlPlaneProbe', 'True')] }, 'False ProbeFailed', 'others have reached it before', 'The control plane cannot be reached any more'],
  ['silent for 41 seconds',     { probe: { lastProbeSuccessTime: ago(41), consecutiveFailures: 0 } },   'False ProbeFailed',   'the document waits 40 seconds',  'The control plane cannot be reached any more'],
  ['silent for 40 seconds',     { probe: { lastProbeSuccessTime: ago(40), consecutiveFailures: 4 } },   'True ProbeSucceeded', 'exactly 40 are not more',        ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneAvailable', [
  ['topology at work',   { controlPlane: none, hasTopology: true },                                        'Unknown WaitingForTopology', 'the reference is not there yet'],
  ['cannot be read',     { controlPlane: unseen.controlPlane },                                            'Unknown InternalError',      '"cannot look" is not "no"'],
  ['gone',               { controlPlane: gone.controlPlane },                                              'False ObjectDeleted',        'it was there',                     'KubeadmControlPlane has been deleted'],
  ['not there yet',      { controlPlane: gone.controlPlane, initialization: {} },                          'False ObjectDoesNotExist',   'nobody has made it',               'KubeadmControlPlane does not exist'],
  ['says so',            {},                                                                               'True Because',               'it is mirrored',                   ''],
  ['silent, not yet',    { controlPlane: controlPlane({ conditions: { valid: true, conditions: [] } }), initialization: {} }, 'False NotAvailable', 'its field says so',     'The control plane is not initialized yet'],
  ['alone, cannot list', { controlPlane: none, listed: false },                                            'Unknown InternalError',      '"cannot look" is not "none"'],
  ['alone, available',   { controlPlane: none },                                                           'True Available',             'one Machine is enough',            ''],
  ['alone, silent',      { controlPlane: none, controlPlaneMachines: [bare] },                             'Unknown AvailableUnknown',   'silence is not no',                'No control plane Machine says whether it is available'],
  ['alone, not one',     { controlPlane: none, controlPlaneMachines: [machine('cp', { conditions: [condition('Available', 'False')] })] }, 'False NotAvailable', 'all say so', 'No control plane Machine is available'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('WorkersAvailable', [
  unlisted,
  ['no workers',    { machineDeployments: [] },                                                                'True NoWorkers',     'of none, none is bad', ''],
  ['a pool is not', { machinePools: [group('MachinePool', 'p', { conditions: [condition('Available', 'False', { message: 'too few' })] })] }, 'False NotAvailable', 'pools count too', '* MachinePool p: too few'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  ['steady',                 {},                                                                                         'False NotScalingUp',       'all that is wanted is available',    ''],
  ['workers lack one',       { counts: { ...steady.counts, workers: { ...workers, availableReplicas: 2 } } },            'True ScalingUp',           'the document goes by availability',  '* Workers: 2 of 3 replicas are available'],
  ['workers not counted',    { counts: { ...steady.counts, workers: {} } },                                              'Unknown ScalingUpUnknown', 'a count that was not taken is not 0', 'Some replicas cannot be counted'],
  ['one half settles it',    { counts: { controlPlane: {}, workers: { ...workers, availableReplicas: 2 } } },            'True ScalingUp',           'what is missing is missing',         '* Workers: 2 of 3 replicas are available'],
  ['control plane without replicas', { counts: { controlPlane: undefined, workers } },                                   'False NotScalingUp',       'its contract does not ask for them', ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  ['steady',              {},                                                                                  'False NotScalingDown',       'nothing is too many',                 ''],
  ['control plane too large', { counts: { ...steady.counts, controlPlane: { ...workers, replicas: 4 } } },     'True ScalingDown',           'four there, three wanted',            '* Control plane: 4 replicas exist, 3 wanted'],
  ['not counted',         { counts: { ...steady.counts, workers: {} } },                                       'Unknown ScalingDownUnknown', 'a count that was not taken is not 0', 'Some replicas cannot be counted'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('UpToDate', [
  ['steady',      {},                                                                                      'True UpToDate',           'replicas equal up-to-date replicas',  ''],
  ['one behind',  { counts: { ...steady.counts, workers: { ...workers, upToDateReplicas: 2 } } },          'False NotUpToDate',       'two of three',                        '* Workers: 2 of 3 replicas are up to date'],
  ['not counted', { counts: { ...steady.counts, workers: {} } },                                           'Unknown UpToDateUnknown', 'a count that was not taken is not 0', 'Some replicas cannot be counted'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  unlisted,
  ['one failed',  { workerMachines: [sick('w')] }, 'True Remediating',     'it does not pass its health checks', 'Machine w does not pass health checks'],
  ['one of the control plane failed', { controlPlaneMachines: [sick('cp')] }, 'True Remediating', 'it is one of the Machines of the Cluster', 'Machine cp does not pass health checks'],
  ['all healthy', {},                              'False NotRemediating', 'nobody failed',                      ''],
])

const deleting = { deleting: true, machineDeployments: [], workerMachines: [] }

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleted', [
  ['nobody deletes it',     {},                                                                'False NotDeleted',                      'there is no deletionTimestamp',     ''],
  ['a hook holds it back',  { ...deleting, okToDelete: false },                                'True WaitingForBeforeDeleteHook',       'nobody has said ok-to-delete'],
  ['cannot list',           { ...deleting, listed: false },                                    'Unknown InternalError',                 '"cannot look" is not "none"'],
  ['workers left',          { deleting: true },                                                'True WaitingForWorkersDeletion',        'they go first',                     'Waiting for workers to be deleted:\n* MachineDeployments: md\n* Worker Machines: w'],
  ['control plane unseen',  { ...deleting, controlPlane: unseen.controlPlane },                'True InternalError',                    '"cannot look" is not "gone"'],
  ['control plane left',    deleting,                                                          'True WaitingForControlPlaneDeletion',   'it goes before the infrastructure', 'Waiting for KubeadmControlPlane to be deleted'],
  ['infrastructure unseen', { ...deleting, controlPlane: gone.controlPlane, infrastructure: unseen.infrastructure }, 'True InternalError', '"cannot look" is not "gone"'],
  ['infrastructure left',   { ...deleting, controlPlane: gone.controlPlane },                  'True WaitingForInfrastructureDeletion', 'it goes last',                      'Waiting for DockerCluster to be deleted'],
  ['nothing left',          { ...deleting, ...gone },                                          'True DeletionCompleted',                'everything is gone',                ''],
])
