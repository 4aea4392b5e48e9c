import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import { condition, notReady, outdated, sick } from '../../machines-of/testing.ts'
import type { MachinePoolFacts } from '../facts/facts.ts'
import { bootstrap, infrastructure, observed, steady } from '../testing.ts'
import type { MachinePoolObserved } from '../types.ts'
import { proposalMachinePool } from './language.ts'

const test = (type: string, cases: readonly TableCase<MachinePoolFacts>[]): void =>
  describeTable(
    'a MachinePool of the document:',
    { rules: tableOf(proposalMachinePool.tables, type), steady },
    cases,
  )

const seeing = (more: Partial<MachinePoolObserved>): Partial<MachinePoolFacts> => ({
  observed: { ...observed, ...more },
})
const silent = { valid: true, conditions: [] } as const
const notYet = {
  valid: true,
  conditions: [condition('Ready', 'False', { reason: 'Creating', message: 'wait' })],
} as const

const unlisted: TableCase<MachinePoolFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
]
const unwanted: TableCase<MachinePoolFacts> = [
  'replicas not set',
  { desired: undefined },
  'Unknown WaitingForReplicasSet',
  'there is nothing to compare with',
]

// biome-ignore format: the table is the specification; its columns stay aligned
test('BootstrapConfigReady', [
  ['the user brings a secret', seeing({ bootstrapRef: undefined }),                                                   'True DataSecretProvided',       'there is nothing to look at',                   ''],
  ['cannot be read',           seeing({ bootstrap: unreadable('x') }),                                                'Unknown InternalError',         '"cannot look" is not "none"',                   'KubeadmConfig cannot be read, see the log for the error'],
  ['gone after its work',      seeing({ bootstrap: missing }),                                                        'False ObjectDeleted',           'it was there',                                  'KubeadmConfig has been deleted'],
  ['not there yet',            { ...seeing({ bootstrap: missing }), bootstrapped: false },                            'False ObjectDoesNotExist',      'nobody has made it',                            'KubeadmConfig does not exist'],
  ['says Ready',               {},                                                                                    'True Because',                  'it is mirrored',                                ''],
  ['says nothing, done',       seeing({ bootstrap: found(bootstrap({ conditions: silent })) }),                       'True Ready',                    'its secret is there',                           ''],
  ['says nothing, not done',   { ...seeing({ bootstrap: found(bootstrap({ conditions: silent })) }), bootstrapped: false }, 'False NotReady',           'its secret is not there',                       'KubeadmConfig status.initialization.dataSecretCreated is false'],
  ['says nonsense',            seeing({ bootstrap: found(bootstrap({ conditions: { valid: false, error: 'no type' } })) }), 'Unknown InvalidConditionReported', 'nonsense is not an answer',             'no type'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('InfrastructureReady', [
  ['refers to nothing',   seeing({ infrastructureRef: undefined }),                                     'Unknown ObjectDoesNotExist', 'there is nothing to look at',   'The pool refers to no infrastructure'],
  ['cannot be read',      seeing({ infrastructure: unreadable('x') }),                                  'Unknown InternalError',      '"cannot look" is not "none"',   'AWSMachinePool cannot be read, see the log for the error'],
  ['gone after its work', seeing({ infrastructure: missing }),                                          'False ObjectDeleted',        'it was there',                  'AWSMachinePool has been deleted'],
  ['not there yet',       { ...seeing({ infrastructure: missing }), provisioned: false },               'False ObjectDoesNotExist',   'nobody has made it',            'AWSMachinePool does not exist'],
  ['says not yet',        seeing({ infrastructure: found(infrastructure({ conditions: notYet })) }),    'False Creating',             'it is mirrored',                'wait'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Available', [
  unlisted,
  unwanted,
  ['deleting',             { deleting: true },                                                              'False NotAvailable',                     'what is on its way out is not to be used', 'Deletion in progress'],
  ['infrastructure not ready', seeing({ infrastructure: found(infrastructure({ conditions: notYet })) }),   'False NotAvailable',                     'it stands on its infrastructure',          'AWSMachinePool is not ready'],
  ['infrastructure unclear', seeing({ infrastructure: unreadable('x') }),                                   'Unknown AvailableUnknown',               '"cannot look" is not "no"',                'Nobody knows whether AWSMachinePool is ready'],
  ['nobody counted',       { available: undefined },                                                        'Unknown WaitingForAvailableReplicasSet', 'a count that was not taken is not 0',      'Waiting for status.availableReplicas to be set'],
  ['steady',               {},                                                                              'True Available',                         'two of two',                               ''],
  ['one too few',          { available: 1 },                                                                'False NotAvailable',                     'a pool allows none to be missing',         '1 of 2 replicas are available'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ReplicaFailure', [
  ['infrastructure gone', seeing({ infrastructure: missing }),                                                                                        'True CreationBlocked',      'nothing can be made from nothing', 'Instances cannot be created: AWSMachinePool does not exist'],
  ['infrastructure unread', seeing({ infrastructure: unreadable('forbidden') }), 'Unknown InternalError', '"cannot look" is not "none"', 'AWSMachinePool cannot be read, see the log for the error'],
  ['it failed for good',  seeing({ infrastructure: found(infrastructure({ failure: { failureReason: 'CreateError', failureMessage: 'no quota' } })) }), 'True InfrastructureFailed', 'it says so',                      'no quota'],
  ['steady',              {},                                                                                                                         'False NoReplicaFailure',    'nobody says otherwise',            ''],
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
  ['one not available', { available: 1 },         'True ScalingUp',                         'the document goes by available replicas', '1 of 2 replicas are available'],
  ['steady',            {},                       'False NotScalingUp',                     'two of two',                              ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  unlisted,
  unwanted,
  ['one too many', { desired: 1 }, 'True ScalingDown',     'one wanted, two there', '2 replicas exist, 1 wanted'],
  ['steady',       {},             'False NotScalingDown', 'two of two',            ''],
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
  ['cannot list',       { listed: false, deleting: true },  'Unknown InternalError',           '"cannot look" is not "none"'],
  ['nobody deletes it', {},                                 'False NotDeleted',                'there is no deletionTimestamp', ''],
  ['Machines left',     { deleting: true },                 'True WaitingForMachinesDeletion', 'two are left',                  'Waiting for Machines a, b to be deleted'],
  ['nothing left',      { deleting: true, machines: [] },   'True DeletionCompleted',          'the last one is gone',          ''],
])
