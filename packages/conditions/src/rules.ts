import { type ConditionState, type ConditionStatus, condition } from './condition.ts'
import { type Decision, LateDecision, type SetDecision } from './decision.ts'
import { decidingRow, type FoundRow, placeOfFirst, type Row, withRowSources } from './rows.ts'
import type { Source } from './source.ts'

/** A text that is the same for all facts, or made from them. */
export type Text<Facts> = string | ((facts: Facts) => string)

/** A reason picked from a closed list, so that the printed table can name all of them. */
export interface ReasonChoice<Facts> {
  readonly reasons: readonly string[]
  readonly pick: (facts: Facts) => string
}

/** A reason in a row. A bare function is allowed, but the printed table cannot say what it returns. */
export type Reason<Facts> = Text<Facts> | ReasonChoice<Facts>

/** A row's outcome: the condition has this status. */
export interface StatedOutcome<Facts> {
  readonly outcome: 'set'
  readonly status: ConditionStatus
  readonly reason: Reason<Facts>
  readonly message: Text<Facts>
}

/** What a row that hands on somebody else's condition can say; it is all the printed table knows of it. */
export interface ReportWords {
  readonly statuses?: readonly ConditionStatus[]
  readonly reasons?: readonly string[]
  /** In words, where the message comes from. */
  readonly message?: string
}

/** A row's outcome: the condition says what something else says, a mirror or a summary for example. */
export interface ReportedOutcome<Facts> {
  readonly outcome: 'report'
  readonly from: (facts: Facts) => ConditionState | SetDecision
  readonly words: ReportWords
}

/** A row's outcome: the condition is left as it is, or is not to be there. */
export interface LeaveOutcome {
  readonly outcome: 'keep' | 'absent'
}

/** What follows when a row's guard holds. */
export type RowOutcome<Facts> = StatedOutcome<Facts> | ReportedOutcome<Facts> | LeaveOutcome

/** One row: when it applies in words, the guard that tests it, the outcome that follows, and what it rests on. */
export type Rule<Facts> = Row<Facts, RowOutcome<Facts>>

/** Decides one condition type. The first row whose guard holds decides; the last one should always hold. */
export interface ConditionRules<Facts> {
  readonly type: string
  readonly rows: readonly Rule<Facts>[]
}

/** The condition is True. */
export function True<Facts>(reason: Reason<Facts>, message: Text<Facts> = ''): StatedOutcome<Facts> {
  return { outcome: 'set', status: 'True', reason, message }
}

/** The condition is False. */
export function False<Facts>(reason: Reason<Facts>, message: Text<Facts> = ''): StatedOutcome<Facts> {
  return { outcome: 'set', status: 'False', reason, message }
}

/** The condition is Unknown. */
export function Unknown<Facts>(reason: Reason<Facts>, message: Text<Facts> = ''): StatedOutcome<Facts> {
  return { outcome: 'set', status: 'Unknown', reason, message }
}

/** The condition says what `from` returns; the words are for the printed table. */
export function report<Facts>(
  from: (facts: Facts) => ConditionState | SetDecision,
  words: ReportWords = {},
): ReportedOutcome<Facts> {
  return { outcome: 'report', from, words }
}

/** The condition stays as it is: value, time and generation. One that is not there does not appear. */
export const keep: LeaveOutcome = Object.freeze({ outcome: 'keep' })

/** There is to be no such condition. */
export const absent: LeaveOutcome = Object.freeze({ outcome: 'absent' })

/** A reason that depends on the facts, out of a list that the printed table shows. */
export function oneOf<Facts, const Name extends string>(
  reasons: readonly Name[],
  pick: (facts: Facts) => Name,
): ReasonChoice<Facts> {
  return { reasons, pick }
}

const noSources: readonly Source[] = Object.freeze([])

/**
 * Runs a table. The given sources come before those of the deciding row.
 * A table without a row for these facts is a mistake and throws a TypeError.
 */
export function decide<Facts>(
  table: ConditionRules<Facts>,
  facts: Facts,
  sources: readonly Source[] = noSources,
): Decision {
  const { type, rows } = table
  const index = placeOfFirst(rows, facts)
  const row = rows[index]
  if (row === undefined)
    throw new TypeError(`the table of ${type} has no row for these facts; add a last row that always holds`)
  const standing = sources === noSources ? standingDecisions(table)[index] : undefined
  if (standing !== undefined) return standing
  const all = withRowSources(sources, row[3], facts)
  return decisionOf({ follows: row[2], row: decidingRow(rows, index), sources: all }, type, facts)
}

// Only remembered, never changed: what a row says of whatever facts is put together once, and not in each of a million passes.
const known: WeakMap<object, readonly (Decision | undefined)[]> = new WeakMap()

/** The decisions of rows that say the same whatever the facts are. */
function standingDecisions<Facts>(table: ConditionRules<Facts>): readonly (Decision | undefined)[] {
  const present = known.get(table)
  if (present !== undefined) return present
  const { type, rows } = table
  const decisions = rows.map((row, index) => {
    const [, , follows, sources = noSources] = row
    return isStanding(follows) && typeof sources !== 'function'
      ? decisionOf({ follows, row: decidingRow(rows, index), sources }, type, undefined)
      : undefined
  })
  known.set(table, decisions)
  return decisions
}

const isStanding = <Facts>(follows: RowOutcome<Facts>): follows is StandingOutcome =>
  follows.outcome === 'keep' ||
  follows.outcome === 'absent' ||
  (follows.outcome === 'set' && typeof follows.reason === 'string' && typeof follows.message === 'string')

type StandingOutcome = LeaveOutcome | StatedOutcome<unknown>

type Found<Facts> = FoundRow<RowOutcome<Facts>>

function decisionOf<Facts>(found: Found<Facts>, type: string, facts: Facts): Decision {
  const { follows, row, sources } = found
  switch (follows.outcome) {
    case 'keep':
      return { outcome: 'keep', type, by: 'table', row, sources }
    case 'absent':
      return { outcome: 'absent', type, by: 'table', row, sources }
    case 'set': {
      const { status } = follows
      const reason = reasonText(follows.reason, facts)
      const message = textOf(follows.message, facts)
      const decided = condition({ type, status, reason, message })
      return { outcome: 'set', type, by: 'table', row, condition: decided, sources }
    }
    case 'report': {
      const from = follows.from(facts)
      return 'outcome' in from ? passedOn(from, type, found) : spoken(from, type, found)
    }
  }
}

function spoken<Facts>(from: ConditionState, type: string, { row, sources }: Found<Facts>): SetDecision {
  const { status, reason, message, lastTransitionTime } = from
  const decided = condition({ type, status, reason, message, lastTransitionTime })
  return { outcome: 'set', type, by: 'table', row, condition: decided, sources }
}

function passedOn<Facts>(from: SetDecision, type: string, found: Found<Facts>): SetDecision {
  const { status, reason, message, lastTransitionTime } = from.condition
  const { row } = found
  const decided = condition({ type, status, reason, message, lastTransitionTime })
  if (from.by !== 'aggregate')
    return { outcome: 'set', type, by: 'table', row, condition: decided, sources: bothSources(found, from) }
  // Asked for as late as possible: an aggregate lists its sources only when somebody wants them.
  return new LateDecision({ type, by: 'table', row, condition: decided }, () => bothSources(found, from))
}

function bothSources<Facts>({ sources }: Found<Facts>, from: SetDecision): readonly Source[] {
  return sources.length === 0 ? from.sources : [...sources, ...from.sources]
}

function textOf<Facts>(text: Text<Facts>, facts: Facts): string {
  return typeof text === 'string' ? text : text(facts)
}

function reasonText<Facts>(reason: Reason<Facts>, facts: Facts): string {
  return typeof reason === 'object' ? reason.pick(facts) : textOf(reason, facts)
}
