import type { KindKnowledge, Sense } from '@sitrep/status'
import { awaitsApproval, saysAlreadyThere, tellsBreakdown } from '../lexicon/phrases.ts'
import { beginsWithWork, readLastSense, readSense } from '../lexicon/read-sense.ts'
import { splitWords } from '../lexicon/split-words.ts'
import type { SignalSense } from '../signal.ts'
import type { Subject } from '../subject.ts'
import type { TypeReading } from './polarity.ts'
import type { FoundCondition } from './read-condition.ts'

/** What a condition says about its object, given how its type is read. */
export function conditionSense(
  condition: FoundCondition,
  { role, from }: TypeReading,
  subject: Subject,
): SignalSense {
  const { status } = condition
  switch (role) {
    case 'neutral':
      return toldSense(condition, subject)
    case 'pause':
      return status === 'True' ? 'paused' : 'neutral'
    case 'progress':
      return progressSense(condition, subject)
    case 'final':
      return status === 'True' ? 'final' : 'neutral'
    case 'problem':
      return status === 'True' ? problemSense(condition, subject) : 'neutral'
    case 'ending':
      return status === 'True' ? endSense(condition, subject) : 'neutral'
    case 'activity':
      return activitySense(condition, subject)
    case 'step':
      return status === 'True' ? 'step' : stepSense(condition, subject)
    case 'whole':
    case 'part':
      if (from === 'guess') return guessedSense(condition)
      if (status !== 'True') return informational(condition, role) ? 'neutral' : notTrue(condition, subject)
      return subject.ends && /succe/i.test(condition.type) ? 'done' : 'good'
  }
}

// To rest is no problem; to be kept from work is one.
function activitySense(condition: FoundCondition, { ends }: Subject): SignalSense {
  const { status, reason, message, severity } = condition
  if (status === 'True')
    return ends || fromMessage(message) === 'progress' || isAtWork(condition) ? 'progress' : 'good'
  return status === 'False' && severity !== 'Info' && readSense(reason) === 'bad' ? 'bad' : 'neutral'
}

// "Running" says that the object runs, or that somebody works on it: where no reason tells, "Creating the pods" does.
const isAtWork = ({ type, reason, message }: FoundCondition): boolean =>
  (reason === '' || splitWords(reason).join() === splitWords(type).join()) && beginsWithWork(message)

// What says nothing by its status can still say something by a reason that is known for it.
function toldSense(condition: FoundCondition, { knowledge }: Subject): SignalSense {
  const told = toldReason(condition, knowledge)
  return told === 'final' || told === 'bad' || told === 'progress' || told === 'paused' ? told : 'neutral'
}

// A stage that is not reached says nothing by itself; one that cannot be reached does.
function stepSense(condition: FoundCondition, subject: Subject): SignalSense {
  const sense = notTrue(condition, subject)
  return sense === 'bad' || sense === 'final' || sense === 'paused' || sense === 'neutral' ? sense : 'step'
}

function guessedSense({ status, reason, message }: FoundCondition): SignalSense {
  const said = readReason(reason) ?? (status === 'False' ? fromMessage(message) : undefined)
  if (said === 'final' || said === 'bad') return 'bad'
  if (said === 'progress' || said === 'task') return 'progress'
  // A False of which nobody knows whether it is good or bad is no news.
  return status === 'True' ? 'good' : 'unknown'
}

function progressSense(condition: FoundCondition, { knowledge }: Subject): SignalSense {
  const told = toldReason(condition, knowledge)
  const said = told ?? readSense(condition.reason)
  if (said === 'final') return 'final'
  if (said === 'bad') return 'bad'
  if (said === 'paused') return 'paused'
  if (condition.status === 'False') return 'neutral'
  if (tellsBreakdown(condition.message)) return 'bad'
  if (condition.status === 'Unknown')
    return said === 'progress' || isWaiting(condition) ? 'progress' : 'neutral'
  // "ReplicaSetUpdated": one step of the work is done, and the next is on its way.
  if (told === undefined && splitWords(condition.reason).at(-1) === 'updated') return 'progress'
  return said === 'good' || said === 'done' || said === 'none' ? 'neutral' : 'progress'
}

const isWaiting = ({ reason, message }: FoundCondition): boolean =>
  [reason, message].some((text) => /^(a?waiting|wait|waits)\b/i.test(splitWords(text).join(' ')))

function problemSense(condition: FoundCondition, { knowledge, ends }: Subject): SignalSense {
  const said = toldReason(condition, knowledge)
  if (said === 'none' || said === 'good') return 'neutral'
  if (said === 'progress') return 'progress'
  // "NotReady" is the other side of "Ready": its reason tells whether work goes on.
  if (readLastSense(condition.type) === 'unready' && fromReason(readReason(condition.reason)) === 'progress')
    return 'progress'
  return ends || said === 'final' || readSense(condition.reason) === 'final' ? 'final' : 'bad'
}

function endSense(condition: FoundCondition, { knowledge }: Subject): SignalSense {
  const said = toldReason(condition, knowledge) ?? readSense(condition.reason)
  return said === 'bad' || said === 'final' ? 'final' : 'done'
}

// Knative and Cluster API mark what is only a remark: it does not hold back the whole.
const informational = ({ severity }: FoundCondition, role: 'whole' | 'part'): boolean =>
  role === 'part' && severity === 'Info'

/** What is known of a condition's reason in this kind. */
export const toldReason = (
  { type, reason }: FoundCondition,
  knowledge: readonly KindKnowledge[],
): Sense | undefined => {
  for (const { reasons } of knowledge) {
    if (reasons === undefined) continue
    for (const key of [`${type}/${reason}`, reason]) if (Object.hasOwn(reasons, key)) return reasons[key]
  }
  return undefined
}

/** A good thing that is not said to be so: its reason tells whether it failed, goes on, or is not wanted. */
function notTrue(condition: FoundCondition, { knowledge, ends }: Subject): SignalSense {
  const told = toldReason(condition, knowledge)
  const said = told ?? bySeverity(condition) ?? readReason(condition.reason)
  const sense = toldByText(condition, told) ?? fromReason(said) ?? fromMessage(condition.message)
  if (condition.status === 'Unknown') return notKnown(sense, ends && said === 'good')
  if (told === 'good' || told === 'none') return 'neutral'
  if (sense === 'bad' && ends) return 'final'
  return sense ?? 'unready'
}

// What a text says in so many words outweighs a reason that only says that something is awaited.
function toldByText(
  { type, reason, message }: FoundCondition,
  told: Sense | undefined,
): SignalSense | undefined {
  if (told !== undefined) return undefined
  if (tellsBreakdown(reason) || tellsBreakdown(message)) return 'bad'
  if (awaitsApproval(message) || awaitsApproval(splitWords(reason).join(' '))) return 'paused'
  // "Created" is False because it was there before.
  return /created$/i.test(type) && saysAlreadyThere(`${splitWords(reason).join(' ')} ${message}`)
    ? 'neutral'
    : undefined
}

// Of what nobody knows, a reason can tell that work goes on; that it failed would be known.
const notKnown = (sense: SignalSense | undefined, running: boolean): SignalSense =>
  sense === 'progress' || running ? 'progress' : 'unknown'

// Some write a sentence where a name belongs.
const readReason = (reason: string): Sense | undefined => {
  const sense = readSense(reason, reason.includes(' ') ? 'prose' : 'name')
  return sense === 'paused' && reason.includes(' ') ? undefined : sense
}

function bySeverity({ severity }: FoundCondition): Sense | undefined {
  if (severity === 'Error' || severity === 'Warning') return 'bad'
  return severity === 'Info' ? 'progress' : undefined
}

function fromReason(said: Sense | undefined): SignalSense | undefined {
  switch (said) {
    case 'final':
    case 'bad':
    case 'paused':
    case 'progress':
      return said
    case 'task':
    case 'step':
      return 'progress'
    case 'none':
      return 'neutral'
    case 'unknown':
    case 'unready':
    case 'warning':
    case 'good':
    case 'done':
    case undefined:
      return undefined
  }
}

function fromMessage(message: string): SignalSense | undefined {
  const said = readSense(message, 'prose')
  if (said === 'bad' || said === 'final') return 'bad'
  return said === 'progress' || said === 'task' ? 'progress' : undefined
}
