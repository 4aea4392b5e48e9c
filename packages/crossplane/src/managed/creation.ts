import { compareInstants, type Instant, isUnset, parseInstant } from '@sitrep/conditions'
import { type Annotations, annotations } from './annotations.ts'

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
