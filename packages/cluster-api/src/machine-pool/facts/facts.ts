import type { ReplicaFacts } from '../../machines-of/facts.ts'
import type { ReplicaCounts } from '../../machines-of/replica-counts.ts'
import { seconds } from '../../time/longer-than.ts'
import type { MachinePoolObserved } from '../types.ts'
import { countedMachines, poolCounters } from './counters.ts'
import { type NodeRefsStep, nodeRefsStep } from './node-refs.ts'
import {
  type BootstrapStep,
  bootstrapStep,
  type InfrastructureStep,
  infrastructureStep,
  isReachable,
} from './provider-objects.ts'

/** What the steps of a pass over a pool brought. */
export interface PoolSteps {
  readonly bootstrap: BootstrapStep
  readonly infrastructure: InfrastructureStep
  readonly nodes: NodeRefsStep
  /** Nothing where the infrastructure could not be seen, so nothing could be counted. */
  readonly counts: Omit<ReplicaCounts, 'replicas'> | undefined
  readonly failed: boolean
}

/** Goes through the steps of a pass over a pool that nobody deletes. */
export function stepsOf(observed: MachinePoolObserved, isProvisioned: boolean | 'malformed'): PoolSteps {
  const bootstrap = bootstrapStep(observed)
  const infrastructure = infrastructureStep(observed, isProvisioned)
  const nodes = nodeRefsStep(observed, infrastructure)
  const seen = observed.infrastructure.read ? observed.infrastructure.item : undefined
  const countable = seen !== undefined && seen.machineKind !== 'malformed'
  return {
    bootstrap,
    infrastructure,
    nodes,
    counts: countable ? poolCounters(observed, infrastructure, nodes.nodeRefs) : undefined,
    failed: bootstrap.failed || infrastructure.failed || nodes.failed || !observed.machines.read,
  }
}

/** Whether a pass over a pool that is being deleted ends in an error. */
export function deletionFails(observed: MachinePoolObserved): boolean {
  const { bootstrap, infrastructure, before } = observed
  const readable = bootstrap.read && infrastructure.read
  const gone = readable && bootstrap.item === undefined && infrastructure.item === undefined
  const waitsForNodes = !isNodeDeletionOver(observed) && before.nodeRefs.length > 0
  return !readable || (gone && waitsForNodes && !isReachable(observed))
}

/** Nodes of a pool in deletion are no longer waited for. */
const isNodeDeletionOver = ({ deletedAt, nodeDeletionTimeout, clock }: MachinePoolObserved): boolean =>
  nodeDeletionTimeout !== 0 && clock.passed(deletedAt, nodeDeletionTimeout * seconds)

/** What the document's counters say of a pool: what the infrastructure cannot tell any more, its Machines still can. */
export function countsOf(
  { machines, infrastructure, before }: MachinePoolObserved,
  steps: PoolSteps | undefined,
): Partial<ReplicaCounts> {
  const items = machines.read ? machines.items : []
  const gone = infrastructure.read && infrastructure.item === undefined
  const counted = steps?.counts ?? (items.length > 0 || gone ? countedMachines(items) : {})
  const { versions: _notInTheDocument, ...counts } = counted as Partial<ReplicaCounts>
  return {
    ...counts,
    replicas: gone && machines.read ? items.length : (steps?.infrastructure.replicas ?? before.replicas),
  }
}

/** What the rules about a pool ask for. */
export interface MachinePoolFacts extends ReplicaFacts {
  readonly observed: MachinePoolObserved
  readonly bootstrapped: boolean
  readonly provisioned: boolean
}

/** Reduces what was found out to what the rules ask about; without steps while the pool is being deleted. */
export function factsOf(observed: MachinePoolObserved, steps: PoolSteps | undefined): MachinePoolFacts {
  const { machines, desired, deletedAt, before, clock } = observed
  const deleting = deletedAt !== undefined
  const counts = countsOf(observed, steps)
  return {
    observed,
    clock,
    listed: machines.read,
    machines: machines.read ? machines.items : [],
    deleting,
    desired: deleting && desired !== undefined ? 0 : desired,
    current: counts.replicas ?? 0,
    available: counts.availableReplicas,
    // What was once true stays true: these are about the first provisioning only.
    bootstrapped: steps?.bootstrap.created === true || before.bootstrapCreated === true,
    provisioned: steps?.infrastructure.provisioned === true || before.infrastructureProvisioned === true,
  }
}
