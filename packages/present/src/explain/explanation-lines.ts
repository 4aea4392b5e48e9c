import type { Condition } from '@sitrep/conditions'
import { type AdviceTable, formatAddress, formatRef, type KubeObject, type ObjectRef } from '@sitrep/status'
import { adviceOn } from '../advice.ts'
import type { Line, Span } from '../meaning.ts'
import { meaningOf } from '../polarity.ts'
import { span } from '../safe-text.ts'
import { wrapSpans } from '../wrap-spans.ts'
import { causeLines, statusSpan } from './cause-lines.ts'
import {
  alike,
  type Explained,
  type ExplainedChoice,
  type ExplainedRead,
  type ExplainedValue,
  firstCauses,
  isMissingObject,
  isTrouble,
  subjectOf,
} from './explained.ts'
import { headline } from './headline.ts'
import { type LookedAt, lookCommands, type Reach } from './look-commands.ts'

/** What shapes the page: the present time, and how the reader reaches the objects. */
export interface ExplanationOptions {
  readonly now: string
  /** Left out: no command is offered. */
  readonly reach?: Reach
  /** Columns of the terminal; unlimited in a pipe. */
  readonly width?: number
  /** What the families know to help. */
  readonly advice: readonly AdviceTable[]
  /** The objects at which trouble begins, as far as they are at hand. */
  readonly objectOf?: (ref: ObjectRef) => KubeObject | undefined
}

/** The whole answer: the sentence, the rule that decided, what it read, the chain of causes, what usually helps and where to look. */
export function explanationLines(explained: Explained, options: ExplanationOptions): readonly Line[] {
  const { now, reach, width } = options
  const lines = [...wholeAnswer(explained, now), ...(isTrouble(explained) ? remedy(explained, options) : [])]
  return [
    ...lines.flatMap((line) => (width === undefined ? [line] : wrapSpans(line, width))),
    ...(isTrouble(explained) && reach !== undefined ? whereToLook(explained, reach) : []),
  ]
}

function wholeAnswer(explained: Explained, now: string): readonly Line[] {
  const passedOver = explained.decision?.row?.passedOver ?? []
  return [
    [span(headline(explained, now), 'heading')],
    [],
    ...deciding(explained),
    ...section('Rows above it that did not apply:', passedOver.map(muted)),
    ...section('It rests on:', explained.inputs.map(valueLine)),
    ...section(
      'It could not look at:',
      (explained.reads ?? []).filter(({ answer }) => !answer.read).map(unreadLine),
    ),
    ...section('It chose:', (explained.chosen ?? []).map(choiceLine)),
    ...apart(section('Causes:', causeLines(explained.causes))),
  ]
}

// The older model of conditions has no reason where all is well.
const inBrackets = (reason: string | undefined): string => (reason ? ` (${reason})` : '')

const muted = (words: string): Line => [span(`  ${words}`, 'muted')]

const section = (title: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : [[span(title)], ...lines]

const apart = (lines: readonly Line[]): readonly Line[] => (lines.length === 0 ? [] : [[], ...lines])

function deciding(explained: Explained): readonly Line[] {
  const { type, condition, decision, decidedBy, expected, given } = explained
  const said: Line = [
    span(`${subjectOf(explained)} ${type} is `),
    statusSpan(type, condition),
    span(inBrackets(condition?.reason)),
  ]
  if (decision === undefined)
    return [said, [span('It is reported by somebody else; Sitrep does not decide it.', 'muted')]]
  if (given)
    return [said, [span(`It is reported by somebody else; ${decision.row?.words ?? 'it rests on others'}`)]]
  const says = expected === undefined ? [] : [expectedLine(type, expected, condition)]
  const by = decision.row === undefined ? byWords(decision.by) : `the rule: ${decision.row.words}`
  return [
    said,
    ...says,
    [span(`Decided by ${by}${decidedBy === undefined ? '' : `, on behalf of ${formatRef(decidedBy)}`}`)],
  ]
}

// Somebody else writes it: what Sitrep would say is worth knowing beside what is said.
const expectedLine = (type: string, expected: Condition, found: Condition | undefined): Line =>
  found?.status === expected.status && found.reason === expected.reason
    ? [span('It belongs to another writer; Sitrep would say the same')]
    : [
        span('It belongs to another writer; Sitrep would say '),
        statusSpan(type, expected),
        span(inBrackets(expected.reason)),
      ]

function byWords(by: string): string {
  if (by === 'summary') return 'a summary of its other conditions'
  if (by === 'aggregate') return 'an aggregate of the objects below it'
  return by === 'mirror' ? 'a mirror of another object' : 'its definition'
}

function valueLine(found: ExplainedValue): Line {
  const { ref, condition, field } = found
  if (condition !== undefined || field !== undefined) return partLine(found)
  return [span(`  ${formatRef(ref)} is `), isMissingObject(found) ? span('not there', 'bad') : span('there')]
}

function partLine({ ref, at, condition, field, value }: ExplainedValue): Line {
  const found = valueSpans(condition, value)
  const what = condition === undefined ? (field ?? '') : formatAddress({ at, type: condition })
  return [span(`  ${formatRef(ref)} ${what} = `), ...found]
}

function valueSpans(condition: string | undefined, value: unknown): readonly Span[] {
  if (value === undefined || value === null) return [span('absent', 'unknown')]
  if (condition === undefined) return [span(JSON.stringify(value))]
  const { status, reason } = value as Condition
  return [span(status, meaningOf(condition, status)), span(inBrackets(reason))]
}

const choiceLine = ({ table, outcome, row }: ExplainedChoice): Line => [
  span(`  ${table}: ${JSON.stringify(outcome)}`),
  span(` (${row.words})`, 'muted'),
]

function unreadLine({ query, answer }: ExplainedRead): Line {
  const { kind, namespace, name } = query
  const place = [namespace, name].filter((part) => part !== undefined && part !== '').join('/')
  return [
    span(`  ${kind}${place === '' ? 's' : ` ${place}`}: `),
    span(answer.why ?? 'no reason given', 'unknown'),
  ]
}

const mostCauses = 3

// One of those that are alike stands for all of them.
const beginningsOf = (explained: Explained): readonly Explained[] =>
  alike(firstCauses(explained))
    .slice(0, mostCauses)
    .map(([first]) => first)

// Where it began, with the field to look into; then what to do about it.
function remedy(
  explained: Explained,
  { advice: tables, objectOf }: Pick<ExplanationOptions, 'advice' | 'objectOf'>,
): readonly Line[] {
  const causes = beginningsOf(explained)
  const helps = causes.flatMap((cause) => adviceOn({ ...cause, object: objectOf?.(cause.ref) }, tables))
  const advice = [...new Set(helps)]
  return [
    ...apart(section('Where it begins:', causes.flatMap(beginning))),
    ...apart(
      section(
        'What usually helps:',
        advice.map((text): Line => [span(`  ${text}`)]),
      ),
    ),
  ]
}

// A command stays in one line, however long: it is there to be copied.
function whereToLook(explained: Explained, reach: Reach): readonly Line[] {
  const causes = beginningsOf(explained)
  const commands = causes.flatMap((cause) => lookCommands(lookedAt(cause), reach))
  return apart(
    section(
      'To look at it:',
      [...new Set(commands)].map((line): Line => [span(`  ${line}`)]),
    ),
  )
}

const lookedAt = ({ ref, at, type, decision }: Explained): LookedAt => ({
  ref,
  type: formatAddress({ at, type }),
  computed: decision !== undefined,
})

function beginning({ ref, at, type, condition, inputs }: Explained): readonly Line[] {
  const fields = inputs.filter((input) => input.field !== undefined || isMissingObject(input))
  if (fields.length > 0) return fields.map(valueLine)
  const found: Line = [
    span(`  ${formatRef(ref)} ${at ? `status.${at}.conditions` : 'status.conditions'}[${type}] = `),
    statusSpan(type, condition),
    span(inBrackets(condition?.reason)),
  ]
  return [found]
}
