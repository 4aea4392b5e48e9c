const date = /^(\d{4})-(\d{2})-(\d{2})$/
const time = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/

/** Nearly every time there is has been written by Kubernetes already; of 29 February the calendar has to be asked. */
const canonicalForm =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** Whether a text is a time just as `metav1.Time` is written. `false` does not mean that it is none. */
export function isCanonicalTime(text: string): boolean {
  return canonicalForm.test(text)
}

/** A full-date of RFC 3339 that the calendar has. */
export function isDate(text: string): boolean {
  const match = date.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A date-time of RFC 3339, as leniently as kube-openapi reads it. */
export function isDateTime(text: string): boolean {
  if (isCanonicalTime(text)) return true
  const [day, clock] = text.toLowerCase().split('t')
  if (text.length < 4 || clock === undefined || !isDate(day ?? '')) return false
  const match = time.exec(clock)
  return match !== null && (match[1] ?? '') <= '23' && (match[2] ?? '') <= '59' && (match[3] ?? '') <= '59'
}

const goDuration = /^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/
// From the first digit of a number only: trying from each of many would take for ever.
const wordyPart = /(?<!\d)(\d+)\s*([A-Za-zµ]+)/g
const second = 1_000_000_000n
/** Units with their spellings; the last one may go on, as in `minutes`. */
const units: readonly (readonly [bigint, readonly string[]])[] = [
  [1n, ['ns', 'nano']],
  [1000n, ['us', 'µs', 'micro']],
  [1_000_000n, ['ms', 'milli']],
  [second, ['s', 'sec']],
  [60n * second, ['m', 'min']],
  [3600n * second, ['h', 'hr', 'hour']],
  [86_400n * second, ['d', 'day']],
  [604_800n * second, ['w', 'wk', 'week']],
]

/** A duration as Go writes it (`1h30m`), or in words as Scala does (`5 minutes`). */
export function isDuration(text: string): boolean {
  return goDuration.test(text) || wordyDuration(text) !== undefined
}

/** The nanoseconds of a duration in words; what is no number with a unit is passed over. */
export function wordyDuration(text: string): bigint | undefined {
  let nanos: bigint | undefined
  for (const [, count = '', word = ''] of text.matchAll(wordyPart)) {
    if (!Number.isSafeInteger(Number(count))) return undefined
    for (const [size, names] of units) {
      if (isNamed(word.toLowerCase(), names)) nanos = (nanos ?? 0n) + BigInt(count) * size
    }
  }
  return nanos
}

function isNamed(word: string, names: readonly string[]): boolean {
  return names.includes(word) || word.startsWith(names.at(-1) as string)
}
