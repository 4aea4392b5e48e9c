import type { Condition } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'

/** The conditions that an object carries at a path, however malformed the rest of it is. */
export function conditionsAt(object: KubeObject | undefined, path: readonly string[]): readonly Condition[] {
  let value: unknown = object
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return []
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  if (!Array.isArray(value)) return []
  return value.every(isCondition) ? value : value.filter(isCondition)
}

const isCondition = (entry: unknown): entry is Condition =>
  typeof entry === 'object' && entry !== null && typeof (entry as { type?: unknown }).type === 'string'
