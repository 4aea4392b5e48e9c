import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { clock, condition, machine, notReady, outdated, sick } from '../../machines-of/testing.ts'
import type { MachineSetFacts } from '../facts/facts.ts'
import { proposalMachineSet } from './language.ts'

const steady: MachineSetFacts = {
  clock,
  listed: true,
  machines: [machine('a'), machine('b'), machine('c')],
  deleting: false,
  desired: 3,
  current: 3,
  available: 3,
  revision: 'current',
  deploymentName: 'md',
  missing: [],
  preflight: [],
}

const test = (type: string, cases: readonly TableCase<MachineSetFacts>[]): void =>
  describeTable(
    'a MachineSet of the document:',
    { rules: tableOf(proposalMachineSet.tables, type), steady },
    cases,
  )

const unlisted: TableCase<MachineSetFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
]
// biome-ignore format: the table is the specification; its columns stay aligned
const ownerless: readonly TableCase<MachineSetFacts>[] = [
  ['owner not read',  { listed: false, revision: 'owner not read' },  'Unknown InternalError',             'nobody knows whether it is the current one', 'MachineDeployment md cannot be read, see the log for the error'],
  ['owner not found', { listed: false, revision: 'owner not found' }, 'Unknown OwnerDoesNotExist',         'that is the cause, and no list failed',       'MachineDeployment md does not exist'],
]
const unwanted: TableCase<MachineSetFacts> = [
  'replicas not set',
  { desired: undefined },
  'Unknown WaitingForReplicasSet',
  'there is nothing to compare with',
]

// biome-ignore format: the table is the specification; its columns stay aligned
test('ReplicaFailure', [
  unlisted,
  ...ownerless,
  ['steady',                  {},                                          'False NoReplicaFailure', 'nothing is to be created',                     ''],
  ['short and blocked',       { desired: 4, preflight: ['p'], missing: ['A'] }, 'True CreationBlocked', 'a Machine is missing and cannot be created', 'Machines cannot be created:\n* p\n* A does not exist'],
  ['complete, template gone', { missing: ['A'] },                          'False NoReplicaFailure', 'nothing is missing, but could not be created', 'Machines could not be created: A does not exist'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesReady', [
  unlisted,
  ...ownerless,
  ['no Machines', { machines: [] },                            'True NoReplicas', 'of none, none is bad', ''],
  ['one is not',  { machines: [machine('a'), notReady('b')] }, 'False NotReady',  'one says so',          '* Machine b:\n  * NodeHealthy: Node is gone'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  unlisted,
  ...ownerless,
  unwanted,
  ['steady',               {},                                   'False NotScalingUp',                     'three wanted, three available',              ''],
  ['one not available',    { available: 2 },                     'True ScalingUp',                         'the document goes by available replicas',    '2 of 3 replicas are available'],
  ['nobody counted',       { available: undefined },             'Unknown WaitingForAvailableReplicasSet', 'a count that was not taken is not 0',        'Waiting for status.availableReplicas to be set'],
  ['none wanted, no count', { available: undefined, desired: 0 }, 'False NotScalingUp',                    'of none, none is missing',                   ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  unlisted,
  ...ownerless,
  unwanted,
  ['steady',       {},             'False NotScalingDown', 'three wanted, three there', ''],
  ['one too many', { desired: 2 }, 'True ScalingDown',     'two wanted, three there',   '3 replicas exist, 2 wanted'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('UpToDate', [
  unlisted,
  ...ownerless,
  ['no Machines',        { machines: [] },                                                                                    'True NoReplicas',   'of none, none is behind',                ''],
  ['one is behind',      { machines: [machine('a'), outdated('b')] },                                                         'False NotUpToDate', 'one says so',                            '* Machine b:\n  * Version v1.33.4, v1.34.1 required'],
  ['stands alone',       { revision: 'stand-alone', machines: [machine('a', { conditions: [condition('Ready', 'True')] })] }, 'True StandAlone',   'nothing rolls it out',                   ''],
  ['alone, one speaks',  { revision: 'stand-alone', machines: [outdated('a')] },                                              'False NotUpToDate', 'what a Machine says of itself counts',   '* Machine a:\n  * Version v1.33.4, v1.34.1 required'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  unlisted,
  ...ownerless,
  ['all healthy',             {},                                         'False NotRemediating',     'nobody failed',                      ''],
  ['one failed',              { machines: [machine('a'), sick('b')] },    'True Remediating',         'it does not pass its health checks', 'Machine b does not pass health checks'],
  ['five failed',             { machines: ['e', 'd', 'c', 'b', 'a'].map(sick) }, 'True Remediating',  'three names are told, in order',     'Machines a, b, c and 2 more do not pass health checks'],
  ['one of an old set failed', { revision: 'old', machines: [sick('b')] }, 'True RemediatedByRollout', 'the rollout replaces it anyway',     'Machine b does not pass health checks and will be replaced by the rollout'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleted', [
  ['cannot list',       { listed: false, deleting: true },    'Unknown InternalError',           '"cannot look" is not "none"'],
  ...ownerless.map(([name, given, ...rest]): TableCase<MachineSetFacts> => [name, { ...given, deleting: true }, ...rest]),
  ['nobody deletes it', {},                                   'False NotDeleted',                'there is no deletionTimestamp', ''],
  ['Machines left',     { deleting: true },                   'True WaitingForMachinesDeletion', 'three are left',                'Waiting for Machines a, b, c to be deleted'],
  ['nothing left',      { deleting: true, machines: [] },     'True DeletionCompleted',          'the last one is gone',          ''],
])
