import { compareBytes } from '../byte-order.ts'
import type { Condition } from '../condition.ts'
import { compareInstants, type MaybeInstant } from '../instant.ts'
import type { MergePriority } from './strategy.ts'

/** What an aggregate asks of the objects it is made from, by their number in the input. */
export interface Reporters {
  readonly size: number
  /** What it is called; it is told together with those of the same word. */
  word(at: number): string
  name(at: number): string
  /** Whether it is told before all others. */
  first(at: number): boolean
  condition(at: number): Condition
  priority(condition: Condition): MergePriority
}

/** Weight as a number, lower is heavier. */
export type Rank = 0 | 1 | 2

/** The weight of a condition as a number. */
export function rankOf(reporters: Reporters, condition: Condition): Rank | undefined {
  switch (reporters.priority(condition)) {
    case 'issue':
      return 0
    case 'unknown':
      return 1
    case 'info':
      return 2
    // A strategy from outside the type system may return anything; what is none of the three counts for nothing.
    default:
      return undefined
  }
}

/** What decides when a reporter has its turn among those of the same message. */
export interface Turn {
  readonly rank: Rank
  readonly since: MaybeInstant
  readonly name: string
}

/** The turn of one reporter. */
export function turnOf(reporters: Reporters, at: number): Turn {
  const condition = reporters.condition(at)
  return {
    rank: rankOf(reporters, condition) ?? 2,
    since: condition.lastTransitionTime,
    name: reporters.name(at),
  }
}

/**
 * Issues before unknowns, then by age. Upstream goes on with the order of its input, which a cache hands out at
 * random; names make the result independent of it.
 */
export function compareTurns(a: Turn, b: Turn): number {
  return a.rank - b.rank || compareInstants(a.since, b.since) || compareBytes(a.name, b.name)
}
