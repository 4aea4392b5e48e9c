import { compareSeverityConditions } from '@sitrep/cluster-api'
import {
  type Decision,
  deleteSeverityCondition,
  falseSeverityCondition,
  type Severity,
  type SeverityCondition,
  setSeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from '@sitrep/conditions'
import { types } from '../conditions.ts'
import type { ClusterFacts } from '../facts.ts'
import { skipReason } from './default-cni-configured.ts'
import { summaryOf } from './ready.ts'

/** How bad a reason is; all others are no more than progress. */
const severities: ReadonlyMap<string, Severity> = new Map([
  ['ControlPlaneComponentsUnhealthy', 'Error'],
  ['KubeadmControlPlaneNotReady', 'Error'],
  ['MachineDeploymentNotReady', 'Error'],
  [skipReason, 'Warning'],
])

/** Sets a condition as the older model does: `Ready` first, and any change moves the time. */
export function putReleased(
  decision: Decision,
  facts: ClusterFacts,
  now: string,
): readonly SeverityCondition[] {
  const { said } = facts
  if (decision.verdict === 'keep') return said
  if (decision.verdict === 'absent') return deleteSeverityCondition(said, decision.type)
  const { type, status, reason, message } = decision.condition
  const stamp = { now, order: compareSeverityConditions }
  if (status === 'True') return setSeverityCondition(said, trueSeverityCondition(type), stamp)
  if (status === 'Unknown')
    return setSeverityCondition(said, unknownSeverityCondition(type, { reason, message }), stamp)
  const severity =
    type === types.ready ? summaryOf(facts)?.condition.severity : (severities.get(reason) ?? 'Info')
  const texts = { reason, message, ...(severity && { severity }) }
  return setSeverityCondition(said, falseSeverityCondition(type, texts), stamp)
}
