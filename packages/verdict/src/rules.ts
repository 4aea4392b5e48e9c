import { type Facts, saying } from './facts.ts'
import type { Signal } from './signal.ts'
import type { Word } from './verdict.ts'

/** One row: when it applies in words, what it rests on (nothing: it does not apply), and the word that follows. */
export type VerdictRow = readonly [
  words: string,
  on: (facts: Facts) => readonly Signal[] | undefined,
  word: Word,
]

const some = (signals: readonly Signal[]): readonly Signal[] | undefined =>
  signals.length > 0 ? signals : undefined

const given = (holds: boolean, signals: readonly Signal[] = []): readonly Signal[] | undefined =>
  holds ? signals : undefined

const silent = ({ subject, quiet, signals }: Facts): boolean =>
  !subject.reported && !quiet && !signals.some(({ sense }) => sense === 'progress' || sense === 'unknown')

function ended(facts: Facts): readonly Signal[] | undefined {
  return facts.subject.ends ? some(saying(facts, 'done', 'whole')) : undefined
}

function unknown(facts: Facts): readonly Signal[] | undefined {
  const whole = saying(facts, 'unknown', 'whole')
  if (whole.length > 0) return whole
  if (good(facts) !== undefined) return undefined
  return some(saying(facts, 'unknown', 'part'))
}

const good = (facts: Facts): readonly Signal[] | undefined =>
  some(
    [...saying(facts, 'good', 'whole'), ...saying(facts, 'done', 'whole')].filter(({ guessed }) => !guessed),
  )

const goodParts = (facts: Facts): readonly Signal[] | undefined =>
  some(saying(facts, 'good').filter(({ guessed }) => !guessed))

const denied = (facts: Facts): readonly Signal[] | undefined =>
  facts.current ? some(facts.signals.filter(({ denies }) => denies)) : undefined

/**
 * How a word is found: the first row that rests on something decides.
 * Nothing below says Ready because something is missing; the last two do so only for kinds of which it is known.
 */
// biome-ignore format: the table is the specification; its columns stay aligned
export const verdictRows: readonly VerdictRow[] = [
  ['it is being deleted',                                          (f) => some(f.deleting),                                  'Terminating'],
  ['somebody has paused it',                                       (f) => some(f.held),                                      'Paused'],
  ['it was created a moment ago and nothing is reported yet',      (f) => given(silent(f) && f.young, saying(f, 'missing')), 'Progressing'],
  ['nothing is reported',                                          (f) => given(silent(f), saying(f, 'missing')),            'Unknown'],
  ['what is reported is about another generation',                 (f) => some(f.outdated),                                  'Stale'],
  ['it has failed for good',                                       (f) => some(saying(f, 'final')),                          'Stalled'],
  ['it reports a problem',                                         (f) => some(saying(f, 'bad', 'whole')),                   'Degraded'],
  ['it has come to a good end',                                    ended,                                                    'Ready'],
  ['a part of it reports a problem',                               (f) => some(saying(f, 'bad', 'part')),                    'Degraded'],
  ['it reports that it is paused',                                 (f) => some(saying(f, 'paused')),                         'Paused'],
  ['work goes on',                                                 (f) => some(saying(f, 'progress')),                       'Progressing'],
  ['it reports that it is not ready and does not say why',         (f) => some(saying(f, 'unready')),                        'Degraded'],
  ['something that must be reported is not',                       (f) => some(saying(f, 'missing')),                        'Progressing'],
  ['what is reported is unknown',                                  unknown,                                                  'Unknown'],
  ['it reports that it is good',                                   good,                                                     'Ready'],
  ['it ends by itself and has not yet',                            (f) => given(f.subject.ends && f.subject.reported, f.signals.slice(0, 1)), 'Progressing'],
  ['all parts that report are good',                               goodParts,                                                'Ready'],
  ['only stages on the way are reported',                          (f) => some(saying(f, 'step')),                           'Progressing'],
  ['all is good as far as the names of its conditions tell',       (f) => some(saying(f, 'good')),                           'Ready'],
  ['problems are denied for the present generation',               denied,                                                   'Ready'],
  ['this kind reports nothing while all is well',                  (f) => given(f.quiet),                                    'Ready'],
  ['this kind reports only that it was seen, and it was',          (f) => given(f.current && f.subject.knowledge.some(({ seenIsEnough }) => seenIsEnough)), 'Ready'],
  ['nothing that is reported says whether it is good',             () => [],                                                 'Unknown'],
]
