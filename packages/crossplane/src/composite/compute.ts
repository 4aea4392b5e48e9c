import { type Condition, choose, type Decision, decide, type Instant } from '@sitrep/conditions'
import { markConditions, systemTypes } from '../managed/conditions.ts'
import type { CompositeFacts, FunctionCondition } from './facts.ts'
import { type CompositeDue, nextLook, ready, responsive, synced } from './rules.ts'

/** What a composite said before, and what is stamped on what it says now. */
export interface CompositeBefore {
  readonly conditions: readonly Condition[]
  /** The types that are shown on the claim too. */
  readonly claimConditionTypes: readonly string[]
  readonly generation: number
  readonly now: Instant
}

/** What a pass over a composite comes to. */
export interface CompositeVerdict {
  readonly conditions: readonly Condition[]
  readonly claimConditionTypes: readonly string[]
  readonly next: CompositeDue
  readonly decided: readonly Decision[]
}

// No function may set these: they are the reconciler's own.
const ownTypes: ReadonlySet<string> = new Set([...systemTypes, 'Responsive'])

/** Turns what a composite is made of, and what functions said of it, into its conditions. */
export function computeComposite(facts: CompositeFacts, before: CompositeBefore): CompositeVerdict {
  const decided = [decide(responsive, facts), decide(synced, facts), decide(ready, facts)]
  const [first, second, third] = decided.map(conditionOf)
  const failed = facts.failure?.step === 'compose'
  const isHeard = !facts.paused && !facts.deleted && (facts.failure === undefined || failed)
  const heard = isHeard ? facts.functions.conditions.filter(isAllowed) : []
  const { generation, now } = before
  const stamped = { generation, now }
  let conditions = markConditions(before.conditions, listOf(first), stamped)
  // A deleted composite says first that it goes and then how that went; one that failed says so before its functions speak.
  if (facts.deleted) conditions = markConditions(conditions, listOf(third), stamped)
  if (failed) conditions = markConditions(conditions, listOf(second), stamped)
  conditions = markConditions(
    conditions,
    heard.map(({ condition }) => unstamped(condition)),
    { now },
  )
  if (failed) conditions = markConditions(conditions, undetermined(conditions, heard), stamped)
  conditions = markConditions(conditions, [...listOf(second), ...listOf(third)], stamped)
  return {
    conditions,
    claimConditionTypes: claimTypes(before.claimConditionTypes, heard),
    next: choose(nextLook, facts).outcome,
    decided,
  }
}

const conditionOf = (decision: Decision): Condition | undefined =>
  decision.verdict === 'set' ? decision.condition : undefined

const listOf = (condition: Condition | undefined): readonly Condition[] =>
  condition === undefined ? [] : [condition]

const isAllowed = ({ condition }: FunctionCondition): boolean => !ownTypes.has(condition.type)

// A function does not know which generation it was asked about.
const unstamped = ({ type, status, reason, message }: Condition): Condition => ({
  type,
  status,
  reason,
  message,
})

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
