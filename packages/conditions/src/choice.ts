import type { DecidingRow } from './decision.ts'
import { firstRow, type RowSources } from './rows.ts'
import type { Source } from './source.ts'

/** The keys of an outcome, of all its forms where it has several; one that is no object has none. */
export type OutcomeKey<Outcome> = Outcome extends object ? keyof Outcome & string : never

/** In words what an outcome comes to: key by key, or as a whole where it is no object. */
export type OutcomeWords<Outcome> =
  | { readonly [key in OutcomeKey<Outcome>]?: string }
  | (Outcome extends object ? never : string)

/** An outcome that is made from the facts. Its words are all that the printed table knows of it. */
export interface MadeOutcome<Facts, Outcome> {
  (facts: Facts): Outcome
  readonly words?: OutcomeWords<Outcome>
}

/** One row: when it applies in words, the guard that tests it, the outcome that follows, and what it rests on. */
export type ChoiceRow<Facts, Outcome> = readonly [
  words: string,
  guard: (facts: Facts) => boolean,
  outcome: Outcome | MadeOutcome<Facts, Outcome>,
  sources?: RowSources<Facts>,
]

/**
 * Chooses what is done: an action, an event, when to look again. The first row whose guard holds decides; the last one
 * should always hold. An outcome is no function, for a function makes one.
 */
export interface ChoiceRules<Facts, Outcome> {
  readonly name: string
  readonly rows: readonly ChoiceRow<Facts, Outcome>[]
  /** Which keys of the outcome are printed, in this order and under these headings; all, as they first appear, unless given. */
  readonly columns?: { readonly [key in OutcomeKey<Outcome>]?: string }
}

/** What a table chose, and why. */
export interface Choice<Outcome = unknown> {
  /** The name of the table. */
  readonly table: string
  readonly outcome: Outcome
  readonly row: DecidingRow
  /** What the choice rests on: not all that was read, only what made it so. */
  readonly sources: readonly Source[]
}

/** An outcome made from the facts, with words for the printed table. What they leave out is printed as computed. */
export function fromFacts<Facts, Outcome>(
  make: (facts: Facts) => Outcome,
  words: OutcomeWords<Outcome>,
): MadeOutcome<Facts, Outcome> {
  return Object.assign((facts: Facts) => make(facts), { words })
}

const noSources: readonly Source[] = Object.freeze([])

/**
 * Runs a table. The given sources come before those of the deciding row.
 * A table without a row for these facts is a mistake and throws a TypeError.
 */
export function choose<Facts, Outcome>(
  table: ChoiceRules<Facts, Outcome>,
  facts: Facts,
  sources: readonly Source[] = noSources,
): Choice<Outcome> {
  const { name, rows } = table
  const found = firstRow(rows, facts, sources)
  if (found === undefined)
    throw new TypeError(`the table ${name} has no row for these facts; add a last row that always holds`)
  const { follows, row, sources: all } = found
  return { table: name, outcome: isMade(follows) ? follows(facts) : follows, row, sources: all }
}

/** Whether an outcome has to be made from the facts first. */
export function isMade<Facts, Outcome>(
  outcome: Outcome | MadeOutcome<Facts, Outcome>,
): outcome is MadeOutcome<Facts, Outcome> {
  return typeof outcome === 'function'
}
