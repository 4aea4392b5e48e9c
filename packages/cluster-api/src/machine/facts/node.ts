import { isConnected } from '../../connection/probe.ts'
import { understood } from '../../provider-object/field.ts'
import type { MachineObserved, NodeSeen } from '../types.ts'

/** What one look for the Node of a Machine brings. */
export type NodeStep =
  | { readonly node: 'found'; readonly seen: NodeSeen; readonly failed: boolean }
  | { readonly node: 'none'; readonly failed: boolean }
  | { readonly node: 'not-connected'; readonly failed: true }
  /** Two Nodes claim to be it. */
  | { readonly node: 'unclear'; readonly failed: true }

/** Looks for the Node by the id of its machine. */
export function nodeStep(observed: MachineObserved, providerID: string): NodeStep {
  const { machine, previous, probe, nodes, infrastructure } = observed
  const cluster = observed.cluster.read ? observed.cluster.item : undefined
  const connected = isConnected(probe) && (providerID === '' || nodes.read)
  const initialized = cluster?.controlPlaneInitialized?.status === 'True'
  if (!connected && (initialized || providerID !== '')) return { node: 'not-connected', failed: true }
  if (providerID === '' || !nodes.read) return { node: 'none', failed: false }
  const [seen, second] = nodesWith(observed, providerID)
  if (second !== undefined) return { node: 'unclear', failed: true }
  if (seen === undefined) {
    const lost = previous.nodeName !== undefined && machine.deletionTimestamp === undefined
    return { node: 'none', failed: lost }
  }
  const interruptible = infrastructure.read ? infrastructure.item?.object.interruptible : undefined
  return { node: 'found', seen, failed: interruptible === 'malformed' }
}

function nodesWith({ nodes }: MachineObserved, providerID: string): readonly NodeSeen[] {
  return nodes.read ? nodes.items.filter((node) => node.providerID === providerID) : []
}

/** A Machine on its way out that never took over the id of its infrastructure may still have a Node. */
export function lastLook(observed: MachineObserved, providerID: string): string | undefined {
  const { deletion, cluster, infrastructure } = observed
  const clusterStays = cluster.read && cluster.item?.deleting === false
  if (deletion === undefined || providerID !== '' || !clusterStays || !infrastructure.read) return undefined
  const [node, second] = nodesWith(observed, understood(infrastructure.item?.object.providerID)?.text ?? '')
  return second === undefined ? node?.name : undefined
}
