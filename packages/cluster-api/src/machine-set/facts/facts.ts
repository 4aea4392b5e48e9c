import { countMachines } from '../../machines-of/counters.ts'
import { templatesThatAre } from '../../scaling/template.ts'
import type { MachineSetFacts, MachineSetObserved } from '../types.ts'

/** Reduces an observation to what the rules ask about. */
export function factsOf(observed: MachineSetObserved, preflight: readonly string[]): MachineSetFacts {
  const { machines, deleting, desired, templates, clock } = observed
  // Without its MachineDeployment a MachineSet does not know which revision it is, and goes no further.
  const listed = machines.read && observed.revision !== 'owner not found'
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
    revision: observed.revision,
    missing: listed ? templatesThatAre('missing', templates) : [],
    preflight: listed ? preflight : [],
  }
}
