import { getCondition } from '../get.ts'
import { listOf } from '../list.ts'
import { type NamedObject, refOf } from '../source.ts'
import { foldStretches, isStretched } from '../stretches.ts'
import { type Severity, type SeverityCondition, severityCondition } from './condition.ts'
import { falseSeverityCondition, trueSeverityCondition } from './make.ts'
import { isDone, mergeSeverity, type SeverityMember, type SeverityResult, speakersAmong } from './merge.ts'
import { readyType } from './same.ts'
import { limited } from './set.ts'

/** An object of the older model as far as summaries, aggregates and mirrors look at it. */
export interface SeverityObject extends NamedObject {
  readonly conditions?: readonly SeverityCondition[]
}

/** What a summary is made of. */
export interface SeveritySummaryOptions {
  /** The types to summarize, in the order in which they may speak; all but `Ready` unless given. */
  readonly types?: readonly string[]
  /** The types that are bad when True. */
  readonly negative?: readonly string[]
  /** Tells `x of y completed` instead of a message. */
  readonly stepCounter?: boolean
  /** Tells steps only while no other types than these are there, and counts these. */
  readonly stepCounterOnlyIf?: readonly string[]
  /** Says in the reason which object it came from. */
  readonly sourceRef?: boolean
}

/** Sums up an object's conditions as its `Ready`; nothing where there are none. Types that are missing do not count. */
export function summarizeSeverity(
  object: SeverityObject,
  { types, negative = [], stepCounter = false, stepCounterOnlyIf, sourceRef }: SeveritySummaryOptions = {},
): SeverityResult | undefined {
  const members: SeverityMember[] = []
  for (const condition of listOf(object.conditions)) {
    const { type } = condition
    if (type === readyType || types?.includes(type) === false) continue
    members.push({ condition, negative: negative.includes(type), owner: object })
  }
  const isCounted = ({ condition }: SeverityMember): boolean =>
    stepCounterOnlyIf === undefined || stepCounterOnlyIf.includes(condition.type)
  const all = (stepCounterOnlyIf ?? types ?? members).length
  const steps =
    stepCounter && members.every(isCounted) ? { done: members.filter(isDone).length, all } : undefined
  return mergeSeverity(members, readyType, { types, steps, sourceRef, tie: 'first-member' })
}

/** How the `Ready` of many objects becomes one condition. */
export interface SeverityAggregateOptions {
  /** Tells `x of y completed`, y being the number of objects; on unless it is switched off. */
  readonly stepCounter?: boolean
  readonly sourceRef?: boolean
}

/** Makes one condition out of the `Ready` of many objects; objects without it count in the steps only. */
export function aggregateSeverity(
  objects: readonly SeverityObject[],
  target: string,
  { stepCounter = true, sourceRef }: SeverityAggregateOptions = {},
): SeverityResult | undefined {
  const mergeAll = ({ done, members }: Readiness): SeverityResult | undefined => {
    const steps = stepCounter ? { done, all: objects.length } : undefined
    return mergeSeverity(members, target, { steps, sourceRef, tie: 'severity' })
  }
  if (!isStretched(objects)) return mergeAll(readinessOf(objects))
  const condition = mergeAll(readiness(objects))?.condition
  return (
    condition && {
      condition,
      // Where all is well all of them are sources, and hardly anybody asks.
      get sources() {
        return mergeAll(readinessOf(objects))?.sources ?? []
      },
    }
  )
}

/** How many objects are ready, and what they say. */
interface Readiness {
  readonly done: number
  readonly members: readonly SeverityMember[]
}

function readinessOf(objects: readonly SeverityObject[]): Readiness {
  const members = membersOf(objects)
  return { done: members.filter(isDone).length, members }
}

// Of those that say the same only the one that would speak.
const readiness = foldStretches(
  (objects: readonly SeverityObject[]): Readiness => {
    const { done, members } = readinessOf(objects)
    return { done, members: speakersAmong(members) }
  },
  (parts) => ({
    done: parts.reduce((sum, { done }) => sum + done, 0),
    members: speakersAmong(parts.flatMap(({ members }) => members)),
  }),
)

function membersOf(objects: readonly SeverityObject[]): readonly SeverityMember[] {
  const members: SeverityMember[] = []
  for (const owner of objects) {
    const condition = getCondition(owner.conditions, readyType)
    if (condition) members.push({ condition, negative: false, owner })
  }
  return members
}

/** What to say while the source has no `Ready`. */
export interface SeverityFallback {
  readonly holds: boolean
  readonly reason: string
  readonly severity: Severity
  readonly message: string
}

/** Says of one object what another's `Ready` says, since when included; nothing without either of both. */
export function mirrorSeverity(
  source: SeverityObject,
  target: string,
  fallback?: SeverityFallback,
): SeverityResult | undefined {
  const ready = getCondition(source.conditions, readyType)
  const condition = ready
    ? severityCondition({ ...ready, type: target })
    : fallback && fallbackOf(target, fallback)
  if (condition === undefined) return undefined
  return { condition: limited(condition), sources: [{ ref: refOf(source), condition: readyType }] }
}

function fallbackOf(target: string, fallback: SeverityFallback): SeverityCondition {
  return fallback.holds ? trueSeverityCondition(target) : falseSeverityCondition(target, fallback)
}
