import { type Instant, isCanonicalInstant } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'

export const seconds = 1_000
export const minutes = 60_000

/**
 * Whether more than this much time has gone by. `Clock.passed` says yes at the very instant; upstream's thresholds mostly say
 * yes just after it, and times are whole seconds, so the difference shows.
 */
export function longerThan(clock: Clock, since: Instant | undefined, milliseconds: number): boolean {
  return clock.passed(since, milliseconds + 1)
}

/** The later of two times; the one that is there where the other is not. */
export function later(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b
  // Two texts of this form are ordered as their times are; to read them takes longer, and every Machine asks.
  const isLater = isCanonicalInstant(a) && isCanonicalInstant(b) ? a > b : Date.parse(a) > Date.parse(b)
  return isLater ? a : b
}

/** A time as upstream prints it: cut to the second, in UTC. */
export function printTime(instant: Instant): string {
  const parsed = Date.parse(instant)
  return Number.isNaN(parsed) ? instant : `${new Date(parsed).toISOString().slice(0, 19)}Z`
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** A time written by somebody else, cut to the second and in UTC; nothing where the text is no such time. */
export function parseTime(text: string): Instant | undefined {
  return rfc3339.test(text) && !Number.isNaN(Date.parse(text)) ? printTime(text) : undefined
}
