import type { MachinePoolObserved, OldPoolCounts } from './types.ts'

/** What decides the phase of a pool. */
export interface PhaseInput {
  readonly observed: MachinePoolObserved
  readonly bootstrapped: boolean | undefined
  readonly provisioned: boolean | undefined
  readonly hasNodes: boolean
  readonly old: OldPoolCounts
}

/** The one word that scripts read. It still goes by the old counters; where nothing decides it stays. */
export function phaseOf({ observed, bootstrapped, provisioned, hasNodes, old }: PhaseInput): string {
  const { before, desired, deleting, autoscaled } = observed
  if (deleting) return 'Deleting'
  if (provisioned && desired !== undefined) {
    const ready = old.readyReplicas ?? 0
    if (desired === ready) return 'Running'
    if (autoscaled) return 'Scaling'
    return desired > ready ? 'ScalingUp' : 'ScalingDown'
  }
  if (hasNodes) return 'Provisioned'
  if (bootstrapped && !provisioned) return 'Provisioning'
  return before.phase ?? 'Pending'
}
