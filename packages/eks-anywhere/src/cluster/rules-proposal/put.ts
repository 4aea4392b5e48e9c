import {
  type Decision,
  getCondition,
  type SeverityCondition,
  setSeverityConditionWithTime,
} from '@sitrep/conditions'
import { types } from '../conditions.ts'
import type { ClusterFacts } from '../facts.ts'

/** The order in which the document lists the conditions; those of other writers follow. */
const order: readonly string[] = [
  types.initialized,
  types.cni,
  types.controlPlane,
  types.workers,
  types.ready,
]

/** Sets a condition as the document shows it: without severity, in its order, and the time moves with the status only. */
export function putProposal(
  decision: Decision,
  { said }: ClusterFacts,
  now: string,
): readonly SeverityCondition[] {
  const next = nextOf(decision, getCondition(said, decision.type), now)
  const own = order.flatMap((type) => (type === decision.type ? next : getCondition(said, type)) ?? [])
  return [...own, ...said.filter(({ type }) => !order.includes(type))]
}

function nextOf(
  decision: Decision,
  before: SeverityCondition | undefined,
  now: string,
): SeverityCondition | undefined {
  if (decision.verdict === 'keep') return before
  if (decision.verdict === 'absent') return undefined
  const { type, status, reason, message } = decision.condition
  const given = { type, status, ...(reason && { reason }), ...(message && { message }) }
  return setSeverityConditionWithTime(before ? [before] : [], given, { now })[0]
}
