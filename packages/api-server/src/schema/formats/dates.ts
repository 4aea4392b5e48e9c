const date = /^(\d{4})-(\d{2})-(\d{2})$/
const time = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/

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
  const [day, clock] = text.toLowerCase().split('t')
  if (text.length < 4 || clock === undefined || !isDate(day ?? '')) return false
  const match = time.exec(clock)
  return match !== null && (match[1] ?? '') <= '23' && (match[2] ?? '') <= '59' && (match[3] ?? '') <= '59'
}

const goDuration = /^[+-]?(0|((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/
const wordyDuration = /(\d+)\s*([A-Za-zµ]+)/g
const units = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
] as const

/** A duration as Go writes it (`1h30m`), or in words as Scala does (`5 minutes`). */
export function isDuration(text: string): boolean {
  if (goDuration.test(text)) return true
  for (const [, count, unit] of text.matchAll(wordyDuration)) {
    if (!Number.isSafeInteger(Number(count))) return false
    if (isUnit((unit ?? '').toLowerCase())) return true
  }
  return false
}

function isUnit(word: string): boolean {
  return units.some((names) => names.some((name) => name === word) || word.startsWith(names.at(-1) as string))
}
