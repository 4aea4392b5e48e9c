import { isConditionStatus } from './condition.ts'
import { ConditionsError } from './errors.ts'
import type { AnyCondition } from './severity/condition.ts'

/** Returns a condition that is to be set, or throws where it is one that an API server would refuse. */
export function acceptable<Item extends AnyCondition>(given: Item): Item {
  if (typeof given?.type !== 'string' || given.type === '') {
    throw new ConditionsError('type-missing', 'type must be set for all conditions')
  }
  if (!isConditionStatus(given.status)) {
    const must = `status for the ${given.type} condition must be one of True, False, Unknown`
    throw new ConditionsError('status-unknown', must)
  }
  if (isText(given.reason) && isText(given.message)) return given
  throw new ConditionsError(
    'condition-malformed',
    `reason and message of the ${given.type} condition must be texts`,
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === undefined || value === null
}
