import type { MachinePoolObserved, OldPoolCounts } from '../types.ts'

/** What the look at the infrastructure brought. */
export interface InfrastructureStep {
  readonly provisioned: boolean | undefined
  readonly replicas: number | undefined
  readonly providerIDs: readonly string[]
  readonly old: OldPoolCounts
  /** The Nodes of the workload cluster were looked at. */
  readonly nodesKnown: boolean
  readonly failed: boolean
}

/** Takes over what the infrastructure says of itself, as far as the look gets. */
export function infrastructureStep(
  observed: MachinePoolObserved,
  provisioned: boolean | 'malformed',
): InfrastructureStep {
  const { infrastructure, connected } = observed
  const before: InfrastructureStep = {
    provisioned: observed.before.infrastructureProvisioned,
    replicas: observed.before.replicas,
    providerIDs: observed.providerIDs,
    old: observed.before.old,
    nodesKnown: false,
    failed: false,
  }
  if (!infrastructure.read || infrastructure.item === undefined) return { ...before, failed: true }
  const { deleting, machineKind } = infrastructure.item
  if (deleting) return before
  if (provisioned === 'malformed') return { ...before, failed: true }
  if (!connected) return { ...before, provisioned, failed: true }
  const known = { ...before, provisioned, nodesKnown: true }
  if (machineKind === 'malformed') return { ...known, failed: true }
  return provisioned ? takeOver(observed, known) : known
}

function takeOver(
  { infrastructure, providerIDs }: MachinePoolObserved,
  step: InfrastructureStep,
): InfrastructureStep {
  const seen = infrastructure.read ? infrastructure.item : undefined
  const replicas = seen?.replicas ?? step.replicas
  const newest = seen?.providerIDs ?? []
  if (newest.length === 0 && (replicas ?? 0) !== 0) return { ...step, replicas }
  const same = newest.length === providerIDs.length && newest.every((id, place) => id === providerIDs[place])
  if (same) return { ...step, replicas }
  // Other instances than before: what was counted of the old ones means nothing any more.
  const old = { readyReplicas: 0, availableReplicas: 0, unavailableReplicas: replicas ?? 0 }
  return { ...step, replicas, providerIDs: newest, old }
}
