import { parseDuration } from '../types/duration.ts'

interface CronField {
  readonly low: number
  readonly high: number
  readonly names: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const fields: readonly CronField[] = [
  { low: 0, high: 59, names: [] },
  { low: 0, high: 23, names: [] },
  { low: 1, high: 31, names: [] },
  { low: 1, high: 12, names: months },
  { low: 0, high: 6, names: days },
]
const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])

/** Why a schedule is none, in the words of the cron library that Kubernetes uses; `undefined` when it is fine. */
export function cronProblem(schedule: string): string | undefined {
  const text = schedule.replace(/^(?:CRON_)?TZ=\S*\s*/, '')
  if (text.startsWith('@')) return descriptorProblem(text)
  const parts = text.split(/\s+/).filter((part) => part !== '')
  if (parts.length !== fields.length) {
    return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`
  }
  for (const [index, part] of parts.entries()) {
    const problem = fieldProblem(part, fields[index] ?? { low: 0, high: 0, names: [] })
    if (problem !== undefined) return problem
  }
  return undefined
}

function descriptorProblem(text: string): string | undefined {
  if (descriptors.has(text)) return undefined
  const every = '@every '
  if (!text.startsWith(every)) return `unrecognized descriptor: ${text}`
  const duration = text.slice(every.length)
  if (parseDuration(duration) !== undefined) return undefined
  return `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`
}

function fieldProblem(part: string, field: CronField): string | undefined {
  for (const range of part.split(',').filter((piece) => piece !== '')) {
    const problem = rangeProblem(range, field)
    if (problem !== undefined) return problem
  }
  return undefined
}

function rangeProblem(range: string, field: CronField): string | undefined {
  const [bounds = '', step, ...rest] = range.split('/')
  if (rest.length > 0) return `too many slashes: ${range}`
  const ends = bounds.split('-')
  if (ends.length > 2) return `too many hyphens: ${range}`
  const any = bounds === '*' || bounds === '?'
  const numbers = any ? [field.low, field.high] : ends.map((end) => numberIn(end, field))
  const unreadable = any ? -1 : numbers.indexOf(undefined)
  if (unreadable >= 0) return unreadableProblem(ends[unreadable] ?? '')
  const [low = 0, high = step === undefined ? low : field.high] = numbers
  if (step !== undefined && !/^\d+$/.test(step)) return unreadableProblem(step)
  if (low < field.low) return `beginning of range (${low}) below minimum (${field.low}): ${range}`
  if (high > field.high) return `end of range (${high}) above maximum (${field.high}): ${range}`
  if (low > high) return `beginning of range (${low}) beyond end of range (${high}): ${range}`
  return step === '0' ? `step of range should be a positive number: ${range}` : undefined
}

function numberIn(text: string, field: CronField): number | undefined {
  const named = field.names.indexOf(text.toLowerCase())
  if (named >= 0) return named + field.low
  return /^\d+$/.test(text) ? Number(text) : undefined
}

function unreadableProblem(text: string): string {
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`
}
