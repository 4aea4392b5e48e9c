import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import {
  ago,
  clock,
  leaving,
  machine,
  notReady,
  outdated,
  sick,
  sickForNobody,
} from '../../machines-of/testing.ts'
import type { MachineSetFacts } from '../facts/facts.ts'
import { releasedMachineSet } from './language.ts'

const three = [machine('a'), machine('b'), machine('c')]

const steady: MachineSetFacts = {
  clock,
  listed: true,
  machines: three,
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
  describeTable('a released MachineSet:', { rules: tableOf(releasedMachineSet.tables, type), steady }, cases)

const unlisted: TableCase<MachineSetFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
  'Please check controller logs for errors',
]

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  unlisted,
  ['replicas not set',        { desired: undefined },                                    'Unknown WaitingForReplicasSet', 'there is nothing to compare with',             'Waiting for spec.replicas set'],
  ['steady',                  {},                                                        'False NotScalingUp',            'three wanted, three there',                     ''],
  ['one missing',             { desired: 4 },                                            'True ScalingUp',                'four wanted, three there',                      'Scaling up from 3 to 4 replicas'],
  ['one missing and blocked', { desired: 4, preflight: ['p'], missing: ['A', 'B'] },     'True ScalingUp',                'preflight checks come before missing templates', 'Scaling up from 3 to 4 replicas is blocked because:\n* p\n* A and B do not exist'],
  ['steady, template gone',   { missing: ['A'] },                                        'False NotScalingUp',            'nothing is missing, but could not be created',  'Scaling up would be blocked because A does not exist'],
  ['deleting, template gone', { missing: ['A'], deleting: true, desired: 0 },            'False NotScalingUp',            'nothing is wanted any more',                    ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  unlisted,
  ['replicas not set',    { desired: undefined },                                     'Unknown WaitingForReplicasSet', 'there is nothing to compare with', 'Waiting for spec.replicas set'],
  ['steady',              {},                                                         'False NotScalingDown',          'three wanted, three there',        ''],
  ['one too many',        { desired: 2 },                                             'True ScalingDown',              'two wanted, three there',          'Scaling down from 3 to 2 replicas'],
  ['one is being moved',  { desired: 2, machines: [machine('a'), machine('b'), machine('c', { moving: true })] }, 'False NotScalingDown', 'it is not in the wanted number yet', ''],
  ['a stale deletion',    { desired: 2, machines: [machine('a'), machine('b'), leaving('c', 901)] }, 'True ScalingDown', 'more than fifteen minutes',        'Scaling down from 3 to 2 replicas\n* Machine c is in deletion since more than 15m, delay likely due to PodDisruptionBudgets'],
  ['a young deletion',    { desired: 2, machines: [machine('a'), machine('b'), leaving('c', 900)] }, 'True ScalingDown', 'exactly fifteen minutes are not more', 'Scaling down from 3 to 2 replicas'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesReady', [
  unlisted,
  ['no Machines',   { machines: [] },                                         'True NoReplicas',      'of none, none is bad',       ''],
  ['all ready',     {},                                                       'True Ready',           'all say so',                 ''],
  ['one is not',    { machines: [machine('a'), notReady('b')] },              'False NotReady',       'one says so',                '* Machine b:\n  * NodeHealthy: Node is gone'],
  ['one says none', { machines: [machine('a'), machine('b', { conditions: [] })] }, 'Unknown ReadyUnknown', 'silence is not yes',   '* Machine b: Condition Ready not yet reported'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesUpToDate', [
  unlisted,
  ['no Machines',        { machines: [] },                                                              'True NoReplicas',         'of none, none is bad',                 ''],
  ['only a new one',     { machines: [machine('a', { conditions: [], createdAt: ago(10) })] },          'True NoReplicas',         'ten seconds are not more than ten',    ''],
  ['one grown older',    { machines: [machine('a', { conditions: [], createdAt: ago(11) })] },          'Unknown UpToDateUnknown', 'by now it should have said something', '* Machine a: Condition UpToDate not yet reported'],
  ['one without a date', { machines: [machine('a', { conditions: [], createdAt: undefined })] },        'Unknown UpToDateUnknown', 'what was never made is not new',       '* Machine a: Condition UpToDate not yet reported'],
  ['all up to date',     {},                                                                            'True UpToDate',           'all say so',                           ''],
  ['one is not',         { machines: [machine('a'), outdated('b')] },                                   'False NotUpToDate',       'one says so',                          '* Machine b:\n  * Version v1.33.4, v1.34.1 required'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  unlisted,
  ['all healthy',              {},                                                            'False NotRemediating', 'nobody failed',                     ''],
  ['one to be remediated',     { machines: [machine('a'), sick('b')] },                        'True Remediating',     'its owner has taken it on',         '* Machine b: Waiting for remediation'],
  ['one sick, nobody does it', { machines: [sickForNobody('a')] },                            'False NotRemediating', 'nobody has taken it on',            'Machine a is not healthy (not to be remediated by MachineSet)'],
  ['four sick',                { machines: ['d', 'c', 'b', 'a'].map(sickForNobody) },         'False NotRemediating', 'three names are told, in order',    'Machines a, b, c, ... (1 more) are not healthy (not to be remediated by MachineSet)'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleting', [
  unlisted,
  ['nobody deletes it', {},                                                     'False NotDeleting', 'there is no deletionTimestamp', ''],
  ['Machines left',     { deleting: true },                                     'True Deleting',     'three are left',                'Deleting 3 Machines'],
  ['one Machine left',  { deleting: true, machines: [machine('a')], current: 1 }, 'True Deleting',   'one is left',                   'Deleting 1 Machine'],
  ['nothing left',      { deleting: true, machines: [], current: 0 },           'True Deleting',     'the last one is gone',          'Deletion completed'],
])
