import type { StatusChange } from '@sitrep/engine'
import type { Priority } from './write-queue.ts'

/** What is going away and what got worse is written before everything else: somebody is waiting for it. */
export function priorityOf({ before, conditions }: StatusChange): Priority {
  if (conditions.some(({ type, status }) => type === 'Deleting' && status === 'True')) return 'deleting'
  const earlier = new Map(conditionsOf(before).map((condition) => [condition.type, condition.status]))
  const worse = conditions.some(
    ({ type, status }) => earlier.get(type) === 'True' && status !== 'True' && isVerdict(type),
  )
  return worse ? 'failing' : 'other'
}

const isVerdict = (type: string): boolean => type === 'Ready' || type === 'Available'

function conditionsOf(
  status: Readonly<Record<string, unknown>> | undefined,
): readonly { type: string; status: string }[] {
  const conditions = status?.conditions
  return Array.isArray(conditions) ? conditions : []
}
