import { sumCounts } from '../machines-of/replica-counts.ts'
import { templatesThatAre } from '../scaling/template.ts'
import type { MachineDeploymentFacts, MachineDeploymentObserved } from './types.ts'

/** Reduces an observation to what the rules ask about. */
export function factsOf(observed: MachineDeploymentObserved): MachineDeploymentFacts {
  const { machines, machineSets, deleting, replicas, strategy, templates, clock } = observed
  // Templates that cannot be looked at end the pass before the MachineSets are listed; a deletion needs no templates.
  const listed = machineSets.read && (deleting || templatesThatAre('unreadable', templates).length === 0)
  const counts = sumCounts(machineSets.read ? machineSets.items.map((set) => set.counts) : [])
  return {
    clock,
    listed,
    machines: machines.read ? machines.items : [],
    machineSets: machineSets.read ? machineSets.items.length : 0,
    deleting,
    replicas,
    // Deleting outranks the spec: nothing is wanted any more. But what was never said stays unsaid.
    desired: deleting && replicas !== undefined ? 0 : replicas,
    current: counts.replicas ?? 0,
    available: counts.availableReplicas,
    strategy,
    missing: deleting ? [] : templatesThatAre('missing', templates),
  }
}
