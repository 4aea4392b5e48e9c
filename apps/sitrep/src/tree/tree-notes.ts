import type { Condition } from '@sitrep/conditions'
import { meaningOf, type Span, span } from '@sitrep/present'
import { conditionsOf, type JudgedBranch } from './branch-verdict.ts'

/** The lines below a row: the message of its verdict, then the conditions that are wanted. */
export function notesOf(branch: JudgedBranch, show: string): readonly (readonly Span[])[] {
  const { verdict, sameStory } = branch
  const message = verdict?.meaning === 'good' ? '' : (verdict?.message ?? '')
  const own = message === '' ? [] : message.split('\n').map((line) => [span(''), span(line, 'muted')])
  const listed = conditionsOf(branch)
    .filter((condition) => isShown(condition, show, { spoken: verdict?.type, message, sameStory }))
    .flatMap((condition) => conditionNotes(condition, show))
  return [...own, ...listed]
}

// Among failing conditions, one of several lines tells of the objects below, and those tell it themselves.
function conditionNotes(
  { type, status, reason = '', message = '' }: Condition,
  show: string,
): readonly (readonly Span[])[] {
  const meaning = meaningOf(type, status)
  const [first = '', ...rest] = message.split('\n')
  const head = `${type} ${status} ${reason}`.trim()
  if (rest.length === 0) return [[span(''), span(first === '' ? head : `${head}: ${first}`, meaning)]]
  const lines = show === 'failing' ? [] : [first, ...rest]
  return [[span(''), span(head, meaning)], ...lines.map((line) => [span(''), span(`  ${line}`, 'muted')])]
}

interface Told {
  readonly spoken: string | undefined
  readonly message: string
  readonly sameStory: readonly string[]
}

// What the verdict or its message tells already is not told twice.
function isShown(
  { type, status, message: own = '' }: Condition,
  show: string,
  { spoken, message, sameStory }: Told,
): boolean {
  if (show === 'none') return false
  if (show === 'all') return true
  if (show !== 'failing')
    return show.split(',').some((wanted) => wanted.trim().toLowerCase() === type.toLowerCase())
  const meaning = meaningOf(type, status)
  if (sameStory.includes(type) && sameStory.includes(spoken ?? '')) return false
  if (type === spoken || (meaning !== 'bad' && meaning !== 'unknown')) return false
  return !message.includes(`${type}:`) && (own === '' || !message.includes(own))
}
