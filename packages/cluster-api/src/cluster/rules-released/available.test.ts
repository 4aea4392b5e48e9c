import { describeTable } from '@sitrep/conditions/testing'
import { condition } from '../../machines-of/testing.ts'
import type { AvailableFacts } from '../language.ts'
import { available } from './available.ts'

const well = [
  'RemoteConnectionProbe',
  'InfrastructureReady',
  'ControlPlaneAvailable',
  'WorkersAvailable',
].map((type) => condition(type, 'True'))
const conditions = [condition('Deleting', 'False'), ...well]

const steady: AvailableFacts = { conditions, deleting: false, hasTopology: false, gates: [] }

const but = (...other: ReturnType<typeof condition>[]): typeof conditions => [
  ...conditions.filter(({ type }) => !other.some((one) => one.type === type)),
  ...other,
]

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a released Cluster:', { rules: available, steady }, [
  ['steady',                   {},                                                                                                    'True Available',            'all that it rests on holds',        ''],
  ['a gate of its own name',   { gates: [{ type: 'Available', negative: false }] },                                                   'Unknown InternalError',     'nobody waits for their own answer', 'Please check controller logs for errors'],
  ['a gate is not there',      { gates: [{ type: 'Addons', negative: false }] },                                                      'Unknown AvailableUnknown',  'silence is not yes',                '* Addons: Condition not yet reported'],
  ['a negative gate is True',  { gates: [{ type: 'Closed', negative: true }], conditions: but(condition('Closed', 'True', { message: 'until Monday' })) }, 'False NotAvailable', 'True is bad there', '* Closed: until Monday'],
  ['a negative gate is False', { gates: [{ type: 'Closed', negative: true }], conditions: but(condition('Closed', 'False')) },        'True Available',            'False is good there',               ''],
  ['workers are not',          { conditions: but(condition('WorkersAvailable', 'False', { message: 'too few' })) },                   'False NotAvailable',        'it rests on them',                  '* WorkersAvailable: too few'],
  ['gone while deleting',      { deleting: true, conditions: but(condition('Deleting', 'True', { message: 'd' }), condition('InfrastructureReady', 'False', { reason: 'ObjectDeleted', message: 'gone' })) }, 'False NotAvailable', 'what is to go may be gone', '* Deleting: d'],
  ['topology is busy',         { hasTopology: true, conditions: but(condition('TopologyReconciled', 'False', { reason: 'ClusterUpgrading', message: 'busy' })) }, 'True Available', 'being busy is no issue', '* TopologyReconciled: busy'],
  ['topology failed',          { hasTopology: true, conditions: but(condition('TopologyReconciled', 'False', { reason: 'ReconcileFailed', message: 'bad' })) }, 'False NotAvailable', 'that is more than busy', '* TopologyReconciled: bad'],
  ['topology silent',          { hasTopology: true },                                                                                 'Unknown AvailableUnknown',  'with a topology it has to speak',   '* TopologyReconciled: Condition not yet reported'],
])
