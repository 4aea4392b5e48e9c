import { isNodeAvailable, type NodeReadiness } from '../../machines-of/node-readiness.ts'
import type { MachinePoolObserved, NodeRef, OldPoolCounts } from '../types.ts'
import { type InfrastructureStep, isReachable } from './provider-objects.ts'

/** What the look at the Nodes brought. */
export interface NodeRefsStep {
  readonly nodeRefs: readonly NodeRef[]
  readonly old: OldPoolCounts
  /** Whether as many Nodes are ready as there are replicas; nothing where that was not asked. */
  readonly allReady: boolean | undefined
  readonly failed: boolean
}

/** Finds the Nodes of a pool by the ids of its instances and counts them in the old way. */
export function nodeRefsStep(
  observed: MachinePoolObserved,
  infrastructure: InfrastructureStep,
): NodeRefsStep {
  const before: NodeRefsStep = {
    nodeRefs: observed.before.nodeRefs,
    old: infrastructure.old,
    allReady: undefined,
    failed: false,
  }
  // Upstream watches Nodes as soon as there is a control plane, and that takes a connection.
  if (observed.controlPlaneInitialized && !isReachable(observed)) return { ...before, failed: true }
  if (isComplete(before, infrastructure) && areStillThere(observed, infrastructure)) {
    return { ...before, allReady: true }
  }
  if (infrastructure.providerIDs.length === 0 && observed.desired !== 0) return before
  if (!isReachable(observed) || !infrastructure.nodesKnown) return { ...before, failed: true }
  return lookUp(observed, infrastructure, before)
}

function isComplete({ nodeRefs, old }: NodeRefsStep, { replicas }: InfrastructureStep): boolean {
  const ready = old.readyReplicas ?? 0
  return (replicas ?? 0) === ready && nodeRefs.length === ready
}

function areStillThere({ nodes, before }: MachinePoolObserved, { nodesKnown }: InfrastructureStep): boolean {
  return (
    nodesKnown &&
    nodes.read &&
    before.nodeRefs.every(({ name, uid }) =>
      nodes.items.some(
        (node) => node.name === name && node.providerID !== undefined && (node.uid ?? '') === (uid ?? ''),
      ),
    )
  )
}

function lookUp(
  { nodes, minReadySeconds, clock }: MachinePoolObserved,
  { providerIDs, replicas = 0 }: InfrastructureStep,
  before: NodeRefsStep,
): NodeRefsStep {
  const known = nodes.read ? nodes.items : []
  const found = providerIDs.flatMap((id) => nodeWith(id, known) ?? [])
  if (found.length === 0 && providerIDs.length > 0) return before
  const ready = found.filter((node) => node.ready)
  const available = ready.filter((node) => isNodeAvailable(node, minReadySeconds, clock))
  return {
    nodeRefs: found.map(nodeRef),
    old: {
      readyReplicas: ready.length,
      availableReplicas: available.length,
      unavailableReplicas: replicas - available.length,
    },
    allReady: replicas === ready.length && found.length === ready.length,
    failed: false,
  }
}

// Upstream takes whichever of two Nodes with one id its cache lists last; ours lists by name.
const nodeWith = (id: string, nodes: readonly NodeReadiness[]): NodeReadiness | undefined =>
  id === '' ? undefined : nodes.findLast(({ providerID }) => providerID === id)

const nodeRef = ({ name, uid }: NodeReadiness): NodeRef => ({
  apiVersion: 'v1',
  kind: 'Node',
  name,
  ...(uid !== undefined && { uid }),
})
