const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

/** In digits, with leading zeros that nobody writes. */
const longestNumber = 40

/** A Go duration in nanoseconds; `undefined` when the text is none. */
export function parseDuration(text: string): bigint | undefined {
  const signed = /^[-+]/.test(text)
  const rest = signed ? text.slice(1) : text
  if (rest === '0') return 0n
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return undefined
  let sum = 0n
  for (const [, number = '', unit = ''] of rest.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const [whole = '', fraction = ''] = number.split('.')
    const size = units.get(unit) ?? 0n
    // Making a bigint of a text takes time that grows faster than the text; Go refuses what is too large as well.
    if (whole.length > longestNumber) return undefined
    const digits = fraction.slice(0, longestNumber)
    sum += BigInt(whole || '0') * size
    if (digits !== '') sum += (BigInt(digits) * size) / 10n ** BigInt(digits.length)
  }
  return text.startsWith('-') ? -sum : sum
}

/** A Go duration as Go prints it: `90s` becomes `1m30s`. Text that is no duration stays as it is. */
export function canonicalDuration(text: string): string {
  const nanoseconds = parseDuration(text)
  return nanoseconds === undefined ? text : formatDuration(nanoseconds)
}

/** What Go's `time.Duration.String` prints. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  const sign = nanoseconds < 0n ? '-' : ''
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}µs`
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 6)}ms`
  const minutes = size / 60_000_000_000n
  const seconds = `${decimal(size % 60_000_000_000n, 9)}s`
  if (minutes === 0n) return `${sign}${seconds}`
  const hours = minutes / 60n
  return hours === 0n ? `${sign}${minutes}m${seconds}` : `${sign}${hours}h${minutes % 60n}m${seconds}`
}

function decimal(value: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits)
  const fraction = (value % unit).toString().padStart(digits, '0').replace(/0+$/, '')
  return fraction === '' ? `${value / unit}` : `${value / unit}.${fraction}`
}
