import { type Fields, fields } from '@sitrep/status'

/** Fields merged into others, level by level; lists and plain values replace what is there. */
export function mergeFields(into: unknown, given: Fields): Fields {
  const merged: Record<string, unknown> = { ...fields(into) }
  for (const [key, value] of Object.entries(given)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    merged[key] = isMap ? mergeFields(Object.hasOwn(merged, key) ? merged[key] : {}, fields(value)) : value
  }
  return merged
}
