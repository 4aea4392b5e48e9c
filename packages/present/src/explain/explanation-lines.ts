import type { Condition } from '@sitrep/conditions'
import {
  type AdviceTable,
  formatAddress,
  formatRef,
  type KubeObject,
  managementCluster,
  type ObjectRef,
  refKey,
} from '@sitrep/status'
import { adviceOn } from '../advice.ts'
import type { Line, Span } from '../meaning.ts'
import { meaningOf } from '../polarity.ts'
import { span } from '../safe-text.ts'
import { wrapSpans } from '../wrap-spans.ts'
import { type CauseStep, causeSteps, statusSpan } from './cause-lines.ts'
import {
  alike,
  type Explained,
  type ExplainedChoice,
  type ExplainedRead,
  type ExplainedValue,
  isMissingObject,
  isTrouble,
  subjectOf,
} from './explained.ts'
import { chainTo, firstCauses } from './first-causes.ts'
import { isHeld, type Weighing } from './gravity.ts'
import { type HeadlineOptions, headline } from './headline.ts'
import { type LookedAt, lookCommands, type Reach } from './look-commands.ts'

/** What shapes the page: the present time, and how the reader reaches the objects. */
export interface ExplanationOptions extends HeadlineOptions {
  /** Also the rule that decided, the rules that did not apply and what they read. */
  readonly verbose?: boolean
  /** Left out: no command is offered. */
  readonly reach?: Reach
  /** Columns of the terminal; unlimited in a pipe. */
  readonly width?: number
  /** What the families know to help. */
  readonly advice: readonly AdviceTable[]
  /** The objects at which trouble begins, as far as they are at hand. */
  readonly objectOf?: (ref: ObjectRef) => KubeObject | undefined
}

/**
 * The answer: the sentence, the chain of causes, what usually helps and what to type next. Who asks for more gets the rule that decided and
 * all that it rests on.
 */
export function explanationLines(explained: Explained, options: ExplanationOptions): readonly Line[] {
  const { reach, width, verbose = false } = options
  const wrong = isTrouble(explained) || options.despite === true || isHeld(explained, options)
  const lines = [
    [span(headline(explained, options), 'heading')],
    ...(verbose ? apart(evidence(explained)) : []),
    ...(wrong
      ? apart(
          section(
            'Because:',
            causeChain(explained, options).map(({ line }) => line),
          ),
        )
      : []),
    ...(wrong && verbose
      ? apart(section('Where it begins:', beginningsOf(explained, options).flatMap(beginning)))
      : []),
    ...(wrong ? remedy(explained, options) : []),
  ]
  return [
    ...lines.flatMap((line) => (width === undefined ? [line] : wrapSpans(line, width))),
    ...(wrong && reach !== undefined ? next(explained, { ...options, reach }) : []),
  ]
}

/** The way from a condition down to where its trouble begins, step by step; what an object says of itself stands in the sentence already. */
export function causeChain(explained: Explained, weighing: Weighing): readonly CauseStep[] {
  const groups = alike(firstCauses(explained, weighing))
  const { causes } = chainTo(explained, groups.slice(0, mostCauses).flat())
  const [only, ...others] = causes
  const told = only !== undefined && others.length === 0 && only.causes.length === 0
  if (told && refKey(only.ref) === refKey(explained.ref)) return []
  const rest = groups.length - mostCauses
  return [...causeSteps(causes), ...(rest > 0 ? [{ line: muted(`and ${rest} more first causes`) }] : [])]
}

function evidence(explained: Explained): readonly Line[] {
  const passedOver = explained.decision?.row?.passedOver ?? []
  return [
    ...deciding(explained),
    ...section('Rows above it that did not apply:', passedOver.map(muted)),
    ...section('It rests on:', explained.inputs.map(valueLine)),
    ...section(
      'It could not look at:',
      (explained.reads ?? []).filter(({ answer }) => !answer.read).map(unreadLine),
    ),
    ...section('It chose:', (explained.chosen ?? []).map(choiceLine)),
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
function beginningsOf(explained: Explained, weighing: Weighing): readonly Explained[] {
  const causes = firstCauses(explained, weighing)
  return alike(causes.length === 0 ? [explained] : causes)
    .slice(0, mostCauses)
    .map(([first]) => first)
}

function remedy(explained: Explained, options: ExplanationOptions): readonly Line[] {
  const { advice: tables, objectOf } = options
  const helps = beginningsOf(explained, options).flatMap((cause) =>
    adviceOn({ ...cause, object: objectOf?.(cause.ref) }, tables),
  )
  return apart(
    section(
      'What usually helps:',
      [...new Set(helps)].map((help): Line => [span(`  ${help}`)]),
    ),
  )
}

// A command stays in one line, however long: it is there to be copied. In short, the one that shows most of the first cause.
function next(
  explained: Explained,
  options: ExplanationOptions & { readonly reach: Reach },
): readonly Line[] {
  const causes = beginningsOf(explained, options)
  const self = refKey(explained.ref)
  const commands = causes.flatMap((cause) => {
    const all = lookCommands({ ...lookedAt(cause), known: refKey(cause.ref) === self }, options.reach)
    return options.verbose ? all : all.slice(0, isRemote(cause) ? all.length : 1)
  })
  const shown = options.verbose ? commands : commands.slice(0, mostCommands)
  return apart(
    section(
      'Next:',
      [...new Set(shown)].map((line): Line => [span(`  ${line}`)]),
    ),
  )
}

// The way into a workload cluster takes two lines.
const mostCommands = 2
const isRemote = ({ ref }: Explained): boolean => (ref.cluster ?? managementCluster) !== managementCluster

const lookedAt = ({ ref, at, type, decision }: Explained): Omit<LookedAt, 'known'> => ({
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
