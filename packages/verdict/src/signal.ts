import type { Evidence, Meaning } from './verdict.ts'

/**
 * What one piece of evidence says, finer than its meaning for a reader: `final` has failed for good, `unready` is not
 * good and does not say why, `done` has ended well, `step` is a stage on the way, `missing` was to be reported and is not.
 */
export type SignalSense =
  | 'final'
  | 'bad'
  | 'unready'
  | 'missing'
  | 'paused'
  | 'progress'
  | 'unknown'
  | 'step'
  | 'done'
  | 'good'
  | 'neutral'

/** A piece of evidence with all that the rules ask of it. */
export interface Signal {
  readonly evidence: Evidence
  readonly sense: SignalSense
  /** Whether it speaks for the whole object or for a part of it. */
  readonly of: 'whole' | 'part'
  /** It speaks about another generation of the object. */
  readonly outdated?: true
  /** Only the conventions say which answer is the good one: it never outweighs what is known. */
  readonly guessed?: true
  /** A problem that is denied in so many words. */
  readonly denies?: true
  /** A fact about this very kind says how it is to be read. */
  readonly known?: true
  /** A main state in a word that nobody knows. */
  readonly unread?: true
}

const meaningOf: Readonly<Record<SignalSense, Meaning>> = {
  final: 'bad',
  bad: 'bad',
  unready: 'bad',
  missing: 'unknown',
  paused: 'paused',
  progress: 'progressing',
  unknown: 'unknown',
  step: 'progressing',
  done: 'good',
  good: 'good',
  neutral: 'neutral',
}

/** The parts of a signal before its evidence is put together. */
export interface SignalParts extends Omit<Signal, 'evidence'> {
  readonly path: string
  readonly value: string
  readonly says: string
  readonly polarity?: Evidence['polarity']
}

/** Puts a signal together. */
export function signal({ path, value, says, polarity, ...rest }: SignalParts): Signal {
  const means = meaningOf[rest.sense]
  return { ...rest, evidence: { path, value, means, says, ...(polarity && { polarity }) } }
}
