import type { LegacyPoolStatus, MachinePoolObserved, PoolInitialization } from './types.ts'

/** What decides the phase of a pool. */
export interface PhaseInput {
  readonly observed: MachinePoolObserved
  readonly initialization: PoolInitialization
  readonly hasNodes: boolean
  readonly legacy: LegacyPoolStatus
}

/** The one word that scripts read. It still goes by the old counters; where nothing decides it stays. */
export function phaseOf({ observed, initialization, hasNodes, legacy }: PhaseInput): string {
  const { previous, desired, deleting, autoscaled } = observed
  if (deleting) return 'Deleting'
  const { bootstrapDataSecretCreated, infrastructureProvisioned } = initialization
  if (infrastructureProvisioned && desired !== undefined) {
    const ready = legacy.readyReplicas ?? 0
    if (desired === ready) return 'Running'
    if (autoscaled) return 'Scaling'
    return desired > ready ? 'ScalingUp' : 'ScalingDown'
  }
  if (hasNodes) return 'Provisioned'
  if (bootstrapDataSecretCreated && !infrastructureProvisioned) return 'Provisioning'
  return previous?.phase || 'Pending'
}
