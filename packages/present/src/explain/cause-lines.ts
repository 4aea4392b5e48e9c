import type { Condition } from '@sitrep/conditions'
import type { Line, Span } from '../meaning.ts'
import { meaningOf } from '../polarity.ts'
import { span } from '../safe-text.ts'
import { alike, type Explained, isTrouble, subjectOf, wordsOf } from './explained.ts'

const mostCauses = 5
const mostNames = 3

/** The chain of causes, one step deeper a level. Siblings with the same cause stand in one line. */
export function causeLines(causes: readonly Explained[], depth: number = 1): readonly Line[] {
  const indent = '  '.repeat(depth)
  // What is well caused nothing.
  const groups = alike(causes.filter(isTrouble))
  const rest = groups.slice(mostCauses).flat().length
  return [
    ...groups
      .slice(0, mostCauses)
      .flatMap(([first, ...others]) => [
        causeLine(first, others, indent),
        ...causeLines(first.causes, depth + 1),
      ]),
    ...(rest > 0 ? [[span(`${indent}and ${rest} more`, 'muted')]] : []),
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
  const names = others.map(({ ref: other }) => other.name).slice(0, mostNames)
  const more = others.length > mostNames ? `, … (${others.length - mostNames} more)` : ''
  const same = others.length === 0 ? '' : `, the same of ${names.join(', ')}${more}`
  return [
    span(`${indent}${subjectOf(cause)} ${type} is `),
    statusSpan(type, condition),
    span(words === '' ? '' : `: ${words}`),
    span(same, 'muted'),
  ]
}
