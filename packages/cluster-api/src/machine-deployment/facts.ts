import { sumCounts } from '../machines-of/replica-counts.ts'
import { templatesThatAre } from '../scaling/template.ts'
import { currentSet } from './current-set.ts'
import type { MachineDeploymentFacts, MachineDeploymentObserved } from './types.ts'

/** Reduces an observation to what the rules ask about. */
export function factsOf(observed: MachineDeploymentObserved): MachineDeploymentFacts {
  const { machines, deleting, replicas, strategy, templates, clock } = observed
  const machineSets = observed.machineSets.read ? observed.machineSets.items : []
  const counts = sumCounts(machineSets.map((set) => set.counts))
  const missing = deleting ? [] : templatesThatAre('missing', templates)
  return {
    clock,
    // Templates that cannot be looked at end the pass before the MachineSets are listed; a deletion needs no templates.
    listed: observed.machineSets.read && (deleting || templatesThatAre('unreadable', templates).length === 0),
    machines: machines.read ? machines.items : [],
    machineSets,
    counts,
    deleting,
    replicas,
    // Deleting outranks the spec: nothing is wanted any more. But what was never said stays unsaid.
    desired: deleting && replicas !== undefined ? 0 : replicas,
    current: counts.replicas ?? 0,
    available: counts.availableReplicas,
    strategy,
    missing,
    rolloutBlocked: missing.length > 0 && !observed.rolloutPaused && currentSet(observed) === undefined,
  }
}
