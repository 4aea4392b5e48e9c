import { type Condition, condition, type Instant } from './condition.ts'
import { floorToSecond, isUnset } from './instant.ts'
import { sameStateExceptGeneration } from './same.ts'

/** What a condition that is set makes of the one that stands there: `reworded` keeps its time, `moved` brings another. */
export type Transition = 'none' | 'reworded' | 'moved'

/** Says what follows when `given` is set in place of `before`, for the generation that it is to get (0 for none). */
export type TransitionRule = (before: Condition, given: Condition, generation: number) => Transition

/**
 * The time moves only with the status: readers measure from it how long something has been so, and a rewording must
 * not start that anew.
 */
export function moveWithStatus(before: Condition, given: Condition, generation: number): Transition {
  if (before.status !== given.status) return 'moved'
  const same =
    before.reason === given.reason &&
    before.message === given.message &&
    (before.observedGeneration ?? 0) === generation
  return same ? 'none' : 'reworded'
}

/**
 * The time moves with status, reason, message and generation, as Crossplane has it. A generation is compared only where
 * both have one: whoever does not say it takes nothing back.
 */
export function moveWithAnyChange(before: Condition, given: Condition, generation: number): Transition {
  const known = before.observedGeneration ?? 0
  const sameGeneration = known === 0 || generation === 0 || known === generation
  return sameGeneration && sameStateExceptGeneration(before, given) ? 'none' : 'moved'
}

/** What is stamped on a condition that changes. */
export interface Stamp {
  readonly observedGeneration: number
  readonly now: Instant
  /** Whether times are cut to the second, as an API server would do. Otherwise they are taken as they come. */
  readonly wholeSeconds: boolean
  /** When the time moves; with the status unless given. */
  readonly moves?: TransitionRule | undefined
}

/**
 * What stands in place of `existing` once `given` was set; `existing` itself when nothing follows from that.
 * A time that was given counts for a condition that is new or moved, and is ignored otherwise.
 */
export function transition(existing: Condition | undefined, given: Condition, stamp: Stamp): Condition {
  const { type, status, reason, message } = given
  const { observedGeneration, moves = moveWithStatus } = stamp
  const follows = existing === undefined ? 'moved' : moves(existing, given, observedGeneration)
  if (existing !== undefined && follows !== 'moved') {
    if (follows === 'none') return existing
    const { lastTransitionTime } = existing
    return condition({ type, status, reason, message, observedGeneration, lastTransitionTime })
  }
  const time = isUnset(given.lastTransitionTime) ? stamp.now : given.lastTransitionTime
  const lastTransitionTime = stamp.wholeSeconds ? floorToSecond(time) : time
  return condition({ type, status, reason, message, observedGeneration, lastTransitionTime })
}

/** Where the first condition of a type stands, or would be put. */
export function placeOf(type: string, list: readonly { readonly type: string }[]): number {
  let index = 0
  while (index < list.length && list[index]?.type !== type) index++
  return index
}

/** The list with the result of a transition in it: in place of the first condition of the type, or at the end. */
export function withTransition(
  list: readonly Condition[],
  given: Condition,
  stamp: Stamp,
): readonly Condition[] {
  const index = placeOf(given.type, list)
  const next = transition(list[index], given, stamp)
  if (next === list[index]) return list
  return index === list.length ? [...list, next] : list.with(index, next)
}
