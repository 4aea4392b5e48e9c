import type { LegacyPoolStatus, MachinePoolObserved } from '../types.ts'

/** What the look at the infrastructure brought. */
export interface InfrastructureStep {
  readonly provisioned: boolean | undefined
  readonly replicas: number | undefined
  readonly providerIDs: readonly string[]
  readonly legacy: LegacyPoolStatus
  /** The Nodes of the workload cluster were looked at. */
  readonly nodesKnown: boolean
  readonly failed: boolean
}

/** Takes over what the infrastructure says of itself, as far as the look gets. */
export function infrastructureStep(observed: MachinePoolObserved): InfrastructureStep {
  const { infrastructure, previous, connected } = observed
  const before: InfrastructureStep = {
    provisioned: previous?.initialization?.infrastructureProvisioned,
    replicas: previous?.replicas,
    providerIDs: observed.providerIDs,
    legacy: previous?.deprecated?.v1beta1 ?? {},
    nodesKnown: false,
    failed: false,
  }
  if (!infrastructure.read || infrastructure.item === undefined) return { ...before, failed: true }
  const { deleting, ready, machineKind } = infrastructure.item
  if (deleting) return before
  if (ready === 'malformed') return { ...before, failed: true }
  // Upstream takes every word of the provider, so this may turn back to false, against its own contract.
  const provisioned = ready === true
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
  const legacy = {
    ...step.legacy,
    readyReplicas: 0,
    availableReplicas: 0,
    unavailableReplicas: replicas ?? 0,
  }
  return { ...step, replicas, providerIDs: newest, legacy }
}
