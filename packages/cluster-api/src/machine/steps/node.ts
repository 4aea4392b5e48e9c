import { isConnected } from '../../connection/probe.ts'
import type { NodeSeen } from '../observe/node-seen.ts'
import type { MachineObserved } from '../types.ts'

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
  const connected = isConnected(probe) && nodes.read
  const initialized = cluster?.controlPlaneInitialized?.status === 'True'
  if (!connected && (initialized || providerID !== '')) return { node: 'not-connected', failed: true }
  if (providerID === '' || !nodes.read) return { node: 'none', failed: false }
  const [seen, second] = nodes.items
  if (second !== undefined) return { node: 'unclear', failed: true }
  if (seen === undefined) {
    const lost = previous.nodeName !== undefined && machine.deletionTimestamp === undefined
    return { node: 'none', failed: lost }
  }
  const interruptible = infrastructure.read ? infrastructure.item?.object.interruptible : undefined
  return { node: 'found', seen, failed: interruptible === 'malformed' }
}
