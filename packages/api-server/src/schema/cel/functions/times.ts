import { CelError } from '../cel-error.ts'
import { declare, type Overload } from '../overload.ts'
import { type Duration, Timestamp } from '../values.ts'

type Part = (date: Date) => number

/** The parts of an instant, in UTC or in a zone that is named. */
const parts: readonly (readonly [string, Part])[] = [
  ['getFullYear', (date) => date.getUTCFullYear()],
  ['getMonth', (date) => date.getUTCMonth()],
  ['getDayOfYear', dayOfYear],
  ['getDayOfMonth', (date) => date.getUTCDate() - 1],
  ['getDate', (date) => date.getUTCDate()],
  ['getDayOfWeek', (date) => date.getUTCDay()],
  ['getHours', (date) => date.getUTCHours()],
  ['getMinutes', (date) => date.getUTCMinutes()],
  ['getSeconds', (date) => date.getUTCSeconds()],
  ['getMilliseconds', (date) => date.getUTCMilliseconds()],
]

const durationParts: readonly (readonly [string, bigint])[] = [
  ['getHours', 3_600_000_000_000n],
  ['getMinutes', 60_000_000_000n],
  ['getSeconds', 1_000_000_000n],
]

export const timeFunctions: readonly Overload[] = [
  ...parts.flatMap(([name, part]) => [
    declare(`.${name}(timestamp): int`, (value: Timestamp) => BigInt(part(dateOf(value)))),
    declare(`.${name}(timestamp, string): int`, (value: Timestamp, zone: string) =>
      BigInt(part(dateOf(inZone(value, zone)))),
    ),
  ]),
  ...durationParts.map(([name, unit]) =>
    declare(`.${name}(duration): int`, (value: Duration) => value.nanos / unit),
  ),
  declare('.getMilliseconds(duration): int', (value: Duration) => (value.nanos / 1_000_000n) % 1000n),
]

function dateOf({ nanos }: Timestamp): Date {
  return new Date(Number(nanos / 1_000_000n))
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000)
}

/** Made once for each zone, of which there are some hundreds: making one takes as long as thousands of steps. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const form = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...form })
  // The same zone can be written in many ways.
  if (formats.size >= 1000) formats.clear()
  formats.set(zone, format)
  return format
}

/** The instant whose parts in UTC are those of the given one in the zone. */
function inZone(value: Timestamp, zone: string): Timestamp {
  const offset = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone)
  if (offset) {
    const minutes = BigInt(Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1n : 1n)
    return new Timestamp(value.nanos + minutes * 60_000_000_000n)
  }
  try {
    const format = formatOf(zone)
    const found = Object.fromEntries(
      format.formatToParts(dateOf(value)).map((part) => [part.type, Number(part.value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
    const millis = Date.UTC(year, month - 1, day, hour, minute, second)
    return new Timestamp(BigInt(millis) * 1_000_000n + (value.nanos % 1_000_000_000n))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CelError(`unknown time zone ${zone}`)
  }
}
