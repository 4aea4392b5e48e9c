import { compareInstants, type Instant, isUnset, parseInstant } from '@sitrep/conditions'
import { type Annotations, annotations } from '../types.ts'

/**
 * Whether an external resource may have been created without anybody knowing: a creation was begun, and no later end of it
 * is recorded. Times are compared by the second at which they were written, so an end in the same second is an end.
 */
export function isCreateIncomplete(given: Annotations): boolean {
  const pending = recordedTime(given[annotations.createPending])
  if (pending === undefined) return false
  const ends = [annotations.createSucceeded, annotations.createFailed].map((name) =>
    recordedTime(given[name]),
  )
  return ends.every((end) => compareInstants(pending, end) > 0)
}

/** Whether a creation succeeded so lately that an external resource that cannot be seen may only be slow to appear. */
export function wasCreatedWithin(given: Annotations, periodMs: number, now: Instant): boolean {
  const succeeded = recordedTime(given[annotations.createSucceeded])
  return succeeded !== undefined && millisecondsOf(now) - millisecondsOf(succeeded) < periodMs
}

// What Go takes for RFC 3339 besides the letter of it: an hour of one digit, a comma before the fraction.
const lenient = /^(\d{4}-\d\d-\d\dT)(\d{1,2})(:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/

/** The time that an annotation holds; nothing for a text that is none, as if it were not there. */
function recordedTime(value: string | undefined): Instant | undefined {
  const match = lenient.exec(value ?? '')
  if (match === null) return undefined
  const [, day = '', hour = '', rest = '', fraction, zone = ''] = match
  const instant = `${day}${hour.padStart(2, '0')}${rest}${fraction === undefined ? '' : `.${fraction}`}${zone}`
  return parseInstant(instant) === undefined || isUnset(instant) ? undefined : instant
}

function millisecondsOf(instant: Instant): number {
  const { seconds, nanoseconds } = parseInstant(instant) ?? { seconds: 0, nanoseconds: 0 }
  return seconds * 1000 + nanoseconds / 1_000_000
}

/** How often an external resource is looked at when nothing else gives cause. */
export interface PollSettings {
  readonly pollMs: number
  /** The shortest interval that an annotation may ask for. */
  readonly minPollMs: number
}

/** The interval for one resource: its annotation where that is a positive duration, else what is configured. */
export function pollIntervalOf(given: Annotations, { pollMs, minPollMs }: PollSettings): number {
  const asked = parseGoDuration(given[annotations.pollInterval] ?? '')
  return asked === undefined || asked <= 0 ? pollMs : Math.max(asked, minPollMs)
}

/** An interval moved by up to `jitterMs` either way, so that many resources do not come due together. */
export function withJitter(intervalMs: number, jitterMs: number, chance: number): number {
  return Math.max(0, intervalMs + (chance - 0.5) * 2 * jitterMs)
}

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

const whole = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g

// 2^63 nanoseconds: what Go's durations hold, about 292 years.
const mostMs = 9_223_372_036_854.775

/** Reads a duration as Go writes it (`1h30m`, `1.5h`, `250ms`), in milliseconds; nothing for any other text. */
export function parseGoDuration(text: string): number | undefined {
  if (/^[+-]?0$/.test(text)) return 0
  if (!whole.test(text)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(part)) total += Number(amount) * (unitMs[unit] ?? 0)
  if (total > mostMs) return undefined
  // Go counts whole nanoseconds.
  const exact = Math.round(total * 1e6) / 1e6
  return text.startsWith('-') ? -exact : exact
}
