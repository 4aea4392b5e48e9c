import {
  falseSeverityCondition,
  type SeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from '@sitrep/conditions'
import type { MachineFacts } from '../facts.ts'
import { type NodeSeen, nodeConditionTypes } from '../observe/node-seen.ts'
import { infrastructureObject } from '../rules/provider-ready.ts'

const type = 'NodeHealthy'

/** Whether the Node is well, by the old rules; nothing where the look at it failed. */
export function oldNodeHealthy(f: MachineFacts): readonly SeverityCondition[] {
  const { node, infrastructure } = f
  switch (node.node) {
    case 'not-connected':
      return []
    case 'unclear':
      return [
        unknownSeverityCondition(type, {
          reason: 'NodeInspectionFailed',
          message: 'Failed to get the Node for this Machine by ProviderID',
        }),
      ]
    case 'none':
      return infrastructure.providerID === ''
        ? [falseSeverityCondition(type, { reason: 'WaitingForNodeRef', severity: 'Info' })]
        : missingNode(f)
    case 'found':
      return node.failed ? [] : [presentNode(f, node.seen)]
  }
}

function missingNode({ deleting, observed }: MachineFacts): readonly SeverityCondition[] {
  if (deleting) return []
  if (observed.previous.nodeName !== undefined) {
    return [falseSeverityCondition(type, { reason: 'NodeNotFound', severity: 'Error' })]
  }
  const message = 'Waiting for a node with matching ProviderID to exist'
  return [falseSeverityCondition(type, { reason: 'NodeProvisioning', severity: 'Warning', message })]
}

function presentNode(f: MachineFacts, node: NodeSeen): SeverityCondition {
  const standing = infrastructureObject(f)?.seen.deleting === false
  if (!standing) return falseSeverityCondition(type, { reason: 'Deleting', severity: 'Info' })
  // In the order in which the Node reports them, as the old message had it.
  const troubles = Object.entries(node.conditions).flatMap(([name, { status }]) =>
    status === (name === 'Ready' ? 'True' : 'False') ? [] : [{ name, status }],
  )
  const message = troubles.map(({ name, status }) => `Node condition ${name} is ${status}`).join('. ')
  const reason = 'NodeConditionsFailed'
  if (troubles.some(({ status }) => status !== 'Unknown')) {
    return falseSeverityCondition(type, { reason, severity: 'Warning', message })
  }
  // One condition that is known to be good was enough for the old rule.
  return troubles.length < nodeConditionTypes.length
    ? trueSeverityCondition(type)
    : unknownSeverityCondition(type, { reason, message })
}
