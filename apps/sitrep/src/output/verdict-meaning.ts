import type { Meaning } from '@sitrep/present/lines'
import type { Word } from '@sitrep/verdict'

const meanings: Readonly<Record<Word, Meaning>> = {
  Ready: 'good',
  Progressing: 'progressing',
  Degraded: 'bad',
  Stalled: 'bad',
  Stale: 'unknown',
  Paused: 'unknown',
  Terminating: 'progressing',
  Unknown: 'unknown',
}

/** What a verdict's word means to the reader. */
export const wordMeaning = (word: Word): Meaning => meanings[word]
