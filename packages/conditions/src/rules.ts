import { type ConditionState, type ConditionStatus, condition } from './condition.ts'
import type { DecidingRow, Decision, SetDecision } from './decision.ts'
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

/** A row's verdict: the condition has this status. */
export interface StatedVerdict<Facts> {
  readonly verdict: 'set'
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

/** A row's verdict: the condition says what something else says, a mirror or a summary for example. */
export interface ReportedVerdict<Facts> {
  readonly verdict: 'report'
  readonly from: (facts: Facts) => ConditionState | SetDecision
  readonly words: ReportWords
}

/** A row's verdict: the condition is left as it is, or is not to be there. */
export interface LeaveVerdict {
  readonly verdict: 'keep' | 'absent'
}

/** What follows when a row's guard holds. */
export type RowVerdict<Facts> = StatedVerdict<Facts> | ReportedVerdict<Facts> | LeaveVerdict

/** What a row rests on, for whoever asks why. */
export type RowSources<Facts> = readonly Source[] | ((facts: Facts) => readonly Source[])

/** One row: when it applies in words, the guard that tests it, what then follows, and what it rests on. */
export type Rule<Facts> = readonly [
  words: string,
  guard: (facts: Facts) => boolean,
  verdict: RowVerdict<Facts>,
  sources?: RowSources<Facts>,
]

/** Decides one condition type. The first row whose guard holds decides; the last one should always hold. */
export interface ConditionRules<Facts> {
  readonly type: string
  readonly rows: readonly Rule<Facts>[]
}

/** The condition is True. */
export function True<Facts>(reason: Reason<Facts>, message: Text<Facts> = ''): StatedVerdict<Facts> {
  return { verdict: 'set', status: 'True', reason, message }
}

/** The condition is False. */
export function False<Facts>(reason: Reason<Facts>, message: Text<Facts> = ''): StatedVerdict<Facts> {
  return { verdict: 'set', status: 'False', reason, message }
}

/** The condition is Unknown. */
export function Unknown<Facts>(reason: Reason<Facts>, message: Text<Facts> = ''): StatedVerdict<Facts> {
  return { verdict: 'set', status: 'Unknown', reason, message }
}

/** The condition says what `from` returns; the words are for the printed table. */
export function report<Facts>(
  from: (facts: Facts) => ConditionState | SetDecision,
  words: ReportWords = {},
): ReportedVerdict<Facts> {
  return { verdict: 'report', from, words }
}

/** The condition stays as it is: value, time and generation. One that is not there does not appear. */
export const keep: LeaveVerdict = Object.freeze({ verdict: 'keep' })

/** There is to be no such condition. */
export const absent: LeaveVerdict = Object.freeze({ verdict: 'absent' })

/** The guard of a last row. */
export function otherwise(): boolean {
  return true
}

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
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (!row?.[1](facts)) continue
    const all = withRowSources(sources, row[3], facts)
    return decisionOf(row[2], facts, { type, row: decidingRow(rows, index), sources: all })
  }
  throw new TypeError(`the table of ${type} has no row for these facts; add a last row that always holds`)
}

// Only remembered, never changed: which row it is says everything, and tables are asked millions of times.
const decidingRows: WeakMap<object, readonly DecidingRow[]> = new WeakMap()

function decidingRow<Facts>(rows: readonly Rule<Facts>[], index: number): DecidingRow {
  const known = decidingRows.get(rows)
  if (known !== undefined) return known[index] ?? deciding(rows, index)
  const all = rows.map((_, at) => deciding(rows, at))
  decidingRows.set(rows, all)
  return all[index] ?? deciding(rows, index)
}

function deciding<Facts>(rows: readonly Rule<Facts>[], index: number): DecidingRow {
  const words = rows.map(([inWords]) => inWords)
  return { index, words: words[index] ?? '', passedOver: words.slice(0, index) }
}

function withRowSources<Facts>(
  given: readonly Source[],
  row: RowSources<Facts> | undefined,
  facts: Facts,
): readonly Source[] {
  if (row === undefined) return given
  const own = typeof row === 'function' ? row(facts) : row
  return given.length === 0 ? own : [...given, ...own]
}

type Found = Pick<Decision, 'type' | 'sources'> & { readonly row: DecidingRow }

function decisionOf<Facts>(verdict: RowVerdict<Facts>, facts: Facts, found: Found): Decision {
  const { type, row, sources } = found
  switch (verdict.verdict) {
    case 'keep':
      return { verdict: 'keep', type, by: 'table', row, sources }
    case 'absent':
      return { verdict: 'absent', type, by: 'table', row, sources }
    case 'set': {
      const { status } = verdict
      const reason = reasonText(verdict.reason, facts)
      const message = textOf(verdict.message, facts)
      const decided = condition({ type, status, reason, message })
      return { verdict: 'set', type, by: 'table', row, condition: decided, sources }
    }
    case 'report': {
      const from = verdict.from(facts)
      return 'verdict' in from ? passedOn(from, found) : spoken(from, found)
    }
  }
}

function spoken(from: ConditionState, { type, row, sources }: Found): SetDecision {
  const { status, reason, message, lastTransitionTime } = from
  const decided = condition({ type, status, reason, message, lastTransitionTime })
  return { verdict: 'set', type, by: 'table', row, condition: decided, sources }
}

function passedOn(from: SetDecision, found: Found): SetDecision {
  const { type, row } = found
  const { status, reason, message, lastTransitionTime } = from.condition
  return {
    verdict: 'set',
    type,
    by: 'table',
    row,
    condition: condition({ type, status, reason, message, lastTransitionTime }),
    // Asked for as late as possible: an aggregate lists its sources only when somebody wants them.
    get sources() {
      return found.sources.length === 0 ? from.sources : [...found.sources, ...from.sources]
    },
  }
}

function textOf<Facts>(text: Text<Facts>, facts: Facts): string {
  return typeof text === 'string' ? text : text(facts)
}

function reasonText<Facts>(reason: Reason<Facts>, facts: Facts): string {
  return typeof reason === 'object' ? reason.pick(facts) : textOf(reason, facts)
}
