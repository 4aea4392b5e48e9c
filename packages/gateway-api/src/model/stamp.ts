import {
  type Condition,
  type ConditionStatus,
  type Decision,
  type Instant,
  setConditions,
} from '@sitrep/conditions'
import { fields, list } from '@sitrep/status'

/** What every condition of one pass carries: the generation that was looked at, and the time. */
export interface Stamp {
  readonly generation: number | undefined
  readonly now: Instant
}

/** Conditions after a pass, and how each of them was decided. */
export interface Stamped {
  readonly conditions: readonly Condition[]
  readonly decided: readonly Decision[]
}

/**
 * Puts decisions into a list. What was said of a newer generation than the one at hand is left alone: we are behind, and the
 * newer object is on its way.
 */
export function stamped(
  before: unknown,
  decisions: readonly Decision[],
  { generation, now }: Stamp,
): Stamped {
  const previous = conditionsIn(before)
  const newer = new Set(
    previous
      .filter(({ observedGeneration = 0 }) => generation !== undefined && observedGeneration > generation)
      .map(({ type }) => type),
  )
  const decided = decisions.map((decision) => (newer.has(decision.type) ? kept(decision) : decision))
  return { conditions: setConditions(previous, decided, { generation, now }), decided }
}

const kept = ({ type, by, sources, at }: Decision): Decision => ({
  outcome: 'keep',
  type,
  by,
  sources,
  ...(at !== undefined && { at }),
})

/** The conditions of a list that anybody may have written, as far as they are any. */
const conditionsIn = (value: unknown): readonly Condition[] =>
  list(value).filter((each): each is Condition => typeof fields(each)['type'] === 'string')

/** What a decision says of its condition; nobody knows where it leaves the condition as it was. */
export const statusIn = (decision: Decision | undefined): ConditionStatus =>
  decision?.outcome === 'set' ? (decision.condition.status ?? 'Unknown') : 'Unknown'
