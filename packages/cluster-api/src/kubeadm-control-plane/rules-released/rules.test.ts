import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { listed, unreadable } from '@sitrep/status'
import { ago, condition } from '../../machines-of/testing.ts'
import type { ControlPlaneFacts } from '../facts/facts.ts'
import { ailing, judged, leavingSince, of, pass, steady } from '../testing.ts'
import type { WorkersObserved } from '../types.ts'
import { releasedControlPlane } from './language.ts'

const title = 'a released control plane:'
const logs = 'Please check controller logs for errors'

const test = (type: string, cases: readonly TableCase<ControlPlaneFacts>[]): void =>
  describeTable(title, { rules: tableOf(releasedControlPlane.tables, type), steady }, cases)

const missing = (...purposes: readonly string[]) => ({
  pass: pass({ certificates: { certificates: 'missing', purposes } }),
})

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable(title, { rules: releasedControlPlane.certificates, steady: { pass: pass() } }, [
  ['nobody looked',  { pass: pass({ certificates: undefined }) },                     'keep',                  'what was said stands'],
  ['all there',      {},                                                              'True Available',        'each has its Secret',            ''],
  ['unreadable',     { pass: pass({ certificates: { certificates: 'unclear' } }) },   'Unknown InternalError', '"cannot look" is not "none"',    logs],
  ['one missing',    missing('etcd'),                                                 'False NotAvailable',    'nobody makes it anew',           'Cluster certificate for etcd is not available, please check cluster certificate secrets'],
  ['two missing',    missing('ca', 'sa'),                                             'False NotAvailable',    'all are told',                   'Cluster certificates for ca, sa are not available, please check cluster certificate secrets'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Initialized', [
  ['initialized', {},                     'True Initialized',     'kubeadm has left its ConfigMap', ''],
  ['not yet',     { initialized: false }, 'False NotInitialized', 'nobody has seen it',             ''],
  ['unread',      { initialized: false, initializationUnread: true }, 'Unknown InspectionFailed', '"cannot look" is not "none"', 'Failed to get the ConfigMap of kubeadm'],
])

const outdated = (name: string, message: string) => ailing(name, 'UpToDate', { message })

// biome-ignore format: the table is the specification; its columns stay aligned
test('RollingOut', [
  ['steady',     {},                                                                                                     'False NotRollingOut', 'all are up to date',                ''],
  ['two behind', of(outdated('a', '* KubeadmConfig is not up-to-date\n* Version v1.33.4, v1.34.1 required'), outdated('b', '* Version v1.33.4, v1.34.1 required'), judged('c')), 'True RollingOut', 'versions come first, each line once', 'Rolling out 2 not up-to-date replicas\n* Version v1.33.4, v1.34.1 required\n* KubeadmConfig is not up-to-date'],
  ['one silent', of(judged('a', { conditions: [condition('UpToDate', 'Unknown')] })),                                    'False NotRollingOut', 'only False is replaced',            ''],
])

const noTemplate = { pass: pass({ templateMissing: true }) }

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  ['replicas not set',         { desired: undefined },                                                    'Unknown WaitingForReplicasSet', 'there is nothing to compare with',          'Waiting for spec.replicas set'],
  ['steady',                   {},                                                                        'False NotScalingUp',            'three wanted, three there',                 ''],
  ['steady, template gone',    noTemplate,                                                                'False NotScalingUp',            'nothing is missing, but could not be made', 'Scaling up would be blocked because DockerMachineTemplate does not exist'],
  ['two missing',              { desired: 5 },                                                            'True ScalingUp',                'five wanted, three there',                  'Scaling up from 3 to 5 replicas'],
  ['waiting for an upgrade',   { desired: 5, preflight: { awaitedVersion: 'v1.35.0' } },                  'True ScalingUp',                'the topology comes first',                  'Scaling up from 3 to 5 replicas is blocked because:\n* waiting for a version upgrade to v1.35.0 to be propagated'],
  ['certificates missing',     { desired: 5, preflight: { certificatesMissing: true } },                  'True ScalingUp',                'nobody could join',                         'Scaling up from 3 to 5 replicas is blocked because:\n* cluster certificates are missing or unknown'],
  ['components and etcd sick', { desired: 5, preflight: { componentsUnhealthy: true, etcdUnhealthy: true } }, 'True ScalingUp',            'only these two stand together',             'Scaling up from 3 to 5 replicas is blocked because:\n* waiting for control plane components to become healthy\n* waiting for etcd cluster to become healthy'],
  ['short, template gone',     { ...noTemplate, desired: 5 },                                             'True ScalingUp',                'nothing to make Machines from',             'Scaling up from 3 to 5 replicas is blocked because:\n* DockerMachineTemplate does not exist'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  ['replicas not set',   { desired: undefined },                                            'Unknown WaitingForReplicasSet', 'there is nothing to compare with',     'Waiting for spec.replicas set'],
  ['steady',             {},                                                                'False NotScalingDown',          'three wanted, three there',            ''],
  ['two too many',       { desired: 1 },                                                    'True ScalingDown',              'one wanted, three there',              'Scaling down from 3 to 1 replicas'],
  ['blocked',            { desired: 1, preflight: { etcdUnhealthy: true } },                'True ScalingDown',              'etcd may lose its quorum',             'Scaling down from 3 to 1 replicas is blocked because:\n* waiting for etcd cluster to become healthy'],
  ['a stale deletion',   { desired: 1, ...of(judged('a'), judged('b', leavingSince(901))) }, 'True ScalingDown',             'more than fifteen minutes',            'Scaling down from 2 to 1 replicas is blocked because:\n* Machine b is in deletion since more than 15m'],
  ['a young deletion',   { desired: 1, ...of(judged('a'), judged('b', leavingSince(900))) }, 'True ScalingDown',             'exactly fifteen minutes are not more', 'Scaling down from 2 to 1 replicas'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesReady', [
  ['no Machines', of(),                                                                             'True NoReplicas', 'of none, none is bad', ''],
  ['all ready',   {},                                                                               'True Ready',      'all say so',           ''],
  ['one is not',  of(judged('a'), ailing('b', 'Ready', { message: '* NodeHealthy: Node is gone' })), 'False NotReady', 'one says so',          '* Machine b:\n  * NodeHealthy: Node is gone'],
])

const untold = (seconds: number) => ({ ...judged('a', { createdAt: ago(seconds) }), conditions: [] })

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesUpToDate', [
  ['no Machines',     of(),                                         'True NoReplicas',         'of none, none is behind',              ''],
  ['only a new one',  of(untold(10)),                               'True NoReplicas',         'ten seconds are not more than ten',    ''],
  ['one grown older', of(untold(11)),                               'Unknown UpToDateUnknown', 'by now it should have said something', '* Machine a: Condition UpToDate not yet reported'],
  ['one is behind',   of(judged('a'), outdated('b', '* Version x')), 'False NotUpToDate',      'one says so',                          '* Machine b:\n  * Version x'],
])

const sick = (name: string, ...more: Parameters<typeof condition>[]) =>
  judged(name, {
    conditions: [condition('HealthCheckSucceeded', 'False'), ...more.map((one) => condition(...one))],
  })

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  ['all healthy',              {},                                                                                    'False NotRemediating', 'nobody failed',              ''],
  ['one to be remediated',     of(judged('a'), sick('b', ['OwnerRemediated', 'False', { message: 'Waiting for remediation' }])), 'True Remediating', 'its owner has taken it on', '* Machine b: Waiting for remediation'],
  ['one sick, nobody does it', of(sick('a')),                                                                         'False NotRemediating', 'nobody has taken it on',     'Machine a is not healthy (not to be remediated by KubeadmControlPlane)'],
  ['two sick, nobody does it', of(sick('b'), sick('a')),                                                              'False NotRemediating', 'names stand in order',       'Machines a, b are not healthy (not to be remediated by KubeadmControlPlane)'],
])

const own = ['a', 'b', 'c'].map((name) => ({ name, controlPlane: true }))
const worker = (name: string) => ({ name, controlPlane: false })
const left = (workers: Partial<WorkersObserved> = {}): Partial<ControlPlaneFacts> => ({
  deleting: true,
  desired: 0,
  pass: pass({
    deleting: true,
    observed: { workers: { machines: listed(...own), pools: listed(), ...workers } },
  }),
})
const blocked = 'KubeadmControlPlane deletion blocked because following objects still exist:'

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleting', [
  ['nobody deletes it',        {},                                                                     'False NotDeleting',              'there is no deletionTimestamp',       ''],
  ['nothing left',             { ...left(), ...of() },                                                 'True DeletionCompleted',         'the last one is gone',                'Deletion completed'],
  ['Machines unreadable',      left({ machines: unreadable('forbidden') }),                            'True InternalError',             '"cannot look" is not "none"',         logs],
  ['pools unreadable',         left({ pools: unreadable('forbidden') }),                               'True InternalError',             '"cannot look" is not "none"',         logs],
  ['workers left',             left({ machines: listed(...own, worker('w')) }),                        'True WaitingForWorkersDeletion', 'they need a control plane to leave',  `${blocked}\n* Machines: w`],
  ['a pool left',              left({ pools: listed('p') }),                                           'True WaitingForWorkersDeletion', 'it needs a control plane to leave',   `${blocked}\n* MachinePools: p`],
  ['many left',                left({ machines: listed(...own, ...['6', '5', '4', '3', '2', '1'].map(worker)), pools: listed('q', 'p') }), 'True WaitingForWorkersDeletion', 'five names are told, in order', `${blocked}\n* MachinePools: p, q\n* Machines: 1, 2, 3, 4, 5, ... (1 more)`],
  ['a foreign control plane',  left({ machines: listed(...own, { name: 'x', controlPlane: true }) }),  'True WaitingForWorkersDeletion', 'it counts, but only workers are named', `${blocked}\n`],
  ['its own Machines left',    left(),                                                                 'True WaitingForMachineDeletion', 'they go last',                        'Deleting 3 Machines'],
  ['one Machine left',         { ...left({ machines: listed({ name: 'a', controlPlane: true }) }), ...of(judged('a')) }, 'True WaitingForMachineDeletion', 'one is left',       'Deleting 1 Machine'],
  ['one is stale',             { ...left(), ...of(judged('a'), judged('b'), judged('c', leavingSince(901))) }, 'True WaitingForMachineDeletion', 'more than fifteen minutes',   'Deleting 3 Machines and Machine c is in deletion since more than 15m'],
])
