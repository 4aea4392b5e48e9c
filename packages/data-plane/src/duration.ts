const durationForm = /^(?:[0-9]{1,5}(?:h|m|s|ms)){1,4}$/
const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** A duration of Gateway API (GEP-2257) in milliseconds; nothing where it is none. */
export function parseDuration(text: unknown): number | undefined {
  if (typeof text !== 'string' || !durationForm.test(text)) return undefined
  let total = 0
  for (const [, count = '0', unit = 'ms'] of text.matchAll(/([0-9]+)(h|ms|m|s)/g))
    total += Number(count) * (units[unit] ?? 0)
  return total
}
