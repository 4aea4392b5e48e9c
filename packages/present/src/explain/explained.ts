import type { Condition } from '@sitrep/conditions'
import { formatAddress, formatRef, type ObjectRef, refKey } from '@sitrep/status'
import { meaningOf } from '../polarity.ts'
import { withoutName } from '../without-name.ts'

/** Why one condition is as it is, as the engine tells it. */
export interface Explained {
  readonly ref: ObjectRef
  readonly type: string
  /** The list in which it stands, as it is written; absent for `status.conditions`. */
  readonly at?: string | undefined
  readonly condition?: Condition | undefined
  /** What it should say, where another writer says it. */
  readonly expected?: Condition | undefined
  /** Another writer says it, and the decision only tells what it rests on. */
  readonly given?: true | undefined
  readonly decision?:
    | {
        readonly by: string
        readonly row?: {
          readonly index: number
          readonly words: string
          readonly passedOver: readonly string[]
        }
      }
    | undefined
  readonly decidedBy?: ObjectRef | undefined
  /** What was chosen in the same pass: an action, an event, when to look again. */
  readonly chosen?: readonly ExplainedChoice[]
  readonly inputs: readonly ExplainedValue[]
  /** All that was looked at; only what could not be read is told. */
  readonly reads?: readonly ExplainedRead[]
  readonly causes: readonly Explained[]
  /** It stands in the chain once already, and there with its causes. */
  readonly elsewhere?: true | undefined
}

/** What a table chose, and the row that did. */
export interface ExplainedChoice {
  readonly table: string
  readonly outcome: unknown
  readonly row: { readonly words: string }
}

/** A condition or a field that a decision rests on, with what was found there; or an object as a whole, `true` where it is there. */
export interface ExplainedValue {
  readonly ref: ObjectRef
  readonly at?: string
  readonly condition?: string
  readonly field?: string
  readonly value?: unknown
}

export interface ExplainedRead {
  readonly query: { readonly kind: string; readonly namespace?: string; readonly name?: string }
  readonly answer: { readonly read: boolean; readonly why?: string }
}

/** Whether this is an object as a whole that is not there. */
export const isMissingObject = ({ condition, field, value }: ExplainedValue): boolean =>
  condition === undefined && field === undefined && (value === undefined || value === null)

/** Tells conditions of a world apart. */
export const keyOf = (explained: Explained): string => `${refKey(explained.ref)} ${formatAddress(explained)}`

/** What a condition is said of: the object, or an entry of it. */
export const subjectOf = ({ ref, at }: Explained): string =>
  at === undefined || at === '' ? formatRef(ref) : `${formatRef(ref)} ${at}`

/** Whether a condition is not as it is when all is well. */
export function isTrouble({ type, condition }: Explained): boolean {
  if (condition === undefined) return true
  const meaning = meaningOf(type, condition.status)
  return meaning !== 'good' && meaning !== 'plain'
}

/** Those that differ in nothing but their own name, all the way down, together; in the order in which they came. */
export function alike(causes: readonly Explained[]): readonly (readonly [Explained, ...Explained[]])[] {
  const groups = new Map<string, [Explained, ...Explained[]]>()
  for (const cause of causes) {
    const key = likeness(cause)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [cause])
    else group.push(cause)
  }
  return [...groups.values()]
}

/** The same for those that differ in nothing but their own name, all the way down. */
export const likeness = (cause: Explained): string => JSON.stringify(likenessOf(cause))

function likenessOf(cause: Explained): unknown {
  const { ref, type, condition, causes } = cause
  const words = withoutName(wordsOf(cause), ref.name)
  const below = causes.filter(isTrouble).map(likenessOf)
  return [ref.cluster, ref.kind, type, condition?.status, condition?.reason, words, below]
}

/** Whether a condition says yes or no. */
export const isCertain = ({ condition }: Explained): boolean =>
  condition?.status === 'True' || condition?.status === 'False'

/** What was said in one line: bullets that a colon announces are drawn into it. */
export function gist(message: string): string {
  const lines = message.split('\n').map((line) => line.trim().replace(/^\*\s*/, ''))
  const end = lines.findIndex((line) => !line.endsWith(':'))
  return lines.slice(0, end === -1 ? lines.length : end + 1).join(' ')
}

/**
 * The words for a cause: its message, else the rule that decided, else its reason. A rule that only takes what is left says nothing, and
 * what is no answer is said to be none.
 */
export const wordsOf = ({ type, condition, decision }: Explained): string => {
  const { status = '', message = '', reason = '' } = condition ?? {}
  if (condition !== undefined && !answers.includes(status))
    return `${type} is ${JSON.stringify(status)}, which is neither True nor False nor Unknown`
  const rule = decision?.row?.words ?? ''
  return gist(message).replace(/\.$/, '') || (rule.startsWith('otherwise') ? '' : rule) || reason
}

const answers: readonly string[] = ['True', 'False', 'Unknown']
