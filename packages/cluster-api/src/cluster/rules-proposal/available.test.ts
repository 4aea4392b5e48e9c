import { describeTable } from '@sitrep/conditions/testing'
import { condition } from '../../machines-of/testing.ts'
import type { AvailableFacts } from '../language.ts'
import { available } from './available.ts'

const conditions = [
  condition('Deleted', 'False'),
  ...['ControlPlaneProbe', 'ControlPlaneAvailable', 'WorkersAvailable'].map((type) =>
    condition(type, 'True'),
  ),
]

const steady: AvailableFacts = { conditions, deleting: false, hasTopology: false, gates: [] }

const but = (...other: ReturnType<typeof condition>[]): typeof conditions => [
  ...conditions.filter(({ type }) => !other.some((one) => one.type === type)),
  ...other,
]

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Cluster of the document:', { rules: available, steady }, [
  ['steady',                  {},                                                                                    'True Available',                  'all that it rests on holds',          ''],
  ['a gate of its own name',  { gates: [{ type: 'Available', negative: false }] },                                   'Unknown InvalidAvailabilityGate', 'nobody waits for their own answer',   'An availability gate must not ask for Available itself'],
  ['a gate is not there',     { gates: [{ type: 'Addons', negative: false }] },                                      'Unknown AvailableUnknown',        'silence is not yes',                  '* Addons: Condition not yet reported'],
  ['a negative gate is True', { gates: [{ type: 'Closed', negative: true }], conditions: but(condition('Closed', 'True', { message: 'until Monday' })) }, 'False NotAvailable', 'True is bad there', '* Closed: until Monday'],
  ['a gate of Cluster API itself', { gates: [{ type: 'UpToDate', negative: false }], conditions: but(condition('UpToDate', 'False', { message: 'v1.33' })) }, 'False NotAvailable', 'any condition can be asked for', '* UpToDate: v1.33'],
  ['a negative gate is Unknown', { gates: [{ type: 'Closed', negative: true }], conditions: but(condition('Closed', 'Unknown', { message: 'no calendar' })) }, 'Unknown AvailableUnknown', 'what nobody knows does not count as good', '* Closed: no calendar'],
  ['the probe failed',        { conditions: but(condition('ControlPlaneProbe', 'False', { message: 'gone' })) },     'False NotAvailable',              'nobody answers',                      '* ControlPlaneProbe: gone'],
  ['deleting',                { deleting: true, conditions: but(condition('Deleted', 'True', { message: 'd' })) },   'False NotAvailable',              'what is on its way out is not to be used', '* Deleted: d'],
  ['topology is busy',        { conditions: but(condition('TopologyReconciled', 'False', { reason: 'ClusterUpgrading', message: 'busy' })) }, 'True Available', 'being busy is no issue', '* TopologyReconciled: busy'],
  ['topology failed',         { conditions: but(condition('TopologyReconciled', 'False', { reason: 'ReconcileFailed', message: 'bad' })) },   'False NotAvailable', 'that is more than busy', '* TopologyReconciled: bad'],
])
