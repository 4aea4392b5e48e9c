import { refKey } from '@sitrep/status'
import { ageOf } from '../age.ts'
import { alike, type Explained, firstCauses, isTrouble, subjectOf, wordsOf } from './explained.ts'

/** One sentence that can be pasted into a ticket: what is wrong with what, since when, and where it began. */
export function headline(explained: Explained, now: string): string {
  const { ref, type, condition } = explained
  if (condition === undefined)
    return `${subjectOf(explained)} has no condition ${type}${told(explained.decision?.row?.words ?? '')}`
  const claim = `${subjectOf(explained)} ${claimOf(type, condition.status)}${sinceOf(condition.lastTransitionTime, now)}`
  if (!isTrouble(explained)) return claim
  const [[first, ...like] = [explained], ...others] = alike(firstCauses(explained))
  const more = `${likewise(first, like.length)}${counted(others.length)}`
  if (first === explained) return `${claim}${told(wordsOf(explained))}`
  // An object that is its own cause is not named twice.
  const where =
    refKey(first.ref) === refKey(ref) && first.at === explained.at ? '' : ` because of ${subjectOf(first)}`
  return `${claim}${where}: ${causeOf(first)}${more}`
}

const likewise = ({ ref }: Explained, count: number): string =>
  count === 0
    ? ''
    : `, and so ${count === 1 ? 'is' : 'are'} ${count} more ${ref.kind}${count === 1 ? '' : 's'}`

function counted(others: number): string {
  if (others === 0) return ''
  return others === 1 ? '; there is one more cause' : `; there are ${others} more causes`
}

const told = (words: string): string => (words === '' ? '' : `: ${words}`)

function sinceOf(instant: string | undefined, now: string): string {
  if (instant === undefined || Number.isNaN(Date.parse(instant))) return ''
  // Clocks differ: what lies ahead has no age.
  if (Date.parse(instant) > Date.parse(now)) return ` since ${instant}`
  return ` for ${ageOf(instant, now)} (since ${instant})`
}

function causeOf(cause: Explained): string {
  const { type, condition } = cause
  if (condition === undefined) return `it does not report ${type}`
  const words = wordsOf(cause)
  const state = `${type} is ${condition.status}`
  const { reason } = condition
  if (!reason) return words === '' ? state : `${words} (${state})`
  return words === '' || words === reason ? `${state} (${reason})` : `${words} (${state}, ${reason})`
}

/** A claim about an object, continued by how long it has been so: `has not been available`. */
function claimOf(type: string, status: string): string {
  const words = states[type] ?? (/^[A-Z][a-z]+$/.test(type) ? type.toLowerCase() : undefined)
  if (words === undefined) return `has had ${type} ${status}`
  if (status === 'True') return `has been ${words}`
  return status === 'False' ? `has not been ${words}` : `may or may not have been ${words}`
}

// Types of one word read as that word (`Ready`); these names are plain English, whoever uses them, and read better in words of their own.
const states: Readonly<Record<string, string>> = {
  ScalingUp: 'scaling up',
  ScalingDown: 'scaling down',
  RollingOut: 'rolling out',
  UpToDate: 'up to date',
  Deleting: 'being deleted',
  Remediating: 'under remediation',
  NodeReady: 'on a ready Node',
  NodeHealthy: 'on a healthy Node',
  InfrastructureReady: 'on ready infrastructure',
  ResolvedRefs: 'able to resolve its references',
}
