import {
  type Condition,
  type ConditionRules,
  type Decision,
  decide,
  getCondition,
  setConditions,
} from '@sitrep/conditions'
import { type Clock, type Computed, compact, type Fields } from '@sitrep/status'
import { compareConditions } from '../model/condition-order.ts'
import { keepAll } from '../pass/paused.ts'

/** A status as far as every kind has it. */
export interface StatusFields extends Fields {
  readonly conditions?: readonly Condition[]
  readonly observedGeneration?: number
}

/** What a pass starts from. */
export interface PassStart<Status extends StatusFields = StatusFields> {
  readonly previous: Status | undefined
  readonly generation: number | undefined
  readonly clock: Clock
}

/** How a profile speaks: the tables in the order in which they are asked, and where the results are written. */
export interface Language<Facts, Outcome> {
  readonly tables: readonly ConditionRules<Facts>[]
  /** What the pass writes; fields without a value are taken away. */
  readonly write: (outcome: Outcome) => Fields
  /** Whether an object whose Cluster cannot be seen keeps what it says, or is judged all the same. */
  readonly needsCluster: boolean
}

/** Asks one table after the other. */
export const decideAll = <Facts>(
  tables: readonly ConditionRules<Facts>[],
  facts: Facts,
): readonly Decision[] => tables.map((table) => decide(table, facts))

/** The types that a language decides, `Paused` apart. */
export const typesOf = <Facts>(tables: readonly ConditionRules<Facts>[]): readonly string[] =>
  tables.map(({ type }) => type)

/** The pass could not even start: everything stays as it was. */
export function untouched(
  { previous }: PassStart,
  types: readonly string[],
  why: string,
): Computed<StatusFields> {
  return { status: previous ?? {}, decided: keepAll(['Paused', ...types], why) }
}

/** The object is paused: `Paused` is said and everything else stays as it was. */
export function pausedOnly(
  start: PassStart,
  paused: Decision,
  types: readonly string[],
): Computed<StatusFields> {
  const decided = [paused, ...keepAll(types, 'the object is paused')]
  return { status: withConditions(start, decided), decided }
}

/**
 * The pass ended before anything but `Paused` could be said. That is written on its own only where what it says changes; a
 * generation alone would have been written with the rest.
 */
export function stoppedEarly(
  start: PassStart,
  paused: Decision,
  types: readonly string[],
): Computed<StatusFields> {
  const before = getCondition(start.previous?.conditions, paused.type)
  const said = paused.outcome === 'set' ? paused.condition : undefined
  const same =
    before?.status === said?.status &&
    before?.reason === said?.reason &&
    (before?.message ?? '') === said?.message
  const why = 'the pass ended before this could be decided'
  return same ? untouched(start, types, why) : pausedOnly(start, paused, types)
}

/** The result of a whole pass: `fields` replace what was there before, and those without a value are gone. */
export function finished(
  start: PassStart,
  fields: Fields,
  decided: readonly Decision[],
): Computed<StatusFields> {
  const status = compact<StatusFields>({ ...withConditions(start, decided), ...fields })
  return { status, decided, recheckAt: start.clock.recheckAt }
}

/** A group or a list, or nothing where it is empty: what says nothing is left out, and an API server refuses much of it. */
export function unlessEmpty<Part extends object>(part: Part | undefined): Part | undefined {
  for (const _name in part) return part
  return undefined
}

function withConditions(
  { previous, generation, clock }: PassStart,
  decided: readonly Decision[],
): StatusFields {
  const stamp = { generation, now: clock.now, order: compareConditions }
  const conditions = setConditions(previous?.conditions, decided, stamp)
  return { ...previous, conditions }
}
