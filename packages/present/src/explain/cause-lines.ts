import type { Condition } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { Line, Span } from '../meaning.ts'
import { meaningOf } from '../polarity.ts'
import { span } from '../safe-text.ts'
import { alike, type Explained, isTrouble, subjectOf, wordsOf } from './explained.ts'

const mostCauses = 5
const mostNames = 3

/** A line of the chain of causes, and the object of which it speaks; absent where it only counts. */
export interface CauseStep {
  readonly line: Line
  readonly ref?: ObjectRef
}

/** The chain of causes, one step deeper a level. Siblings with the same cause stand in one line. */
export function causeSteps(causes: readonly Explained[], depth: number = 1): readonly CauseStep[] {
  const indent = '  '.repeat(depth)
  // What is well caused nothing.
  const groups = alike(causes.filter(isTrouble))
  const rest = groups.slice(mostCauses).flat().length
  return [
    ...groups
      .slice(0, mostCauses)
      .flatMap(([first, ...others]) => [
        { line: causeLine(first, others, indent), ref: first.ref },
        ...causeSteps(first.causes, depth + 1),
      ]),
    ...(rest > 0 ? [{ line: [span(`${indent}and ${rest} more`, 'muted')] }] : []),
  ]
}

/** The status of a condition, coloured by what it means. */
export const statusSpan = (type: string, condition: Condition | undefined): Span =>
  condition === undefined
    ? span('absent', 'unknown')
    : span(condition.status, meaningOf(type, condition.status))

function causeLine(cause: Explained, others: readonly Explained[], indent: string): Line {
  const { type, condition } = cause
  const words = wordsOf(cause)
  const status = statusSpan(type, condition)
  const names = others.map(({ ref: other }) => other.name).slice(0, mostNames)
  const more = others.length > mostNames ? `, … (${others.length - mostNames} more)` : ''
  const same = others.length === 0 ? '' : `, the same of ${names.join(', ')}${more}`
  return [
    span(`${indent}${subjectOf(cause)} ${type} is `),
    // The colon stays with the word before it where a line is broken.
    ...(words === '' ? [status] : [{ ...status, text: `${status.text}:` }, span(` ${words}`)]),
    span(same, 'muted'),
  ]
}
