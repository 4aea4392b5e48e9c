import type { Condition } from '@sitrep/conditions'

/** The list of conditions at a path of an object or a status; an empty one where there is none. */
export function conditionsIn(value: unknown, path: readonly string[]): readonly Condition[] {
  let found = value
  for (const step of path) {
    found =
      typeof found === 'object' && found !== null
        ? (found as Readonly<Record<string, unknown>>)[step]
        : undefined
  }
  return Array.isArray(found) ? found : []
}
