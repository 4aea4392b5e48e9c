import type { Instant } from './condition.ts'
import { ConditionsError } from './errors.ts'

/** Seconds since the Unix epoch and the nanoseconds above them. */
export interface Moment {
  readonly seconds: number
  readonly nanoseconds: number
}

/** A time field as foreign data may hold it. */
export type MaybeInstant = Instant | null | undefined

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/
// Kubernetes takes the first instant of the year 1 for "never"; the Unix epoch is a time like any other.
const neverSeconds = -62_135_596_800

/** Reads RFC 3339 text; nothing when the text is no such time. */
export function parseInstant(text: Instant): Moment | undefined {
  const match = rfc3339.exec(text)
  if (match === null) return undefined
  const [, local = '', fraction = '', sign, hours = '0', minutes = '0'] = match
  const ms = Date.parse(`${local}Z`)
  // A day or an hour that does not exist may be carried over by Date.parse instead of being refused.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== local) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
  return { seconds: ms / 1000 - offset, nanoseconds: Number(fraction.slice(0, 9).padEnd(9, '0')) }
}

/** Whether a text is an RFC 3339 time. */
export const isInstant = (text: string): boolean =>
  isCanonicalInstant(text) || parseInstant(text) !== undefined

/** Whether a time was never set: absent, empty, or the first instant of the year 1. */
export function isUnset(instant: MaybeInstant): instant is null | undefined | '' {
  if (!instant || instant === 'null') return true
  if (!instant.startsWith('000')) return false
  const moment = parseInstant(instant)
  return moment !== undefined && moment.seconds === neverSeconds && moment.nanoseconds === 0
}

/**
 * Orders two times; one never set is before all others.
 * A text that is no time counts as never set: ordering is no place to refuse foreign data.
 */
export function compareInstants(a: MaybeInstant, b: MaybeInstant): number {
  if (a === b) return 0
  // Two canonical texts sort as their times do; parsing is for the rest.
  if (a && b && isCanonicalInstant(a) && isCanonicalInstant(b)) return a < b ? -1 : 1
  const left = momentOf(a)
  const right = momentOf(b)
  return left.seconds - right.seconds || left.nanoseconds - right.nanoseconds
}

const never: Moment = { seconds: neverSeconds, nanoseconds: 0 }

function momentOf(instant: MaybeInstant): Moment {
  return (instant && parseInstant(instant)) || never
}

/** Cuts a time to its second, in UTC, the form in which an API server keeps it. Throws on a text that is no time. */
export function floorToSecond(instant: Instant): Instant {
  if (instant === cutLast.instant) return cutLast.second
  if (isCanonicalInstant(instant)) return instant
  const moment = parseInstant(instant)
  if (moment === undefined)
    throw new ConditionsError('time-malformed', `${JSON.stringify(instant)} is not an RFC 3339 time`)
  const second = `${new Date(moment.seconds * 1000).toISOString().slice(0, 19)}Z`
  cutLast = { instant, second }
  return second
}

// At a start thousands of conditions begin at one moment: its second is found once, and is one text in all of them.
let cutLast: { readonly instant: Instant; readonly second: Instant } = {
  instant: '1970-01-01T00:00:00.000Z',
  second: '1970-01-01T00:00:00Z',
}

const canonical =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

// Conditions of one object mostly have one time, and all times of a world are looked at.
let canonicalLast: Instant = '1970-01-01T00:00:00Z'

/**
 * Whether a text is a time as an API server writes it, `YYYY-MM-DDTHH:MM:SSZ`. Of those of 29 February it says no: one would have to look
 * at the year.
 */
export function isCanonicalInstant(text: string): boolean {
  if (text === canonicalLast) return true
  if (text.length !== 20 || !canonical.test(text)) return false
  canonicalLast = text
  return true
}
