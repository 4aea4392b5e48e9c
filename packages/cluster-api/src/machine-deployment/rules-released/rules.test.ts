import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { leaving, machine, notReady, outdated, sick, sickForNobody } from '../../machines-of/testing.ts'
import type { MachineDeploymentFacts } from '../facts.ts'
import { steady } from '../testing.ts'
import { releasedMachineDeployment } from './language.ts'

const test = (type: string, cases: readonly TableCase<MachineDeploymentFacts>[]): void =>
  describeTable(
    'a released MachineDeployment:',
    { rules: tableOf(releasedMachineDeployment.tables, type), steady },
    cases,
  )

const unlisted: TableCase<MachineDeploymentFacts> = [
  'cannot list',
  { listed: false },
  'Unknown InternalError',
  '"cannot look" is not "none"',
  'Please check controller logs for errors',
]
const unwanted: TableCase<MachineDeploymentFacts> = [
  'replicas not set',
  { desired: undefined, replicas: undefined },
  'Unknown WaitingForReplicasSet',
  'there is nothing to compare with',
  'Waiting for spec.replicas set',
]

// biome-ignore format: the table is the specification; its columns stay aligned
test('Available', [
  unlisted,
  unwanted,
  ['nobody counted',         { available: undefined },                                                        'Unknown WaitingForAvailableReplicasSet', 'no MachineSet has counted',           'Waiting for status.availableReplicas set'],
  ['steady',                 {},                                                                              'True Available',                         'three of three',                      ''],
  ['one may be missing',     { available: 2, strategy: { type: 'RollingUpdate', maxSurge: 1, maxUnavailable: 1 } },   'True Available',                         'two are enough',                      ''],
  ['a third may be missing', { available: 2, strategy: { type: 'RollingUpdate', maxSurge: 0, maxUnavailable: '34%' } }, 'True Available',                       'a share is rounded down, to one',     ''],
  ['neither spare nor gap',  { available: 2, strategy: { type: 'RollingUpdate', maxSurge: 0, maxUnavailable: '1%' } }, 'True Available',                        'one must be allowed, or nothing moves', ''],
  ['one too few',            { available: 2 },                                                                'False NotAvailable',                     'none may be missing',                 '2 available replicas, at least 3 required (spec.strategy.rollout.maxUnavailable is 0, spec.replicas is 3)'],
  ['one too few, OnDelete',  { available: 2, strategy: { type: 'OnDelete', maxSurge: undefined, maxUnavailable: undefined } }, 'False NotAvailable',      'without a rolling update none may be missing', '2 available replicas, at least 3 required'],
  ['deleting, too few',      { available: 0, deleting: true, desired: 0 },                                    'False NotAvailable',                     'what the spec wants still counts',    'Deletion in progress'],
  ['deleting, all there',    { deleting: true, desired: 0 },                                                  'True Available',                         'upstream says so until one is gone',  ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('RollingOut', [
  ['steady',       {},                                                                     'False NotRollingOut', 'all are up to date', ''],
  ['two behind',   { machines: [outdated('a'), outdated('b', '* Failure domain a, b required\n* Version v1.33.4, v1.34.1 required'), machine('c')] }, 'True RollingOut', 'each reason once, the version first', 'Rolling out 2 not up-to-date replicas\n* Version v1.33.4, v1.34.1 required\n* Failure domain a, b required'],
  ['one silent',   { machines: [outdated('a', '')] },                                      'True RollingOut',     'a reason is not needed', 'Rolling out 1 not up-to-date replicas'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingUp', [
  unlisted,
  unwanted,
  ['steady',                  {},                                  'False NotScalingUp', 'three wanted, three there',   ''],
  ['steady, template gone',   { missing: ['A'] },                  'False NotScalingUp', 'nothing could be created',    'Scaling up would be blocked because A does not exist'],
  ['one missing',             { desired: 4 },                      'True ScalingUp',     'four wanted, three there',    'Scaling up from 3 to 4 replicas'],
  ['one missing and blocked', { desired: 4, missing: ['A', 'B'] }, 'True ScalingUp',     'nothing can be created',      'Scaling up from 3 to 4 replicas is blocked because A and B do not exist'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ScalingDown', [
  unlisted,
  unwanted,
  ['steady',           {},                                                    'False NotScalingDown', 'three wanted, three there', ''],
  ['one too many',     { desired: 2 },                                        'True ScalingDown',     'two wanted, three there',   'Scaling down from 3 to 2 replicas'],
  ['a stale deletion', { desired: 2, machines: [leaving('c', 1_000)] },       'True ScalingDown',     'more than fifteen minutes', 'Scaling down from 3 to 2 replicas\n* Machine c is in deletion since more than 15m, delay likely due to PodDisruptionBudgets'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesReady', [
  ['no Machines', { machines: [] },              'True NoReplicas', 'of none, none is bad', ''],
  ['one is not',  { machines: [notReady('b')] }, 'False NotReady',  'one says so',          '* Machine b:\n  * NodeHealthy: Node is gone'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('MachinesUpToDate', [
  ['no Machines', { machines: [] },              'True NoReplicas',   'of none, none is behind', ''],
  ['one is not',  { machines: [outdated('b')] }, 'False NotUpToDate', 'one says so',             '* Machine b:\n  * Version v1.33.4, v1.34.1 required'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Remediating', [
  ['one to be remediated',     { machines: [sick('b')] },          'True Remediating',     'its owner has taken it on', '* Machine b: Waiting for remediation'],
  ['one sick, nobody does it', { machines: [sickForNobody('a')] }, 'False NotRemediating', 'nobody has taken it on',    'Machine a is not healthy (not to be remediated by MachineDeployment/MachineSet)'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('Deleting', [
  unlisted,
  ['nobody deletes it', {},                                                       'False NotDeleting', 'there is no deletionTimestamp', ''],
  ['Machines left',     { deleting: true },                                       'True Deleting',     'three are left',                'Deleting 3 Machines'],
  ['only sets left',    { deleting: true, machines: [] },                         'True Deleting',     'the last Machine is gone',      'Deleting 1 MachineSets'],
  ['nothing left',      { deleting: true, machines: [], machineSets: [] },        'True Deleting',     'the last set is gone',          'Deletion completed'],
])
