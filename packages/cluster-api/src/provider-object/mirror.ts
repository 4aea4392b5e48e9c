import {
  type ConditionState,
  getCondition,
  mirror,
  noReasonReported,
  type SetDecision,
} from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { ProviderConditions } from './conditions.ts'

/** What is said of a provider's object on the object that refers to it. */
export interface ProviderMirror {
  /** The object and its conditions. */
  readonly source: { readonly ref: ObjectRef; readonly conditions: ProviderConditions }
  /** The type there and the type here. */
  readonly type: string
  readonly target: string
  /** What to say while the provider reports no such condition; without one that is Unknown. */
  readonly fallback?: Pick<ConditionState, 'status' | 'reason' | 'message'>
  /** Stands in for the reason of a True condition in the old shape, which has none. */
  readonly reasonWhenTrue: string
}

/** Mirrors a condition of a provider's object; malformed conditions are Unknown and say what is wrong with them. */
export function mirrorProvider(wanted: ProviderMirror): ConditionState | SetDecision {
  const { source, type, target, fallback, reasonWhenTrue } = wanted
  if (!source.conditions.valid) {
    return { status: 'Unknown', reason: 'InvalidConditionReported', message: source.conditions.error }
  }
  const { conditions } = source.conditions
  const found = getCondition(conditions, type)
  const named =
    found?.status === 'True' && found.reason === noReasonReported
      ? conditions.map((condition) =>
          condition === found ? { ...found, reason: reasonWhenTrue } : condition,
        )
      : conditions
  const options = fallback === undefined ? { target } : { target, fallback }
  return mirror({ ...source.ref, conditions: named }, type, options)
}
