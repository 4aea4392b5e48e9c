import { type Meaning, type Span, span } from '@sitrep/present/lines'
import type { Verdict, Word } from '@sitrep/verdict'

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

/** How sure a verdict is, behind its word: nothing where something is known of the kind, `~` by a convention, `?` by a guess. */
export const sureness = ({ confidence, generic }: Verdict): '' | ' ~' | ' ?' =>
  confidence === 'guess' ? ' ?' : generic && confidence === 'convention' ? ' ~' : ''

/** A verdict in one word; a dash where a kind has no state to tell. */
export const wordSpan = ({ word, quiet }: Pick<Verdict, 'word' | 'quiet'>, mark = ''): Span =>
  quiet ? span('–', 'muted') : span(`${word}${mark}`, meanings[word])

/** The same with how sure it is. */
export const verdictSpan = (verdict: Verdict): Span => wordSpan(verdict, sureness(verdict))
