import { type Condition, isConditionStatus, noReasonReported } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import { at, fields, list, number, text } from '../model/fields.ts'

/** The conditions of a provider's object, or why they cannot be taken for conditions. */
export type ProviderConditions =
  | { readonly valid: true; readonly conditions: readonly Condition[] }
  | { readonly valid: false; readonly error: string }

/**
 * Reads the conditions of an object that follows no schema of ours: `status.v1beta2.conditions`, else `status.conditions`, in the
 * new shape or the old one. One malformed entry spoils all of them, whichever type is asked for. Only the named types are kept.
 */
export function providerConditions(object: KubeObject, types: readonly string[]): ProviderConditions {
  const path = Array.isArray(at(object.status, 'v1beta2', 'conditions'))
    ? ['v1beta2', 'conditions']
    : ['conditions']
  const conditions: Condition[] = []
  for (const entry of list(at(object.status, ...path))) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue
    const error = mistakeIn(entry)
    if (error !== undefined) {
      const where = ['status', ...path].join('.')
      return {
        valid: false,
        error: `failed to convert ${where} from ${object.kind} to []metav1.Condition: ${error}`,
      }
    }
    const condition = asCondition(entry)
    if (types.includes(condition.type)) conditions.push(condition)
  }
  return { valid: true, conditions }
}

function mistakeIn(entry: object): string | undefined {
  const { type, status } = fields(entry)
  const name = text(type)
  if (name === undefined) return 'type must be set for all conditions'
  if (text(status) === undefined) return `status must be set for the ${name} condition`
  if (!isConditionStatus(status))
    return `status for the ${name} condition must be one of True, False, Unknown`
  return undefined
}

function asCondition(entry: object): Condition {
  const { type, status, reason, message, observedGeneration, lastTransitionTime } = fields(entry)
  const [generation, time] = [number(observedGeneration), text(lastTransitionTime)]
  return {
    type: String(type),
    status: status as Condition['status'],
    ...(generation !== undefined && { observedGeneration: generation }),
    ...(time !== undefined && { lastTransitionTime: time }),
    reason: text(reason) ?? noReasonReported,
    message: text(message) ?? '',
  }
}
