import { at, list, number, text } from '../fields.ts'
import type { KubeObject } from '../object.ts'

/** A condition as any controller writes it; nothing in it is sure to be there but its type and status. */
export interface ReadCondition {
  readonly type: string
  readonly status: string
  readonly severity?: string
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}

/** All conditions of an object. Where a later layout stands beside an older one (`status.v1beta2`), the later one speaks. */
export function conditionsOf({ status }: KubeObject): readonly ReadCondition[] {
  const later = at(status, 'v1beta2', 'conditions')
  return list(Array.isArray(later) ? later : at(status, 'conditions')).flatMap(readCondition)
}

// Not every definition says of what type a message is. What has another one than it should is as good as missing.
function readCondition(value: unknown): readonly ReadCondition[] {
  const [type, status] = [at(value, 'type'), at(value, 'status')]
  if (typeof type !== 'string' || typeof status !== 'string') return []
  const [severity, reason, message] = [at(value, 'severity'), at(value, 'reason'), at(value, 'message')]
  const observedGeneration = number(at(value, 'observedGeneration'))
  return [
    {
      type,
      status,
      ...(typeof severity === 'string' && { severity }),
      ...(typeof reason === 'string' && { reason }),
      ...(typeof message === 'string' && { message }),
      ...(observedGeneration !== undefined && { observedGeneration }),
    },
  ]
}

/** One condition of an object that may not be there itself. */
export const conditionOf = (object: KubeObject | undefined, type: string): ReadCondition | undefined =>
  object === undefined ? undefined : conditionsOf(object).find((condition) => condition.type === type)

/** Whether a condition is true, of whichever generation. */
export const isTrue = (object: KubeObject | undefined, type: string): boolean =>
  conditionOf(object, type)?.status === 'True'

/** Whether what an object reports is about what it is now. An object that reports no generation has not been looked at. */
export function isCurrent({ status, metadata }: KubeObject): boolean {
  const observed = number(at(status, 'observedGeneration'))
  return observed !== undefined && observed >= (metadata.generation ?? 1)
}

/** Whether a condition is true, and of the present generation where it tells which one it is about. */
export function isTrueNow(object: KubeObject, type: string): boolean {
  const condition = conditionOf(object, type)
  if (condition?.status !== 'True' || !isCurrent(object)) return false
  return (condition.observedGeneration ?? Number.POSITIVE_INFINITY) >= (object.metadata.generation ?? 1)
}

/** The beginning of what a condition says, or its reason. A line that only leads over to the next is told with that one. */
export function wordsOf(condition: ReadCondition | undefined): string | undefined {
  if (condition === undefined) return undefined
  const lines = (condition.message ?? '').split('\n').map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd())
  const said = lines.filter((line) => line !== '')
  const leading = said.findIndex((line) => !line.endsWith(':'))
  return text(said.slice(0, leading + 1).join(' ') || said[0] || condition.reason)
}
