import type { Instant } from '@sitrep/conditions'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** A time written by somebody else, cut to the second and in UTC; nothing where the text is no such time. */
export function parseTime(text: string): Instant | undefined {
  const parsed = rfc3339.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(parsed) ? undefined : `${new Date(parsed).toISOString().slice(0, 19)}Z`
}
