import type { CorpusCase } from './corpus.testing.ts'
import type { Word } from './verdict.ts'

/** What a judge says, reduced to what it means for whoever waits: go on, something is broken, not yet, or no answer. */
export type Answer = 'good' | 'broken' | 'not yet' | 'none'

const answerOfWord: Readonly<Record<Word, Answer>> = {
  Ready: 'good',
  Progressing: 'not yet',
  Degraded: 'broken',
  Stalled: 'broken',
  Stale: 'not yet',
  Paused: 'not yet',
  Terminating: 'not yet',
  Unknown: 'none',
}

/** What a word of ours means for whoever waits. */
export const answerOf = (word: Word): Answer => answerOfWord[word]

/** Of so many objects so many; as a share, the mean over the API groups beside it. */
export interface Rate {
  readonly part: number
  readonly of: number
  /** The mean of the shares of each API group that has such objects: a group with many objects counts no more than one with few. */
  readonly perGroup: number
}

/** How often a judge was wrong, in the ways that matter. */
export interface Rates {
  /** Not good, and called good. */
  readonly falseGreen: Rate
  /** Good, and called broken. */
  readonly falseAlarm: Rate
  /** Good, and called unfinished or paused. */
  readonly notYet: Rate
  /** Good, and no answer. */
  readonly noAnswerOnGood: Rate
  /** Not good, and no answer where there is one. */
  readonly noAnswerOnOther: Rate
  /** Broken, and not called so. */
  readonly missedFailure: Rate
}

/** An object of the corpus, and what a judge said of it. */
export interface Judged {
  readonly case: CorpusCase
  readonly answer: Answer
}

type Measure = readonly [
  counts: (says: readonly Word[]) => boolean,
  wrong: (answer: Answer, says: readonly Word[]) => boolean,
]

const isGood = (says: readonly Word[]): boolean => says.includes('Ready')
const isBroken = (says: readonly Word[]): boolean => says.every((word) => answerOf(word) === 'broken')

const measures: Readonly<Record<keyof Rates, Measure>> = {
  falseGreen: [(says) => !isGood(says), (answer) => answer === 'good'],
  falseAlarm: [
    isGood,
    (answer, says) => answer === 'broken' && !says.some((word) => answerOf(word) === 'broken'),
  ],
  notYet: [
    isGood,
    (answer, says) => answer === 'not yet' && !says.some((word) => answerOf(word) === 'not yet'),
  ],
  noAnswerOnGood: [isGood, (answer, says) => answer === 'none' && !says.includes('Unknown')],
  noAnswerOnOther: [(says) => !isGood(says) && !says.includes('Unknown'), (answer) => answer === 'none'],
  missedFailure: [isBroken, (answer) => answer !== 'broken'],
}

/** Counts all ways in which a judge can be wrong. */
export function ratesOf(judged: readonly Judged[]): Rates {
  return Object.fromEntries(
    Object.entries(measures).map(([name, measure]) => [name, rateOf(judged, measure)]),
  ) as unknown as Rates
}

function rateOf(judged: readonly Judged[], [counts, wrong]: Measure): Rate {
  const counted = judged.filter((each) => counts(each.case.says))
  const share = (some: readonly Judged[]): readonly [part: number, of: number] => [
    some.filter((each) => wrong(each.answer, each.case.says)).length,
    some.length,
  ]
  const groups = [...new Set(counted.map((each) => groupOf(each.case.object)))]
  const shares = groups.map((group) => share(counted.filter((each) => groupOf(each.case.object) === group)))
  const [part, of] = share(counted)
  const sum = shares.reduce((total, [some, all]) => total + some / all, 0)
  return { part, of, perGroup: groups.length === 0 ? 0 : sum / groups.length }
}

/** The API group of an object, empty where it has none. */
export function groupOf(object: unknown): string {
  const { apiVersion = '' } = (object ?? {}) as { readonly apiVersion?: unknown }
  return String(apiVersion).includes('/') ? String(apiVersion).replace(/\/.*$/, '') : ''
}

/** An object of a kind that nobody knows: the same in all but its API group, so that only general rules speak. */
export function disguised(each: CorpusCase): CorpusCase {
  const { object } = each
  if (typeof object !== 'object' || object === null || groupOf(object) === '') return each
  const { apiVersion } = object as { readonly apiVersion?: unknown }
  return { ...each, object: { ...object, apiVersion: `disguised.${String(apiVersion)}` } }
}
