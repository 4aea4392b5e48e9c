import { countMachines } from '../../machines-of/counters.ts'
import type { ReplicaFacts } from '../../machines-of/facts.ts'
import { templatesThatAre } from '../../scaling/template.ts'
import type { MachineSetObserved, Revision } from '../types.ts'

/** The observation reduced to what the rules ask about. */
export interface MachineSetFacts extends ReplicaFacts {
  readonly revision: Revision
  readonly deploymentName: string
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[]
  /** Why no Machine may be created now. */
  readonly preflight: readonly string[]
}

/** Whether a MachineSet belongs to a MachineDeployment that was not seen. */
export const isOwnerless = (revision: Revision): boolean =>
  revision === 'owner not found' || revision === 'owner not read'

/** Reduces an observation to what the rules ask about. */
export function factsOf(observed: MachineSetObserved, preflight: readonly string[]): MachineSetFacts {
  const { machines, deleting, desired, templates, clock, revision, deploymentName } = observed
  // Without its MachineDeployment a MachineSet does not know which revision it is, and goes no further.
  const listed = machines.read && !isOwnerless(revision)
  const items = machines.read && listed ? machines.items : []
  return {
    clock,
    listed,
    machines: items,
    deleting,
    // Deleting outranks the spec: nothing is wanted any more. But what was never said stays unsaid.
    desired: deleting && desired !== undefined ? 0 : desired,
    current: items.length,
    available: listed ? countMachines(items).availableReplicas : undefined,
    revision,
    deploymentName,
    missing: listed ? templatesThatAre('missing', templates) : [],
    preflight: listed ? preflight : [],
  }
}
