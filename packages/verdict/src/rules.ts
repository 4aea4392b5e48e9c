import { type Facts, saying } from './facts.ts'
import type { Signal } from './signal.ts'
import { hasEndTime } from './signals/outcomes.ts'
import type { Confidence, Word } from './verdict.ts'

/**
 * One row: when it applies in words, what it rests on (nothing: it does not apply), and the word that follows; of `Unknown`
 * also what is missing.
 */
export type VerdictRow = readonly [
  words: string,
  on: (facts: Facts) => readonly Signal[] | undefined,
  word: Word,
  missing?: (facts: Facts, on: readonly Signal[]) => string,
]

const some = (signals: readonly Signal[]): readonly Signal[] | undefined =>
  signals.length > 0 ? signals : undefined

const given = (holds: boolean, signals: readonly Signal[] = []): readonly Signal[] | undefined =>
  holds ? signals : undefined

const silent = ({ subject, quiet, signals }: Facts): boolean =>
  !subject.reported &&
  quiet === undefined &&
  !signals.some(({ sense }) => sense === 'progress' || sense === 'unknown')

const ended = (facts: Facts): readonly Signal[] | undefined =>
  facts.subject.ends || hasEndTime(facts.subject) ? some(saying(facts, 'done', 'whole')) : undefined

// What has come to a good end has got over what went wrong with its parts.
const failed = (facts: Facts): readonly Signal[] | undefined =>
  some(saying(facts, 'final', ended(facts) === undefined ? undefined : 'whole'))

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

const goodOnes = (facts: Facts): readonly Signal[] => saying(facts, 'good').filter(({ guessed }) => !guessed)

// Each entry of a list speaks for itself; how many there should be, and whether that is all, nobody says.
const inList = ({ evidence }: Signal): boolean => /\[.*\]./.test(evidence.path)

const goodParts = (facts: Facts): readonly Signal[] | undefined =>
  goodOnes(facts).every(inList) ? undefined : some(goodOnes(facts))

const unread = (facts: Facts): readonly Signal[] => facts.signals.filter((each) => each.unread === true)

const denied = (facts: Facts): readonly Signal[] | undefined =>
  facts.current ? some(facts.signals.filter(({ denies }) => denies)) : undefined

const list = (on: readonly Signal[], show: (signal: Signal) => string): string => {
  const shown = [...new Set(on.map(show))]
  return `${shown.slice(0, mostNamed).join(', ')}${shown.length > mostNamed ? ' and others' : ''}`
}
const mostNamed = 3

const knownMeaning = (_facts: Facts, on: readonly Signal[]): string =>
  `what ${list(on, ({ evidence }) => `${evidence.path} ${evidence.value}`)} means for this kind`

function anySign(facts: Facts): string {
  const words = unread(facts)
  if (words.length > 0) return knownMeaning(facts, words)
  const keys = Object.keys(facts.subject.status).slice(0, mostNamed)
  return `a condition, a state or a counter that tells: the status holds ${keys.length === 0 ? 'none' : `only ${keys.join(', ')}`}`
}

/** Decides on kinds of which it is known that they have nothing to report. */
export const quietRule = 'this kind reports nothing while all is well'
const seenRule = 'this kind reports only that it was seen, and it was'

/**
 * How a word is found: the first row that rests on something decides.
 * Nothing below says Ready because something is missing, but for kinds of which that is known.
 */
// biome-ignore format: the table is the specification; its columns stay aligned
export const verdictRows: readonly VerdictRow[] = [
  ['it is being deleted',                                          (f) => some(f.deleting),                                  'Terminating'],
  ['somebody has paused it',                                       (f) => some(f.held),                                      'Paused'],
  ['it was created a moment ago and nothing is reported yet',      (f) => given(silent(f) && f.young, saying(f, 'missing')), 'Progressing'],
  ['nothing is reported',                                          (f) => given(silent(f), saying(f, 'missing')),            'Unknown', () => 'a status: nobody has written one'],
  ['what is reported is about another generation',                 (f) => some(f.outdated),                                  'Stale'],
  ['it has failed for good',                                       failed,                                                   'Stalled'],
  ['it reports a problem',                                         (f) => some(saying(f, 'bad', 'whole')),                   'Degraded'],
  ['it has come to a good end',                                    ended,                                                    'Ready'],
  ['a part of it reports a problem',                               (f) => some(saying(f, 'bad', 'part')),                    'Degraded'],
  ['it reports that it is paused',                                 (f) => some(saying(f, 'paused')),                         'Paused'],
  ['work goes on',                                                 (f) => some(saying(f, 'progress')),                       'Progressing'],
  ['it reports that it is not ready and does not say why',         (f) => some(saying(f, 'unready')),                        'Degraded'],
  ['something that must be reported is not',                       (f) => some(saying(f, 'missing')),                        'Progressing'],
  ['what is reported is unknown',                                  unknown,                                                  'Unknown', (_, on) => `a plain answer at ${list(on, ({ evidence }) => evidence.path)}`],
  ['it reports that it is good',                                   good,                                                     'Ready'],
  ['it ends by itself and has not yet',                            (f) => given(f.subject.ends && f.subject.reported, f.signals.slice(0, 1)), 'Progressing'],
  ['its main state is a word that nobody knows',                   (f) => given(unread(f).length > 0 && goodParts(f) !== undefined, unread(f)), 'Unknown', knownMeaning],
  ['all parts that report are good',                               goodParts,                                                'Ready'],
  ['only stages on the way are reported',                          (f) => some(saying(f, 'step')),                           'Progressing'],
  ['problems are denied for the present generation',               denied,                                                   'Ready'],
  [quietRule,                                                      (f) => given(f.quiet !== undefined),                      'Ready'],
  [seenRule,                                                       (f) => given(f.current && f.subject.knowledge.some(({ seenIsEnough }) => seenIsEnough)), 'Ready'],
  ['one good word is all that it says',                            (f) => some(saying(f, 'good', 'whole')),                  'Ready'],
  ['only entries of a list are reported, and nothing sums them up', (f) => some(goodOnes(f)),                                'Unknown', () => 'a condition or a state that speaks for all entries together'],
  ['nobody knows which answer of its conditions is the good one',  (f) => some(saying(f, 'good')),                           'Unknown', (_, on) => `which answer of ${list(on, ({ evidence }) => evidence.path)} is the good one`],
  ['nothing that is reported says whether it is good',             () => [],                                                 'Unknown', anySign],
]

/** Why a row applies, in words: of a kind that may report nothing, why it may. */
export const reasonOf = ({ quiet }: Facts, rule: string): string =>
  rule === quietRule && quiet !== undefined ? quiet.because : rule

/** How sure a verdict is. The best of what decided counts: one known fact makes more than many guesses. */
export function confidenceOf(
  { quiet }: Facts,
  { rule, on }: { rule: string; on: readonly Signal[] },
): Confidence {
  if (rule === quietRule && quiet !== undefined) return quiet.confidence
  if (rule === seenRule || on.some(({ known }) => known)) return 'rule'
  return on.length > 0 && on.every(({ guessed }) => guessed) ? 'guess' : 'convention'
}
