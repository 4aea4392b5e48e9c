import { isDeepStrictEqual } from 'node:util'

/** Whether two JSON values are the same; a key that is absent and one that is `undefined` or `null` are. */
export const sameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(settled(a), settled(b))

function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null)
  return Object.fromEntries(entries.map(([key, inner]) => [key, settled(inner)]))
}
