import type { ChoiceRow } from '@sitrep/conditions'
import { failureIn } from '../facts/facts.ts'
import type { PassFacts, PassStep, ReasonOf } from '../types.ts'

/** An event in a row: type, reason, and its text unless it tells what went wrong. */
export type EventSaying = readonly [type: 'Normal' | 'Warning', reason: string, message?: string]

/** A row's outcome: the pass goes on with this step. */
export interface NextStep {
  readonly row?: string
  readonly step: PassStep
}

/** When the next pass is due: never by itself, soon and rate-limited, after the poll interval, or as after any error. */
export type Due = 'none' | 'again' | 'poll' | 'error'

/** A row's outcome: the pass ends. Conditions that are not named stay as they are; where none is, no status is written. */
export interface Ending {
  /** Under which number the reconcile rows of the specification list it. */
  readonly row: string
  readonly ready?: ReasonOf<'Ready'>
  /** What Ready says where the provider says nothing. */
  readonly readyMessage?: string
  readonly synced?: ReasonOf<'Synced'>
  readonly upToDate?: ReasonOf<'UpToDate'>
  /** The step whose failure is told. */
  readonly failed?: PassStep
  /** What is told where no step failed. */
  readonly error?: string
  /** What stands before the error in Synced. */
  readonly prefix?: string
  readonly event?: EventSaying
  /** A second failure that is told by an event alone. */
  readonly besides?: { readonly failed: PassStep; readonly event: EventSaying }
  /** What a conflict makes of it: no word at all, or no event; unless given it is told like any other failure. */
  readonly onConflict?: 'silent' | 'no event'
  readonly next: Due
}

/** What a row of a pass comes to. */
export type PassOutcome = NextStep | Ending

/** A row of a table of passes. */
export type PassRow = ChoiceRow<PassFacts, PassOutcome>

/** Whether a pass goes on with a step. */
export const isNextStep = (outcome: PassOutcome): outcome is NextStep => 'step' in outcome

type Guard = (facts: PassFacts) => boolean

/** A step that comes when it was not taken yet and the guard holds. */
export const take = (words: string, step: PassStep, when: Guard = () => true): PassRow => [
  words,
  (facts) => facts.went[step] === undefined && when(facts),
  { step },
]

/** The end that follows when a step failed. */
export const failing = (words: string, step: PassStep, ending: Ending, when: Guard = () => true): PassRow => [
  words,
  (facts) => failureIn(facts, step) !== undefined && when(facts),
  { ...ending, failed: step },
]

/** The end that follows when a step was taken and went well. */
export const wentWell = (words: string, step: PassStep, ending: Ending): PassRow => [
  words,
  (facts) => facts.went[step] === 'well',
  ending,
]

/** How a table of passes is printed. */
export const columns = {
  row: 'Row',
  step: 'Next step',
  ready: 'Ready',
  synced: 'Synced',
  upToDate: 'UpToDate',
  prefix: 'Error begins with',
  event: 'Event',
  onConflict: 'On a conflict',
  next: 'Next pass',
} as const
