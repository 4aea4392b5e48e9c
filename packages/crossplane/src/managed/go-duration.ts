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
