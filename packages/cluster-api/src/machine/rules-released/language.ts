import { lastSuccessText } from '../../connection/probe.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import type { MachineFacts } from '../facts/facts.ts'
import type { MachineLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { availableRules } from '../rules/available.ts'
import { bootstrapConfigReadyRules } from '../rules/bootstrap-config-ready.ts'
import { infrastructureReadyRules } from '../rules/infrastructure-ready.ts'
import { type NodeTexts, nodeHealthyRules, nodeReadyRules } from '../rules/node.ts'
import { nodeHealthyState, tellTroublesReleased } from '../rules/node-conditions.ts'
import { updating } from '../rules/updating.ts'
import { deleting } from './deleting.ts'
import { ready } from './ready.ts'
import { upToDate } from './up-to-date.ts'

const texts: NodeTexts = {
  lost: ({ observed }) => lastSuccessText(observed.probe),
  ambiguous: lookAtLogs,
  healthy: (node) => nodeHealthyState(node, tellTroublesReleased),
}

/** Byte for byte what Cluster API v1.14 writes. */
export const releasedMachine: MachineLanguage = {
  needsCluster: true,
  canStart,
  tables: [
    bootstrapConfigReadyRules(lookAtLogs),
    infrastructureReadyRules(lookAtLogs),
    nodeReadyRules(texts),
    nodeHealthyRules(texts),
    deleting,
    updating,
    upToDate,
  ],
  ready,
  available: availableRules(),
  minReadySeconds: ({ machine }) => machine.spec.minReadySeconds ?? 0,
  saysUpToDate: ({ observed }) => observed.owner.owner === 'deployment',
  write: writeReleased,
}

// Upstream gives up before it says anything when an owner cannot be read.
function canStart({ observed: { owner } }: MachineFacts): boolean {
  if (owner.owner === 'set') return owner.set.read && owner.set.item !== undefined
  return owner.owner === 'none' || (owner.deployment.read && owner.deployment.item !== undefined)
}
