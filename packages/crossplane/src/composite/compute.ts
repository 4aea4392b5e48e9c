import { type Condition, choose, type Decision, decide, type Instant } from '@sitrep/conditions'
import type { PassEvent } from '../managed/compute.ts'
import { markConditions, setBy, unstamped } from '../managed/layout.ts'
import { systemTypes } from '../managed/types.ts'
import { type CompositeDue, nextLook, ready, responsive, synced } from './rules.ts'
import type { CompositeFacts, FunctionCondition, FunctionResult } from './types.ts'

/** What a composite said before, and what is stamped on what it says now. */
export interface CompositeBefore {
  readonly conditions: readonly Condition[]
  /** The types that are shown on the claim too. */
  readonly claimConditionTypes: readonly string[]
  readonly generation: number
  readonly now: Instant
}

/** What a pass over a composite comes to. */
export interface CompositeComputed {
  readonly conditions: readonly Condition[]
  readonly claimConditionTypes: readonly string[]
  readonly next: CompositeDue
  readonly decided: readonly Decision[]
}

// No function may set these: they are the reconciler's own.
const ownTypes: ReadonlySet<string> = new Set([...systemTypes, 'Responsive'])

/** Turns what a composite is made of, and what functions said of it, into its conditions. */
export function computeComposite(facts: CompositeFacts, before: CompositeBefore): CompositeComputed {
  const decided = [decide(responsive, facts), decide(synced, facts), decide(ready, facts)]
  const [first = [], second = [], third = []] = decided.map(setBy)
  const failed = facts.failure?.step === 'compose'
  const isHeard = !facts.paused && !facts.deleted && (facts.failure === undefined || failed)
  const heard = isHeard ? facts.functions.conditions.filter(isAllowed) : []
  const { generation, now } = before
  const stamped = { generation, now }
  let conditions = markConditions(before.conditions, first, stamped)
  // A deleted composite says first that it goes and then how that went; one that failed says so before its functions speak.
  if (facts.deleted) conditions = markConditions(conditions, third, stamped)
  if (failed) conditions = markConditions(conditions, second, stamped)
  conditions = markConditions(
    conditions,
    heard.map(({ condition }) => unstamped(condition)),
    { now },
  )
  if (failed) conditions = markConditions(conditions, undetermined(conditions, heard), stamped)
  conditions = markConditions(conditions, [...second, ...third], stamped)
  return {
    conditions,
    claimConditionTypes: claimTypes(before.claimConditionTypes, heard),
    next: choose(nextLook, facts).outcome,
    decided,
  }
}

const isAllowed = ({ condition }: FunctionCondition): boolean => !ownTypes.has(condition.type)

/** What nobody can say because the pipeline broke off before it was its turn. */
function undetermined(
  conditions: readonly Condition[],
  heard: readonly FunctionCondition[],
): readonly Condition[] {
  const seen = new Set(heard.map(({ condition }) => condition.type))
  return conditions
    .filter(({ type }) => !ownTypes.has(type) && !seen.has(type))
    .map(({ type }) => ({
      type,
      status: 'Unknown',
      reason: 'FatalError',
      message: 'A fatal error occurred before the status of this condition could be determined.',
    }))
}

function claimTypes(before: readonly string[], heard: readonly FunctionCondition[]): readonly string[] {
  const added = heard
    .filter(({ target }) => target === 'composite-and-claim')
    .map(({ condition }) => condition.type)
  return [...new Set([...before, ...added])]
}

/** An event of a composite, and whether its claim hears of it too. */
export interface CompositeEvent extends PassEvent {
  /** What is told on the claim; nothing where it hears nothing. */
  readonly onClaim: PassEvent | undefined
}

/** The events that the results of functions amount to. Warnings say nothing about whether the composite is in sync. */
export function functionEvents({ functions }: Pick<CompositeFacts, 'functions'>): readonly CompositeEvent[] {
  return functions.results.map(eventOf)
}

function eventOf({ step, severity, reason, message, target }: FunctionResult): CompositeEvent {
  const named = reason || 'ComposeResources'
  const where = `Pipeline step ${JSON.stringify(step)}`
  if (severity === 'unknown') {
    const told = `${where} returned a result of unknown severity (assuming warning): ${message}`
    return { type: 'Warning', reason: named, message: told, onClaim: undefined }
  }
  const event: PassEvent = { type: severity === 'warning' ? 'Warning' : 'Normal', reason: named, message }
  return {
    ...event,
    message: `${where}: ${message}`,
    onClaim: target === 'composite-and-claim' ? event : undefined,
  }
}

/** The events that tell which composed resources are not valid or not ready yet. */
export function composedEvents({ composed }: Pick<CompositeFacts, 'composed'>): readonly PassEvent[] {
  const told = (name: string, what: string): PassEvent => ({
    type: 'Normal',
    reason: 'ComposeResources',
    message: `Composed resource ${JSON.stringify(name)} is not yet ${what}`,
  })
  return composed.flatMap(({ name, synced, ready }) => [
    ...(synced ? [] : [told(name, 'valid')]),
    ...(ready ? [] : [told(name, 'ready')]),
  ])
}
