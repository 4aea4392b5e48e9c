import { ConditionsError } from '../errors.ts'
import type { AnyCondition } from '../severity/condition.ts'
import type { Operation } from './operation.ts'

/** The error for an operation that does not fit what somebody else has made of the condition. */
export function conflictError<Item extends AnyCondition>(
  operation: Operation<Item>,
  latest: Item | undefined,
): ConditionsError {
  const { op } = operation
  const before = operation.op === 'Add' ? undefined : operation.before
  const after = operation.op === 'Remove' ? undefined : operation.after
  const type = (after ?? before)?.type ?? ''
  const conflict = {
    operation: op,
    type,
    ...(before && { before }),
    ...(after && { after }),
    ...(latest && { latest }),
  }
  const what = `the condition "${type}" was`
  if (latest === undefined)
    return new ConditionsError('condition-deleted', `${what} deleted by another writer`, { conflict })
  const difference = differences(latest, (op === 'Remove' ? before : after) ?? latest)
  return new ConditionsError('condition-modified', `${what} changed by another writer: ${difference}`, {
    conflict,
  })
}

const fields = [
  'status',
  'severity',
  'observedGeneration',
  'lastTransitionTime',
  'reason',
  'message',
] as const

function differences(latest: AnyCondition, wanted: AnyCondition): string {
  const there: Partial<Record<(typeof fields)[number], unknown>> = latest
  const ours: Partial<Record<(typeof fields)[number], unknown>> = wanted
  return fields
    .filter((field) => there[field] !== ours[field])
    .map(
      (field) =>
        `${field} is ${JSON.stringify(there[field]) ?? 'unset'}, not ${JSON.stringify(ours[field]) ?? 'unset'}`,
    )
    .join('; ')
}
