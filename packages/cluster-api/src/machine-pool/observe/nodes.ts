import { at, type Listing, list, type Reading, text, type World } from '@sitrep/status'
import { nodeKind } from '../../kinds.ts'
import { type NodeReadiness, nodeReadiness } from '../../machines-of/node-readiness.ts'
import type { StatusFields } from '../../pass/computed.ts'
import type { InfrastructureForPool } from '../types.ts'

interface NodesAsked {
  /** The workload cluster. */
  readonly cluster: string
  readonly providerIDs: readonly string[]
  readonly infrastructure: Reading<InfrastructureForPool>
}

/** Looks at the Nodes of a pool one by one: it must not wake with every Node of its cluster. */
export function observeNodes(
  world: World<StatusFields>,
  { cluster, providerIDs, infrastructure }: NodesAsked,
): Listing<NodeReadiness> {
  const newest = infrastructure.read ? (infrastructure.item?.providerIDs ?? []) : []
  const names = list(at(world.previous, 'nodeRefs')).map((ref) => text(at(ref, 'name')) ?? '')
  const found = new Map<string, NodeReadiness>()
  let unread: Extract<Listing<NodeReadiness>, { read: false }> | undefined
  for (const key of new Set([...newest, ...providerIDs])) {
    if (key === '') continue
    const nodes = world.list({ ...nodeKind, cluster, by: { index: 'providerID', key } }, nodeReadiness)
    if (!nodes.read) unread = nodes
    for (const node of nodes.read ? nodes.items : []) found.set(node.name, node)
  }
  for (const name of new Set(names)) {
    const node = world.get({ ...nodeKind, cluster, name }, nodeReadiness)
    if (!node.read) unread = node
    if (node.read && node.item !== undefined) found.set(name, node.item)
  }
  return unread ?? { read: true, items: [...found.values()] }
}
