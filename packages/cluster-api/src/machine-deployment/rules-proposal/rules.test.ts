import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { condition, notReady, outdated, sick } from '../../machines-of/testing.ts'
import type { PausedFacts } from '../../pass/paused.ts'
import type { MachineDeploymentFacts } from '../facts.ts'
import { machineSet, steady } from '../testing.ts'
import { proposalMachineDeployment } from './language.ts'

const test = (type: string, cases: readonly TableCase<MachineDeploymentFacts>[]): void =>
  describeTable(
    'a MachineDeployment of the document:',
    { rules: tableOf(proposalMachineDeployment.tables, type), steady },
    cases,
  )

const unlisted: TableCase<MachineDeploymentFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
]
const unwanted: TableCase<MachineDeploymentFacts> = [
  'replicas not set',
  { desired: undefined, replicas: undefined },
  'Unknown WaitingForReplicasSet',
  'there is nothing to compare with',
]

// biome-ignore format: the table is the specification; its columns stay aligned
test('Available', [
  unlisted,
  unwanted,
  ['nobody counted',  { available: undefined },         'Unknown WaitingForAvailableReplicasSet', 'a count that was not taken is not 0',  'Waiting for status.availableReplicas to be set'],
  ['steady',          {},                               'True Available',                         'three of three',                       ''],
  ['one too few',     { available: 2 },                 'False NotAvailable',                     'none may be missing',                  '2 replicas are available, 3 of 3 are required with maxUnavailable 0'],
  ['too few, OnDelete', { available: 2, strategy: { type: 'OnDelete', maxSurge: undefined, maxUnavailable: undefined } }, 'False NotAvailable', 'without a rolling update none may be missing', '2 replicas are available, 3 of 3 are required'],
  ['deleting',        { deleting: true, desired: 0 },   'False NotAvailable',                     'what is on its way out is not to be used', 'Deletion in progress'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ReplicaFailure', [
  unlisted,
  ['steady',            {},                                          'False NoReplicaFailure', 'its set says so',               ''],
  ['no sets',           { machineSets: [] },                         'False NoReplicaFailure', 'nobody has failed yet',         ''],
  ['no set possible',   { rolloutBlocked: true, missing: ['A'] },    'True CreationBlocked',   'a set is due and cannot be made', 'No MachineSet can be created: A does not exist'],
  ['a set failed',      { machineSets: [machineSet('s', { conditions: [condition('ReplicaFailure', 'True', { message: 'no quota' })] })] }, 'True CreationBlocked', 'its set says so', '* MachineSet s: no quota'],
  ['a set is silent',   { machineSets: [machineSet('s', { conditions: [] })] }, 'Unknown ReplicaFailureUnknown', 'silence is not no', '* MachineSet s: Condition ReplicaFailure not yet reported'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesReady', [
  unlisted,
  ['no Machines', { machines: [] },              'True NoReplicas', 'of none, none is bad', ''],
  ['one is not',  { machines: [notReady('b')] }, 'False NotReady',  'one says so'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  unlisted,
  unwanted,
  ['nobody counted',    { available: undefined }, 'Unknown WaitingForAvailableReplicasSet', 'a count that was not taken is not 0'],
  ['one not available', { available: 2 },         'True ScalingUp',                         'the document goes by available replicas', '2 of 3 replicas are available'],
  ['steady',            {},                       'False NotScalingUp',                     'three of three',                          ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  unlisted,
  unwanted,
  ['one too many', { desired: 2 }, 'True ScalingDown',     'two wanted, three there', '3 replicas exist, 2 wanted'],
  ['steady',       {},             'False NotScalingDown', 'three of three',          ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('UpToDate', [
  unlisted,
  ['no Machines', { machines: [] },              'True NoReplicas',   'of none, none is behind', ''],
  ['one is not',  { machines: [outdated('b')] }, 'False NotUpToDate', 'one says so'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  unlisted,
  ['one failed',  { machines: [sick('b')] }, 'True Remediating',     'it does not pass its health checks', 'Machine b does not pass health checks'],
  ['all healthy', {},                        'False NotRemediating', 'nobody failed',                      ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleted', [
  ['cannot list',       { listed: false, deleting: true },                       'Unknown InternalError',              '"cannot look" is not "none"'],
  ['nobody deletes it', {},                                                      'False NotDeleted',                   'there is no deletionTimestamp', ''],
  ['Machines left',     { deleting: true },                                      'True WaitingForMachinesDeletion',    'three are left',                'Waiting for Machines a, b, c to be deleted'],
  ['only sets left',    { deleting: true, machines: [] },                        'True WaitingForMachineSetsDeletion', 'the last Machine is gone',      'Waiting for MachineSets s to be deleted'],
  ['nothing left',      { deleting: true, machines: [], machineSets: [] },       'True DeletionCompleted',             'the last set is gone',          ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable<PausedFacts>(
  'a MachineDeployment of the document:',
  { rules: proposalMachineDeployment.paused, steady: { kind: 'MachineDeployment', clusterPaused: false, annotated: false } },
  [
    ['steady',                     {},                       'False NotPaused',       'nobody asked for it'],
    ['the Cluster is',             { clusterPaused: true },  'True Paused',           'it says so for all'],
    ['its rollouts are',           { rolloutsPaused: true }, 'True Paused',           'it says so of itself'],
    ['the Cluster cannot be read', { clusterUnread: true },  'Unknown InternalError', '"cannot look" is not "not paused"'],
  ],
)
