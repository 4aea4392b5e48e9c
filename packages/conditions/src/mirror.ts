import { type ConditionState, condition, notYetReported } from './condition.ts'
import type { SetDecision } from './decision.ts'
import { getCondition } from './get.ts'
import { withinLimits } from './limits.ts'
import { type ConditionSource, isBareList, refOf } from './source.ts'

/** How a condition is mirrored. */
export interface MirrorOptions {
  /** The type of the result; that of the source unless given. */
  readonly target?: string
  /** What to say while the source says nothing. One with an empty status is no fallback. */
  readonly fallback?: Pick<ConditionState, 'status' | 'reason' | 'message'>
}

/**
 * Says of one object what another says of itself, with the time since when. The generation is not mirrored: it is
 * the source's own.
 */
export function mirror(
  source: ConditionSource | undefined,
  type: string,
  options: MirrorOptions = {},
): SetDecision {
  const target = options.target ?? type
  const owner = source && !isBareList(source) ? source : undefined
  const found = getCondition(source && isBareList(source) ? source : owner?.conditions, type)
  const { status, reason, message, lastTransitionTime } = found ?? substitute(type, options)
  const mirrored = withinLimits(condition({ type: target, status, reason, message, lastTransitionTime }))
  const sources = [owner ? { ref: refOf(owner), condition: type } : { condition: type }]
  return { outcome: 'set', type: target, by: 'mirror', condition: mirrored, sources }
}

function substitute(type: string, { fallback }: MirrorOptions): ConditionState {
  if (fallback?.status) return { status: fallback.status, reason: fallback.reason, message: fallback.message }
  return { status: 'Unknown', reason: notYetReported, message: `Condition ${type} not yet reported` }
}
