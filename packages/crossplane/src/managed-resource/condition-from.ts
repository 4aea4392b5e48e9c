import { type Condition, conditionStatuses } from '@sitrep/conditions'
import { fields, number, text } from '@sitrep/status'

/** A condition as a fact tells it; nothing for what is none. */
export function conditionFrom(type: string, value: unknown): Condition | undefined {
  const said = fields(value)
  const status = conditionStatuses.find((each) => each === said['status'])
  if (status === undefined) return undefined
  const generation = number(said['observedGeneration'])
  return {
    type,
    status,
    reason: text(said['reason']) ?? '',
    message: text(said['message']) ?? '',
    ...(generation !== undefined && { observedGeneration: generation }),
  }
}
