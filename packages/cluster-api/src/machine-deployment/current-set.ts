import { templateDifferences } from '../machine/facts/up-to-date.ts'
import type { MachineSetSeen } from '../machine-set/machine-set-seen.ts'
import type { MachineDeploymentObserved } from './types.ts'

/**
 * The MachineSet that is what the deployment wants now. Of several the largest, then the oldest: that moves the fewest
 * Machines. Once `rollout.after` has passed, nothing older than it counts.
 */
export function currentSet({
  machineSets,
  template,
  rolloutAfter,
  clock,
}: MachineDeploymentObserved): MachineSetSeen | undefined {
  const sets = machineSets.read ? machineSets.items : []
  const same = sets
    .filter((set) => templateDifferences(set.template, template).length === 0)
    .sort(bySizeAndAge)
  if (rolloutAfter === undefined || !clock.passed(rolloutAfter, 0)) return same[0]
  const after = Date.parse(rolloutAfter)
  return same.find(({ createdAt }) => createdAt !== undefined && Date.parse(createdAt) >= after)
}

function bySizeAndAge(a: MachineSetSeen, b: MachineSetSeen): number {
  return (
    (b.desired ?? -1) - (a.desired ?? -1) ||
    Date.parse(a.createdAt ?? '') - Date.parse(b.createdAt ?? '') ||
    (a.name < b.name ? -1 : 1)
  )
}
