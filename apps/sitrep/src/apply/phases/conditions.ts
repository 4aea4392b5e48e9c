import type { KubeObject } from '@sitrep/status'

/** A condition as any of our families writes it; nothing in it is sure to be there. */
export interface ReadCondition {
  readonly type: string
  readonly status: string
  readonly severity?: string
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}

interface Status {
  readonly observedGeneration?: unknown
  readonly conditions?: unknown
  readonly v1beta2?: { readonly conditions?: unknown }
  readonly failureReason?: unknown
  readonly failureMessage?: unknown
}

export const statusOf = ({ status }: KubeObject): Readonly<Record<string, unknown>> =>
  typeof status === 'object' && status !== null ? (status as Readonly<Record<string, unknown>>) : {}

/** All conditions of an object. Where both layouts of Cluster API stand side by side, the later one speaks. */
export function conditionsOf(object: KubeObject): readonly ReadCondition[] {
  const { conditions, v1beta2 } = statusOf(object) as Status
  const found = Array.isArray(v1beta2?.conditions) ? v1beta2.conditions : conditions
  return Array.isArray(found) ? found.flatMap(readCondition) : []
}

// Not every definition says of what type a message is. What has another one than it should is as good as missing.
function readCondition(value: unknown): readonly ReadCondition[] {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>
  const { type, status, severity, reason, message, observedGeneration } = fields
  if (typeof type !== 'string' || typeof status !== 'string') return []
  return [
    {
      type,
      status,
      ...(typeof severity === 'string' && { severity }),
      ...(typeof reason === 'string' && { reason }),
      ...(typeof message === 'string' && { message }),
      ...(typeof observedGeneration === 'number' && { observedGeneration }),
    },
  ]
}

export const conditionOf = (object: KubeObject | undefined, type: string): ReadCondition | undefined =>
  object === undefined ? undefined : conditionsOf(object).find((condition) => condition.type === type)

export const isTrue = (object: KubeObject | undefined, type: string): boolean =>
  conditionOf(object, type)?.status === 'True'

/** Whether what an object reports is about what it is now. An object that reports no generation has not been looked at. */
export function isCurrent(object: KubeObject): boolean {
  const { observedGeneration } = statusOf(object) as Status
  return typeof observedGeneration === 'number' && observedGeneration >= (object.metadata.generation ?? 1)
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
  const words = said.slice(0, leading + 1).join(' ') || said[0] || condition.reason
  return words === '' ? undefined : words
}
