import { formatRef, refKey } from '@sitrep/status'
import { ageOf, isKnownTime } from '../age.ts'
import { polarityOf } from '../polarity.ts'
import { alike, type Explained, isTrouble, subjectOf, wordsOf } from './explained.ts'
import { firstCauses } from './first-causes.ts'
import { isHeld, type Weighing } from './gravity.ts'

/** What the sentence depends on besides the condition that is explained. */
export interface HeadlineOptions extends Weighing {
  /** What stands for the object, where that is well and something else is not. */
  readonly whole?: Explained | undefined
  /** The condition is well, and something that it rests on is not. */
  readonly despite?: boolean | undefined
}

/** One sentence that can be pasted into a ticket: what is wrong with what, since when, and where it began. */
export function headline(explained: Explained, options: HeadlineOptions): string {
  const { ref, condition } = explained
  const claim = claimOf(explained, options)
  if (condition === undefined) return `${claim}${told(explained.decision?.row?.words ?? '')}`
  if (!isTrouble(explained) && isHeld(explained, options)) return heldSentence(explained, options)
  const despite = !isTrouble(explained) && options.despite === true
  if (!isTrouble(explained) && !despite) return claim
  const [[first, ...like] = [explained], ...others] = alike(firstCauses(explained, options))
  const more = `${likewise(first, like.length)}${counted(others.length)}`
  if (despite) return `${claim}, but not all is well: ${subjectOf(first)}: ${causeWords(first)}${more}`
  if (first === explained) return `${claim}${told(wordsOf(explained))}`
  // An object that is its own cause is not named twice.
  const comma = condition.status === 'Unknown' ? ',' : ''
  const where =
    refKey(first.ref) === refKey(ref) && first.at === explained.at
      ? ''
      : `${comma} because of ${subjectOf(first)}`
  return `${claim}${where}: ${causeWords(first)}${more}`
}

// The condition is as it should be, and its words are not: they are what is told.
function heldSentence(explained: Explained, { whole = explained }: HeadlineOptions): string {
  const well = (isMerelyAbsent(whole) ? undefined : stateWords(whole.type)) ?? 'well'
  const part = partOf(explained, { ...whole, at: undefined }).trimEnd()
  return `${formatRef(whole.ref)} is ${well}, but not all is well${part === '' ? '' : ` with ${part}`}${told(wordsOf(explained))}`
}

/** Where a condition in trouble has its first cause, in a few words; nothing where it says so itself. */
export function becauseOf(explained: Explained, weighing: Weighing): string | undefined {
  if (!isTrouble(explained)) return undefined
  const [first] = firstCauses(explained, weighing)
  if (first === undefined || first === explained || wordsOf(first) === wordsOf(explained)) return undefined
  return `${subjectOf(first)}: ${wordsOf(first)}`
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
  if (instant === undefined || !isKnownTime(instant)) return ''
  // Clocks differ: what lies ahead has no age.
  if (Date.parse(instant) > Date.parse(now)) return ` since ${instant}`
  return ` for ${ageOf(instant, now)} (since ${instant})`
}

/** What a cause says, and by which condition. */
function causeWords(cause: Explained): string {
  const { type, condition } = cause
  if (condition === undefined) return `it does not report ${type}`
  const words = wordsOf(cause)
  const state = `${type} is ${condition.status}`
  const { reason } = condition
  if (!reason) return words === '' ? state : `${words} (${state})`
  return words === '' || words === reason ? `${state} (${reason})` : `${words} (${state}, ${reason})`
}

// A claim about an object and how long it has been so: `has not been available for 5m`.
function claimOf(explained: Explained, { now, whole }: HeadlineOptions): string {
  const subject = subjectOf(explained)
  const { type, condition } = explained
  if (condition === undefined) return `${subject} has no condition ${type}`
  const { status, lastTransitionTime } = condition
  const since = sinceOf(lastTransitionTime, now)
  const words = stateWords(type)
  if (status === 'Unknown' && words !== undefined)
    return `It has been unknown${since} whether ${subject} is ${words}`
  const says =
    words === undefined
      ? `has had ${type} ${status}${since}`
      : `has${status === 'True' ? '' : ' not'} been ${words}${since}`
  const well = whole === undefined || isMerelyAbsent(whole) ? undefined : stateWords(whole.type)
  if (whole === undefined || well === undefined) return `${subject} ${says}`
  return `${formatRef(whole.ref)} is ${well}, but ${partOf(explained, whole)}${says}`
}

// What is said of the object itself needs no name, and an entry of it only its own.
function partOf(explained: Explained, whole: Explained): string {
  if (refKey(explained.ref) !== refKey(whole.ref)) return `${subjectOf(explained)} `
  return explained.at ? `its ${explained.at} ` : ''
}

// What is well by being False is no state in which an object is: one that is not paused says no more than that.
const isMerelyAbsent = ({ type }: Explained): boolean => polarityOf(type) === 'negative'

const stateWords = (type: string): string | undefined =>
  states[type] ?? (/^[A-Z][a-z]+$/.test(type) ? type.toLowerCase() : undefined)

// Types of one word read as that word (`Ready`); these names are plain English, whoever uses them, and read better in words of their own.
const states: Readonly<Record<string, string>> = {
  ScalingUp: 'scaling up',
  ScalingDown: 'scaling down',
  RollingOut: 'rolling out',
  UpToDate: 'up to date',
  Deleting: 'in deletion',
  Deleted: 'in deletion',
  Remediating: 'under remediation',
  NodeReady: 'on a ready Node',
  NodeHealthy: 'on a healthy Node',
  InfrastructureReady: 'on ready infrastructure',
  ResolvedRefs: 'able to resolve its references',
}
