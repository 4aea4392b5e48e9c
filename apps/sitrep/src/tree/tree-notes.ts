import type { Condition } from '@sitrep/conditions'
import { meaningOf, type Span, span } from '@sitrep/present'
import { conditionsOf, type JudgedBranch } from './branch-verdict.ts'
import { rolloutWords } from './rollout.ts'

/** The lines below a row: how far its rollout is, the message of its verdict, then the conditions that are wanted. */
export function notesOf(branch: JudgedBranch, show: string): readonly (readonly Span[])[] {
  const { verdict, sameStory } = branch
  const message = verdict?.meaning === 'good' ? '' : (verdict?.message ?? '')
  const own = message === '' ? [] : message.split('\n').map((line) => [span(''), span(line, 'muted')])
  const counts = branch.object !== undefined && branch.grouped === undefined
  const rollout = counts ? rolloutWords(branch) : undefined
  const wanted = conditionsOf(branch)
    .filter((condition) => isShown(condition, show, { spoken: verdict?.type, message, sameStory }))
    .filter(({ type }) => show !== 'failing' || rollout === undefined || !rolloutTypes.has(type))
  const listed =
    show === 'failing' ? echoesFolded(wanted) : wanted.map((condition) => ({ condition, echoes: 0 }))
  return [
    ...(rollout === undefined ? [] : [[span(''), span(rollout, 'progressing')]]),
    ...own,
    ...listed.flatMap(({ condition, echoes }) => conditionNotes(condition, { show, echoes })),
  ]
}

// They say that a rollout goes on, which the line about it says better.
const rolloutTypes: ReadonlySet<string> = new Set(['UpToDate', 'RollingOut', 'MachinesUpToDate'])

interface Listed {
  readonly condition: Condition
  /** How many others say the same. */
  readonly echoes: number
}

// What several conditions say in the same words has one cause.
function echoesFolded(conditions: readonly Condition[]): readonly Listed[] {
  const storyOf = ({ type, status, reason, message = '' }: Condition): string =>
    message === '' ? type : JSON.stringify([status, reason, message])
  return [...Map.groupBy(conditions, storyOf).values()].flatMap(([condition, ...others]) =>
    condition === undefined ? [] : [{ condition, echoes: others.length }],
  )
}

// Among failing conditions, one of several lines tells of the objects below, and those tell it themselves.
function conditionNotes(
  { type, status, reason = '', message = '' }: Condition,
  { show, echoes }: { readonly show: string; readonly echoes: number },
): readonly (readonly Span[])[] {
  const meaning = meaningOf(type, status)
  const [first = '', ...rest] = message.split('\n')
  const head = `${type} ${status} ${reason}`.trim()
  const more = echoes === 0 ? '' : `, and ${echoes} more because of it`
  if (rest.length === 0) return [[span(''), span(first === '' ? head : `${head}: ${first}${more}`, meaning)]]
  const lines = show === 'failing' ? [] : [first, ...rest]
  return [
    [span(''), span(`${head}${more}`, meaning)],
    ...lines.map((line) => [span(''), span(`  ${line}`, 'muted')]),
  ]
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
