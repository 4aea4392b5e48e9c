import type { Column, Profile } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

const released: readonly Column[] = [
  field('Cluster', 'string', '.spec.clusterName'),
  field('Desired', 'integer', '.spec.replicas'),
  field('Current', 'integer', '.status.replicas'),
  field('Ready', 'integer', '.status.readyReplicas'),
  field('Available', 'integer', '.status.availableReplicas'),
  field('Up-to-date', 'integer', '.status.upToDateReplicas'),
  wide(condition('Paused', 'Paused')),
  age,
  field('Version', 'string', '.spec.template.spec.version'),
]

const proposal: readonly Column[] = [
  field('CLUSTER', 'string', '.spec.clusterName'),
  wide(condition('PAUSED', 'Paused')),
  field('DESIRED', 'integer', '.spec.replicas'),
  wide(field('CURRENT', 'integer', '.status.replicas')),
  field('READY', 'integer', '.status.readyReplicas'),
  field('AVAILABLE', 'integer', '.status.availableReplicas'),
  field('UP-TO-DATE', 'integer', '.status.upToDateReplicas'),
  { ...age, name: 'AGE' },
  field('VERSION', 'string', '.spec.template.spec.version'),
]

/** What a person sees of a MachineSet in a line. */
export const machineSetColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
