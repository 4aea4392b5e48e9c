const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}
const part = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y
const maxInt64 = 2n ** 63n - 1n
/** In digits, with leading zeros that nobody writes. */
const longestWhole = 40

/** Reads a duration as Go writes it (`1h30m`, `-1.5s`), in nanoseconds. */
export function parseDuration(text: string): bigint | undefined {
  const sign = text.startsWith('-') ? -1n : 1n
  const body = text.replace(/^[-+]/, '')
  if (body === '0') return 0n
  let nanos = 0n
  let at = 0
  while (at < body.length) {
    part.lastIndex = at
    const match = part.exec(body)
    if (!match || (match[1] === '' && (match[2] ?? '') === '')) return undefined
    const [, whole = '', fraction = '', unit = ''] = match
    // Making a bigint of a text takes time that grows faster than the text; more digits are too many, or too small to count.
    if (whole.length > longestWhole) return undefined
    nanos += nanosOf(whole, fraction.slice(0, longestWhole), units[unit] ?? 0n)
    at = part.lastIndex
  }
  return body === '' || nanos > maxInt64 ? undefined : sign * nanos
}

function nanosOf(whole: string, fraction: string, unit: bigint): bigint {
  const scale = 10n ** BigInt(fraction.length)
  return BigInt(whole || '0') * unit + (BigInt(fraction || '0') * unit) / scale
}

/** A duration as the language prints it: seconds, with a fraction where there is one. */
export function formatDuration(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : ''
  const size = nanos < 0n ? -nanos : nanos
  const fraction = `${size % 1_000_000_000n}`.padStart(9, '0').replace(/0+$/, '')
  return `${sign}${size / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}s`
}

const rfc3339 = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/

/** Reads an instant in RFC 3339, in nanoseconds since 1970. */
export function parseTimestamp(text: string): bigint | undefined {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const millis = Date.parse(`${match[1]}${match[3]}`.toUpperCase())
  if (Number.isNaN(millis)) return undefined
  return BigInt(millis) * 1_000_000n + BigInt((match[2] ?? '').padEnd(9, '0').slice(0, 9))
}

/** An instant as the language prints it, in UTC. */
export function formatTimestamp(nanos: bigint): string {
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const seconds = new Date(Number((nanos - rest) / 1_000_000n)).toISOString().slice(0, 19)
  const fraction = `${rest}`.padStart(9, '0').replace(/0+$/, '')
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`
}
