import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import { ago } from '../../machines-of/testing.ts'
import type { MachineFacts } from '../facts/facts.ts'
import { upToDate as proposed } from '../rules-proposal/up-to-date.ts'
import { upToDate as released } from '../rules-released/up-to-date.ts'
import { facts, machineDeployment, machineSet, madeBy, seen, spec, template } from '../testing.ts'
import type { OwnerSeen } from '../types.ts'

const wants = (more: object, rolloutAfter?: string): MachineFacts =>
  facts({ owner: madeBy(found(machineDeployment({ template: template(more), rolloutAfter }))) })
const setSays = (set: Extract<OwnerSeen, { owner: 'set' }>['set'], failureDomain = ''): MachineFacts =>
  facts({ owner: { owner: 'set', name: 'ms', set }, machine: seen({ spec: spec({ failureDomain }) }) })
const alone = facts({ owner: { owner: 'none' } })
const steady = facts()

// biome-ignore format: the table is the specification; its columns stay aligned
const shared: readonly TableCase<MachineFacts>[] = [
  ['steady',             {},                                  'True UpToDate',     'what is wanted is there',                    ''],
  ['another version',    wants({ version: 'v1.35.0' }),       'False NotUpToDate', 'the deployment asks for a newer one',        '* Version v1.34.1, v1.35.0 required'],
  ['another domain too', wants({ version: 'v1.35.0', failureDomain: 'b' }), 'False NotUpToDate', 'all that differs is told',     '* Version v1.34.1, v1.35.0 required\n* Failure domain , b required'],
  ['rollout asked for',  wants({}, ago(60)),                  'False NotUpToDate', 'the set is older than the moment asked for', '* MachineDeployment spec.rolloutAfter expired'],
  ['rolled out since',   wants({}, ago(7_200)),               'True UpToDate',     'the set is younger than that',               ''],
  ['rollout later',      wants({}, '2026-01-01T13:00:00Z'),   'True UpToDate',     'the moment has not come',                    ''],
  ['updating in place',  { updating: true },                  'False Updating',    'it is on its way',                           '* In-place update in progress'],
  ['an older kubelet',   { kubeletVersion: 'v1.33.0' },       'False Updating',    'the Node runs something else',               '* Node.status.nodeInfo.kubeletVersion v1.33.0, v1.34.1 required'],
  ['no kubelet yet',     { kubeletVersion: '' },              'True UpToDate',     'there is nothing to compare with',           ''],
]

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, released:', { rules: released, steady }, [
  ...shared,
  ['stands alone',       alone,                               'keep',              'nobody else may say so either'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, proposal:', { rules: proposed, steady }, [
  ...shared,
  ['set unreadable',      setSays(unreadable('forbidden')),                                        'Unknown InternalError',     '"cannot look" is not "none"',            'MachineSet ms cannot be read, see the log for the error'],
  ['deployment unreadable', facts({ owner: madeBy(unreadable('forbidden')) }),                     'Unknown InternalError',     '"cannot look" is not "none"',            'MachineDeployment prod-md cannot be read, see the log for the error'],
  ['set gone',            setSays(missing),                                                        'Unknown OwnerDoesNotExist', 'nobody knows what is wanted',            'MachineSet ms does not exist'],
  ['deployment gone',     facts({ owner: madeBy(missing) }),                                       'Unknown OwnerDoesNotExist', 'nobody knows what is wanted',            'MachineDeployment prod-md does not exist'],
  ['older than its set',  setSays(found(machineSet({ template: template({ version: 'v1.35.0' }) }))), 'False NotUpToDate',      'a set alone can ask for a version too',  '* Version v1.34.1, v1.35.0 required'],
  ['in another domain',   setSays(found(machineSet({ template: template({ failureDomain: 'b' }) })), 'a'), 'False NotUpToDate', 'a set alone can ask for a domain too',   '* Failure domain a, b required'],
  ['in a domain of its own', setSays(found(machineSet()), 'a'),                                    'True UpToDate',             'the set asks for none',                  ''],
  ['stands alone',        alone,                                                                   'True UpToDate',             'it is what it is meant to be',           ''],
])
