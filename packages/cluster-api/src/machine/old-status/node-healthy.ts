import {
  falseSeverityCondition,
  type SeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from '@sitrep/conditions'
import type { MachineFacts } from '../facts/facts.ts'
import { type NodeCondition, type NodeConditionType, type NodeSeen, nodeConditionTypes } from '../types.ts'

const type = 'NodeHealthy'

/** Whether the Node is well, by the old rules; nothing where the look at it failed. */
export function oldNodeHealthy(f: MachineFacts): SeverityCondition | undefined {
  const { node, infrastructure } = f
  switch (node.node) {
    case 'not-connected':
      return undefined
    case 'unclear':
      return unknownSeverityCondition(type, {
        reason: 'NodeInspectionFailed',
        message: 'Failed to get the Node for this Machine by ProviderID',
      })
    case 'none':
      return infrastructure.providerID === ''
        ? falseSeverityCondition(type, { reason: 'WaitingForNodeRef', severity: 'Info' })
        : missingNode(f)
    case 'found':
      return node.failed ? undefined : presentNode(f, node.seen)
  }
}

function missingNode({ deleting, observed }: MachineFacts): SeverityCondition | undefined {
  if (deleting) return undefined
  if (observed.previous.nodeName !== undefined) {
    return falseSeverityCondition(type, { reason: 'NodeNotFound', severity: 'Error' })
  }
  const message = 'Waiting for a node with matching ProviderID to exist'
  return falseSeverityCondition(type, { reason: 'NodeProvisioning', severity: 'Warning', message })
}

function presentNode(f: MachineFacts, node: NodeSeen): SeverityCondition {
  const standing = f.found.infrastructure?.seen.deleting === false
  if (!standing) return falseSeverityCondition(type, { reason: 'Deleting', severity: 'Info' })
  const troubles = troublesOf(node)
  if (troubles.length === 0) return healthy
  const message = troubles.map(({ name, status }) => `Node condition ${name} is ${status}`).join('. ')
  const reason = 'NodeConditionsFailed'
  if (troubles.some(({ status }) => status !== 'Unknown')) {
    return falseSeverityCondition(type, { reason, severity: 'Warning', message })
  }
  // One condition that is known to be good was enough for the old rule.
  return troubles.length < nodeConditionTypes.length
    ? healthy
    : unknownSeverityCondition(type, { reason, message })
}

const healthy: SeverityCondition = trueSeverityCondition(type)

/** In the order in which the Node reports them, as the old message had it. */
function troublesOf({ conditions }: NodeSeen): readonly { readonly name: string; readonly status: string }[] {
  const troubles: { name: string; status: string }[] = []
  for (const name in conditions) {
    const { status } = conditions[name as NodeConditionType] as NodeCondition
    if (status !== (name === 'Ready' ? 'True' : 'False')) troubles.push({ name, status })
  }
  return troubles
}
