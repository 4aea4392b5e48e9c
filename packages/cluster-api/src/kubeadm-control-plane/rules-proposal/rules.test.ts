import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { listed, unreadable } from '@sitrep/status'
import { condition } from '../../machines-of/testing.ts'
import type { ControlPlaneFacts } from '../facts/facts.ts'
import { ailing, judged, leavingSince, of, pass, said, steady } from '../testing.ts'
import type { WorkersObserved } from '../types.ts'
import { proposalControlPlane } from './language.ts'

const title = 'a control plane of the document:'

const test = (type: string, cases: readonly TableCase<ControlPlaneFacts>[]): void =>
  describeTable(title, { rules: tableOf(proposalControlPlane.tables, type), steady }, cases)

const unlisted: TableCase<ControlPlaneFacts> = [
  'cannot list',
  { pass: pass({ listed: false }), ...of() },
  'Unknown InternalError',
  '"cannot look" is not "none"',
]
const unwanted: TableCase<ControlPlaneFacts> = [
  'replicas not set',
  { desired: undefined },
  'Unknown WaitingForReplicasSet',
  'there is nothing to compare with',
]

const nobodyLooked = { certificates: undefined }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable(title, { rules: proposalControlPlane.certificates, steady: { pass: pass() } }, [
  ['never looked',      { pass: pass({ ...nobodyLooked, observed: said() }) },                                     'Unknown InspectionFailed', 'never looked for is not "there"',    'Nobody has looked for the certificates yet'],
  ['not looked for now', { pass: pass({ ...nobodyLooked, observed: said(condition('CertificatesAvailable', 'True')) }) }, 'keep',              'what was said stands'],
  ['all there',         {},                                                                                        'True Available',           'each has its Secret',                ''],
  ['unreadable',        { pass: pass({ certificates: { certificates: 'unclear' } }) },                             'Unknown InternalError',    '"cannot look" is not "none"',        'The certificates cannot be read, see the log for the error'],
  ['two missing',       { pass: pass({ certificates: { certificates: 'missing', purposes: ['ca', 'etcd'] } }) },   'False NotAvailable',       'the document asks for all of them',  'Certificates are missing: ca, etcd'],
])

const noTemplate = { pass: pass({ templateMissing: true }) }

// biome-ignore format: the table is the specification; its columns stay aligned
test('ReplicaFailure', [
  unlisted,
  ['steady',                  {},                                                              'False NoReplicaFailure', 'nothing is to be created',                     ''],
  ['short',                   { desired: 5 },                                                  'False NoReplicaFailure', 'nothing stands in the way',                    ''],
  ['short and blocked',       { desired: 5, preflight: { componentsUnhealthy: true, etcdUnhealthy: true } }, 'True CreationBlocked', 'a Machine is missing and cannot be created', 'Machines cannot be created:\n* waiting for control plane components to become healthy\n* waiting for etcd cluster to become healthy'],
  ['short, template gone',    { ...noTemplate, desired: 5, preflight: { certificatesMissing: true } }, 'True CreationBlocked', 'all that stands in the way is told',     'Machines cannot be created:\n* cluster certificates are missing or unknown\n* DockerMachineTemplate does not exist'],
  ['complete, template gone', noTemplate,                                                      'False NoReplicaFailure', 'nothing is missing, but could not be created', 'Machines could not be created: DockerMachineTemplate does not exist'],
  ['too many, blocked',       { desired: 1, preflight: { etcdUnhealthy: true } },              'False NoReplicaFailure', 'deleting is not creating',                     ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Initialized', [
  ['initialized', {},                     'True Initialized',     'kubeadm has left its ConfigMap', ''],
  ['not yet',     { initialized: false }, 'False NotInitialized', 'nobody has seen it',             ''],
  ['unread',      { initialized: false, initializationUnread: true }, 'Unknown InspectionFailed', '"cannot look" is not "none"', 'Failed to get the ConfigMap of kubeadm'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesReady', [
  unlisted,
  ['no Machines', of(),                                                                             'True NoReplicas', 'of none, none is bad', ''],
  ['one is not',  of(judged('a'), ailing('b', 'Ready', { message: '* NodeHealthy: Node is gone' })), 'False NotReady', 'one says so',          '* Machine b:\n  * NodeHealthy: Node is gone'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  unlisted,
  unwanted,
  ['steady',            {},                                                    'False NotScalingUp', 'three wanted, three available',           ''],
  ['one missing',       { desired: 4 },                                        'True ScalingUp',     'four wanted, three available',            '3 of 4 replicas are available'],
  ['one not available', of(judged('a'), judged('b'), ailing('c', 'Available')), 'True ScalingUp',    'the document goes by available replicas', '2 of 3 replicas are available'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  unlisted,
  unwanted,
  ['steady',           {},                                                                'False NotScalingDown', 'three wanted, three there',  ''],
  ['one too many',     { desired: 2 },                                                    'True ScalingDown',     'two wanted, three there',    '3 replicas exist, 2 wanted'],
  ['a stale deletion', { desired: 1, ...of(judged('a'), judged('b', leavingSince(901))) }, 'True ScalingDown',    'more than fifteen minutes',  '2 replicas exist, 1 wanted\n* Machine b is in deletion since more than 15m'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('UpToDate', [
  unlisted,
  ['no Machines',   of(),                                                                                'True NoReplicas',         'of none, none is behind',   ''],
  ['steady',        {},                                                                                  'True UpToDate',           'all say so',                ''],
  ['one is behind', of(judged('a'), ailing('b', 'UpToDate', { message: '* Version v1.33.4, v1.34.1 required' })), 'False NotUpToDate', 'one says so',            '* Machine b:\n  * Version v1.33.4, v1.34.1 required'],
  ['one is silent', of({ ...judged('a'), conditions: [] }),                                              'Unknown UpToDateUnknown', 'silence is not yes',        '* Machine a: Condition UpToDate not yet reported'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  unlisted,
  ['all healthy', {},                                                                  'False NotRemediating', 'nobody failed',                      ''],
  ['one failed',  of(judged('a'), ailing('b', 'HealthCheckSucceeded')),                'True Remediating',     'it does not pass its health checks', 'Machine b does not pass health checks'],
  ['four failed', of(...['d', 'c', 'b', 'a'].map((name) => ailing(name, 'HealthCheckSucceeded'))), 'True Remediating', 'three names are told, in order', 'Machines a, b, c and 1 more do not pass health checks'],
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
const seeLog = 'What belongs to the cluster cannot be listed, see the log for the error'

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleted', [
  ['cannot list',         { ...left(), pass: pass({ deleting: true, listed: false }), ...of() }, 'Unknown InternalError', '"cannot look" is not "none"'],
  ['nobody deletes it',   {},                                                  'False NotDeleted',                'there is no deletionTimestamp',      ''],
  ['nothing left',        { ...left(), ...of() },                              'True DeletionCompleted',          'the last one is gone',               ''],
  ['pools unreadable',    left({ pools: unreadable('forbidden') }),            'Unknown InternalError',           '"cannot look" is not "none"',        seeLog],
  ['workers left',        left({ machines: listed(...own, ...['4', '3', '2', '1'].map(worker)), pools: listed('p') }), 'True WaitingForWorkersDeletion', 'three names are told, in order', 'Waiting for workers to be deleted:\n* MachinePools: p\n* Machines: 1, 2, 3 and 1 more'],
  ['its Machines left',   left(),                                              'True WaitingForMachinesDeletion', 'they go last',                       'Waiting for Machines a, b, c to be deleted'],
  ['one of them stale',   { ...left(), ...of(judged('c', leavingSince(901))) }, 'True WaitingForMachinesDeletion', 'more than fifteen minutes',         'Waiting for Machine c to be deleted\n* Machine c is in deletion since more than 15m'],
])
