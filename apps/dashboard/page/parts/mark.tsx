import type { Meaning } from '@sitrep/present'
import type { Weight } from '../../src/answers.ts'

/** How something looks: a form and a colour, which always mean the same. */
type Look = 'good' | 'bad' | 'unknown' | 'progressing' | 'paused' | 'plain'

const looks: Readonly<Record<Weight | Meaning, Look>> = {
  wrong: 'bad',
  unclear: 'unknown',
  paused: 'paused',
  underway: 'progressing',
  fine: 'good',
  good: 'good',
  bad: 'bad',
  unknown: 'unknown',
  progressing: 'progressing',
  plain: 'plain',
  muted: 'plain',
  heading: 'plain',
}

/** What each weight is called where several are counted. */
export const weightWords: Readonly<Record<Weight, string>> = {
  wrong: 'wrong',
  unclear: 'unclear',
  paused: 'paused',
  underway: 'under way',
  fine: 'fine',
}

/** What each meaning is called beside its form. */
export const meaningWords: Readonly<Record<Meaning, string>> = {
  good: 'as it should be',
  bad: 'not as it should be',
  unknown: 'not known',
  progressing: 'under way',
  plain: 'neither good nor bad',
  muted: 'neither good nor bad',
  heading: 'neither good nor bad',
}

/** The class that colours what means this. */
export const lookClass = (of: Weight | Meaning): string => `is-${looks[of]}`

// Each has a form of its own: whoever sees no colours tells them apart.
const forms: Readonly<Record<Look, string>> = {
  good: 'M3.5 8.5l3 3 6-7',
  bad: 'M4 4l8 8M12 4l-8 8',
  unknown: 'M5.6 5.8a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2.9-1.2 1.9M8 12.4v.2',
  progressing: 'M12.8 8a4.8 4.8 0 1 1-1.5-3.5M11.6 1.9v2.8H8.8',
  paused: 'M5.5 3.5v9M10.5 3.5v9',
  plain: 'M6 8h4',
}

/** The form of a meaning. The word for it stands beside it, or is given as `label`. */
export function Mark({ of, label }: { readonly of: Weight | Meaning; readonly label?: string }) {
  const look = looks[of]
  const named =
    label === undefined ? { 'aria-hidden': 'true' as const } : { role: 'img' as const, 'aria-label': label }
  return (
    <svg class={`mark is-${look}`} viewBox="0 0 16 16" width="16" height="16" {...named}>
      <path d={forms[look]} />
    </svg>
  )
}

/** A word with its form. */
export function Word({ of, word }: { readonly of: Weight | Meaning; readonly word: string }) {
  return (
    <span class={`word ${lookClass(of)}`}>
      <Mark of={of} />
      <span>{word}</span>
    </span>
  )
}
