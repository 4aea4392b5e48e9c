import { type ConditionState, hasCondition, type ReportWords, type SetDecision } from '@sitrep/conditions'
import { mirrorProvider } from '../../provider-object/mirror.ts'
import type { FoundObject } from '../facts/provider-objects.ts'

/** Whether an object says whether it is Ready, or says it in a form that nobody can read. */
export function saysWhetherReady(object: FoundObject | undefined): boolean {
  if (object === undefined) return false
  const { conditions } = object.seen
  return !conditions.valid || hasCondition(conditions.conditions, 'Ready')
}

/** Says on the Machine what the object says of itself. */
export function mirrorReady(object: FoundObject | undefined, target: string): ConditionState | SetDecision {
  if (object === undefined) throw new TypeError('there is no object to mirror')
  const { ref, seen } = object
  return mirrorProvider({
    source: { ref, conditions: seen.conditions },
    type: 'Ready',
    target,
    reasonWhenTrue: 'Ready',
  })
}

export const mirroredWords: ReportWords = {
  message: 'what the object says; what is wrong with its conditions where they are malformed',
}
