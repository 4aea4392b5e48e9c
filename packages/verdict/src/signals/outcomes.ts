import { parseInstant } from '@sitrep/conditions'
import { saysSomething, wholeNumber, yesOrNo } from '../foreign/value.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

const outcomeKey = /^(is)?(pass|passed|success|successful|succeeded)$/i
const endKey = /^(completion|completed|end|ended|finish|finished)(Time|Timestamp|At|On)$/

/** Whether a status says when its object came to its end. */
export const hasEndTime = ({ status }: Subject): boolean =>
  Object.entries(status).some(([key, value]) => endKey.test(key) && saysSomething(value))

/**
 * What a yes or no about the outcome says: `pass: false` of what has ended is its failure, whatever word the end has;
 * of what has not ended it says nothing yet.
 */
export function outcomeSignals(subject: Subject, signals: readonly Signal[]): readonly Signal[] {
  const ended = hasEndTime(subject) || signals.some(({ sense, of }) => sense === 'done' && of === 'whole')
  return Object.entries(subject.status).flatMap(([key, value]) => {
    const passed = outcomeKey.test(key) ? yesOrNo(value) : undefined
    if (passed === undefined || (!passed && !ended)) return []
    const place = { path: `status.${key}`, value: String(value), says: `${key} is ${value}` }
    return [signal({ ...place, of: 'whole', sense: passed ? 'done' : subject.ends ? 'final' : 'bad' })]
  })
}

/** What is said by a work that has ended with as many successes as were wanted. */
export function endCountSignals(subject: Subject): readonly Signal[] {
  const { status, ends } = subject
  const [succeeded, wanted] = [
    wholeNumber(status['succeeded']),
    wholeNumber(status['desired'] ?? status['total'] ?? status['completions']),
  ]
  if (!ends || !hasEndTime(subject) || succeeded === undefined || wanted === undefined || wanted === 0)
    return []
  const says = `${succeeded} of ${wanted} succeeded`
  const sense = succeeded >= wanted ? 'done' : 'final'
  return [signal({ path: 'status.succeeded', value: `${succeeded}/${wanted}`, says, sense, of: 'whole' })]
}

/** What a schedule says while one of its runs is under way. */
export function activeRuns({ schedule, status }: Subject): readonly Signal[] {
  const active = status['active']
  if (!schedule || !saysSomething(active)) return []
  const value = Array.isArray(active) ? `${active.length} runs` : String(active)
  return [
    signal({ path: 'status.active', value, says: `active is ${value}`, sense: 'progress', of: 'whole' }),
  ]
}

const startKey =
  /^last(Schedule|Scheduled|Start|Started|Run|Attempt|Attempted|Trigger|Triggered)(Run|Backup)?(Time|Timestamp|At)?$/
const successKey = /^last(Success|Successful|Succeeded)\w*(Time|Timestamp|At)?$/

/** What is said by a last success that is older than the last start, with nothing at work: the last run has failed. */
export function lastRunSignals({ status }: Subject, signals: readonly Signal[]): readonly Signal[] {
  if (saysSomething(status['active']) || signals.some(({ sense }) => sense === 'progress')) return []
  const [started, succeeded] = [timeOf(status, startKey), timeOf(status, successKey)]
  if (started === undefined || succeeded === undefined || succeeded.at >= started.at) return []
  const says = `the last run began at ${started.text}, the last that went well was before`
  return [signal({ path: `status.${succeeded.key}`, value: succeeded.text, says, sense: 'bad', of: 'whole' })]
}

function timeOf(
  status: Subject['status'],
  name: RegExp,
): { readonly key: string; readonly text: string; readonly at: number } | undefined {
  for (const [key, text] of Object.entries(status)) {
    const time = name.test(key) && typeof text === 'string' ? parseInstant(text) : undefined
    if (time !== undefined && typeof text === 'string') return { key, text, at: time.seconds }
  }
  return undefined
}
