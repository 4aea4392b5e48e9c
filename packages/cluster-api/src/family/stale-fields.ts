import type { KindRef, StaleField } from '@sitrep/status'
import { machineDeploymentKind, machineSetKind } from '../kinds.ts'

const counted = 'It is counted from Nodes, and no change of a Node makes the controller count again.'
const summed =
  'It is the sum of what the MachineSets say, and they count again only when something else changes.'

const stale = (kind: KindRef, name: string, because: string): StaleField => ({
  kind,
  field: `deprecated.v1beta1.${name}`,
  // Nodes that are not counted as available are the rest of those that are.
  ifAgreed: name === 'unavailableReplicas' ? 'availableReplicas' : name,
  because,
})

/** Counters of the older stage that stay behind when Nodes come, go or change and nothing else does. */
export const staleFields: readonly StaleField[] = [
  stale(machineSetKind, 'readyReplicas', counted),
  stale(machineSetKind, 'availableReplicas', counted),
  stale(machineDeploymentKind, 'readyReplicas', summed),
  stale(machineDeploymentKind, 'availableReplicas', summed),
  stale(machineDeploymentKind, 'unavailableReplicas', summed),
]
