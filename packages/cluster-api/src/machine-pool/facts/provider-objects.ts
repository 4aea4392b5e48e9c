import { type Reading, unreadable } from '@sitrep/status'
import { isConnected } from '../../connection/probe.ts'
import type { MachinePoolObserved, OldPoolCounts, ProviderForPool } from '../types.ts'

/** The observation as a pool may use it: an object that somebody else controls is not its to take, so it counts as unreadable. */
export const withOwnObjects = (observed: MachinePoolObserved): MachinePoolObserved => ({
  ...observed,
  bootstrap: own(observed, observed.bootstrap),
  infrastructure: own(observed, observed.infrastructure),
})

function own<Seen extends ProviderForPool>(
  { uid }: MachinePoolObserved,
  reading: Reading<Seen>,
): Reading<Seen> {
  const controller = reading.read ? reading.item?.controller : undefined
  return controller === undefined || controller === uid ? reading : unreadable('it belongs to somebody else')
}

/** What the look at the bootstrap configuration brought. */
export interface BootstrapStep {
  readonly created: boolean | undefined
  readonly failed: boolean
}

/** Whether the bootstrap secret exists. A look that fails leaves what was known. */
export function bootstrapStep({
  bootstrap,
  bootstrapRef,
  dataSecretName,
  before: { bootstrapCreated: before },
}: MachinePoolObserved): BootstrapStep {
  if (bootstrapRef === undefined) {
    // The user brought a secret of their own; or nothing at all, which no webhook lets through.
    return dataSecretName === undefined ? { created: before, failed: true } : { created: true, failed: false }
  }
  if (!bootstrap.read || bootstrap.item === undefined) return { created: before, failed: true }
  const { deleting, dataSecretCreated, hasSecretName } = bootstrap.item
  if (deleting) return { created: before, failed: false }
  if (dataSecretCreated === 'malformed') return { created: before, failed: true }
  if (dataSecretCreated !== true) return { created: false, failed: false }
  return hasSecretName ? { created: true, failed: false } : { created: before, failed: true }
}

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
  const { infrastructure } = observed
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
  if (!isReachable(observed)) return { ...before, provisioned, failed: true }
  const known = { ...before, provisioned, nodesKnown: true }
  if (machineKind === 'malformed') return { ...known, failed: true }
  return provisioned ? takeOver(observed, known) : known
}

/** Whether the workload cluster answers, so that its Nodes could be read. */
export const isReachable = ({ probe, nodes }: MachinePoolObserved): boolean =>
  isConnected(probe) && nodes.read

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
