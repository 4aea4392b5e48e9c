import type { Condition } from '@sitrep/conditions'
import { formatRef, type ObjectRef } from '@sitrep/status'
import { ageOf } from './age.ts'
import type { Line, Span } from './meaning.ts'
import { meaningOf } from './polarity.ts'
import { span } from './safe-text.ts'

/** Why one condition is as it is, as the engine tells it. */
export interface Explained {
  readonly ref: ObjectRef
  readonly type: string
  readonly condition: Condition | undefined
  readonly decision:
    | {
        readonly by: string
        readonly row?: {
          readonly index: number
          readonly words: string
          readonly passedOver: readonly string[]
        }
      }
    | undefined
  readonly decidedBy: ObjectRef | undefined
  readonly inputs: readonly {
    readonly ref: ObjectRef
    readonly condition?: string
    readonly field?: string
    readonly value: unknown
  }[]
  readonly causes: readonly Explained[]
}

/** The way from a condition down to where it began, the first cause last. */
export function chainOf(explained: Explained): readonly Explained[] {
  const next = explained.causes.find(isTrouble) ?? explained.causes[0]
  return next === undefined ? [explained] : [explained, ...chainOf(next)]
}

const isTrouble = ({ type, condition }: Explained): boolean => {
  if (condition === undefined) return true
  const meaning = meaningOf(type, condition.status)
  return meaning !== 'good' && meaning !== 'plain'
}

/** One sentence that can be pasted into a ticket: what is wrong with what, since when, and where it began. */
export function headline(explained: Explained, now: string): string {
  const { ref, type, condition } = explained
  const subject = formatRef(ref)
  if (condition === undefined) return `${subject} has no condition ${type}`
  const since =
    condition.lastTransitionTime === undefined ? '' : ` for ${ageOf(condition.lastTransitionTime, now)}`
  const claim = `${subject} ${claimOf(type, condition.status)}${since}`
  const chain = chainOf(explained)
  const first = chain.at(-1)
  if (first === undefined || first === explained) return `${claim}${because(condition, explained)}`
  return `${claim} because of ${formatRef(first.ref)}: ${causeOf(first)}`
}

function claimOf(type: string, status: string): string {
  if (status === 'True') return `is ${spoken(type)}`
  return status === 'False' ? `is not ${spoken(type)}` : `may or may not be ${spoken(type)}`
}

// `NodeHealthy` reads as it is written; a type of one word reads as a word.
const spoken = (type: string): string => (/^[A-Z][a-z]+$/.test(type) ? type.toLowerCase() : type)

function because({ reason, message }: Condition, { decision }: Explained): string {
  const words = firstLine(message) || decision?.row?.words || reason
  return words === '' ? '' : `: ${words}`
}

function causeOf({ type, condition, decision }: Explained): string {
  if (condition === undefined) return `it does not report ${type}`
  const words = firstLine(condition.message) || decision?.row?.words || ''
  return words === ''
    ? `${type} is ${condition.status} (${condition.reason})`
    : `${words} (${type} is ${condition.status}, ${condition.reason})`
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').replace(/^\*\s*/, '')

/** The whole answer: the sentence, the rule that decided, what it read, and the chain of causes. */
export function explanationLines(explained: Explained, now: string): readonly Line[] {
  const { decision, inputs } = explained
  const row = decision?.row
  return [
    [span(headline(explained, now), 'heading')],
    [],
    ...deciding(explained),
    ...(row === undefined || row.passedOver.length === 0
      ? []
      : [
          [span('Rows above it that did not apply:', 'muted')],
          ...row.passedOver.map((words): Line => [span(`  ${words}`, 'muted')]),
        ]),
    ...(inputs.length === 0 ? [] : [[span('It rests on:')], ...inputs.map(inputLine)]),
    ...(explained.causes.length === 0 ? [] : [[], [span('Causes:')], ...causeLines(explained.causes, 1)]),
  ]
}

function deciding({ ref, type, condition, decision, decidedBy }: Explained): readonly Line[] {
  const status: Span =
    condition === undefined
      ? span('absent', 'unknown')
      : span(condition.status, meaningOf(type, condition.status))
  const said: Line = [
    span(`${formatRef(ref)} ${type} is `),
    status,
    span(condition === undefined ? '' : ` (${condition.reason})`),
  ]
  if (decision === undefined)
    return [said, [span('It is reported by somebody else; Sitrep does not decide it.', 'muted')]]
  const by = decision.row === undefined ? byWords(decision.by) : `the rule: ${decision.row.words}`
  return [
    said,
    [span(`Decided by ${by}${decidedBy === undefined ? '' : `, on behalf of ${formatRef(decidedBy)}`}`)],
  ]
}

function byWords(by: string): string {
  if (by === 'summary') return 'a summary of its other conditions'
  if (by === 'aggregate') return 'an aggregate of the objects below it'
  return by === 'mirror' ? 'a mirror of another object' : 'its definition'
}

function inputLine({ ref, condition, field, value }: Explained['inputs'][number]): Line {
  const where = condition ?? field ?? ''
  if (condition === undefined)
    return [span(`  ${formatRef(ref)} ${where} = ${JSON.stringify(value) ?? 'absent'}`)]
  const found = value as Condition | undefined
  if (found === undefined) return [span(`  ${formatRef(ref)} ${where} = `), span('absent', 'unknown')]
  return [
    span(`  ${formatRef(ref)} ${where} = `),
    span(found.status, meaningOf(condition, found.status)),
    span(` (${found.reason})`),
  ]
}

const mostCauses = 5

function causeLines(causes: readonly Explained[], depth: number): readonly Line[] {
  const indent = '  '.repeat(depth)
  // What is well caused nothing; it is shown only where nothing else could have.
  const troubles = causes.filter(isTrouble)
  const relevant = troubles.length > 0 ? troubles : causes
  const shown = relevant.slice(0, mostCauses)
  const rest = relevant.length - shown.length
  return [
    ...shown.flatMap((cause) => [causeLine(cause, indent), ...causeLines(cause.causes, depth + 1)]),
    ...(rest > 0 ? [[span(`${indent}and ${rest} more`, 'muted')]] : []),
  ]
}

function causeLine({ ref, type, condition, decision }: Explained, indent: string): Line {
  const status: Span =
    condition === undefined
      ? span('absent', 'unknown')
      : span(condition.status, meaningOf(type, condition.status))
  const words = firstLine(condition?.message ?? '') || decision?.row?.words || condition?.reason || ''
  return [span(`${indent}${formatRef(ref)} ${type} is `), status, span(words === '' ? '' : `: ${words}`)]
}
