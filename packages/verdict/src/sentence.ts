import { shown } from './foreign/text.ts'
import type { Signal } from './signal.ts'
import type { Word } from './verdict.ts'

const is: Readonly<Record<Word, string>> = {
  Ready: 'is ready',
  Progressing: 'is in progress',
  Degraded: 'is degraded',
  Stalled: 'has failed and will not recover by itself',
  Stale: 'has a stale status',
  Paused: 'is paused',
  Terminating: 'is being deleted',
  Unknown: 'cannot be judged',
}

// One cause is enough for a sentence; the others stand in the evidence.
const named = 2

/** The verdict as one sentence: what it is about, the word in words, and what decided. */
export function sentenceOf(
  title: string,
  word: Word,
  { rule, on, missing }: { rule: string; on: readonly Signal[]; missing?: string | undefined },
): string {
  const causes = on.slice(0, named).map(({ evidence }) => shown(evidence.says))
  const more = on.length > named ? ` and ${on.length - named} more` : ''
  const cause = causes.length === 0 ? rule : `${causes.join('; ')}${more}`
  const wanted = missing === undefined ? '' : `; missing: ${shown(missing)}`
  return `${title === '' ? 'It' : title} ${is[word]}: ${cause}${wanted}`
}
