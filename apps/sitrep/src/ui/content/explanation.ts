import {
  adviceOn,
  ageOf,
  causeChain,
  firstCauses,
  headline,
  type Line,
  lookCommands,
  meaningOf,
  type Reach,
  span,
} from '@sitrep/present'
import {
  addressedConditions,
  formatAddress,
  formatRef,
  listsOf,
  type ObjectRef,
  refKey,
} from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import type { ComputedObject } from '../../source/computed-world.ts'
import { inNewestLayout } from '../../source/newest-layout.ts'
import type { ToldTrouble } from '../../trouble/told-trouble.ts'
import type { Content } from '../page.ts'
import { askingOf, type Sight, seenIn } from '../sight.ts'
import { goneContent } from './gone.ts'
import { type TextLine, textRows } from './text-rows.ts'

export interface ExplanationPageOptions {
  readonly now: string
  readonly width: number
  readonly reach: Reach
}

/** Why an object is as it is: the sentence, the chain of causes, what usually helps, its conditions and what to type next. */
export function explanationContent(
  sight: Sight,
  ref: ObjectRef,
  { now, width, reach }: ExplanationPageOptions,
): Content {
  const object = seenIn(sight, ref)
  if (object === undefined) return goneContent('Explanation', ref)
  const told = sight.told.get(refKey(ref))
  const asking = askingOf(sight, now)
  const lines: TextLine[] = [
    { line: [span(sentenceOf(object, told, asking), 'heading')] },
    ...section('Because:', told?.explained === undefined ? [] : causeChain(told.explained, asking)),
    ...section(
      'What usually helps:',
      remedies(object, told, sight).map((help) => ({ line: [span(`  ${help}`)] })),
    ),
    ...section(
      'Conditions:',
      conditionLines(object, sight, now).map((line) => ({ line })),
    ),
    ...section('Next:', [
      { line: [span(`  ${commandFor(told?.causes[0]?.ref ?? ref, reach)}`)], whole: true },
    ]),
  ]
  return { title: `Why ${formatRef(ref)} is so`, heads: [], filtered: false, rows: textRows(lines, width) }
}

const section = (title: string, lines: readonly TextLine[]): readonly TextLine[] =>
  lines.length === 0 ? [] : [{ line: [] }, { line: [span(title)] }, ...lines]

function sentenceOf(
  { ref, computed }: ComputedObject,
  told: ToldTrouble | undefined,
  asking: ReturnType<typeof askingOf>,
): string {
  if (told === undefined) return judge(computed, asking).sentence
  if (told.explained !== undefined) return headline(told.explained, { ...asking, whole: told.whole })
  return `${formatRef(ref)}: ${told.causes[0]?.words ?? ''}`
}

function remedies(object: ComputedObject, told: ToldTrouble | undefined, sight: Sight): readonly string[] {
  const tables = sight.families.flatMap(({ advice = [] }) => advice)
  const paused = told?.gravity === 'paused' ? [{ ref: object.ref, type: 'Paused' }] : []
  const causes = told?.explained === undefined ? [] : firstCauses(told.explained, askingOf(sight, sight.at))
  const helps = [...causes.slice(0, mostCauses), ...paused].flatMap((cause) =>
    adviceOn({ ...cause, object: seenIn(sight, cause.ref)?.computed }, tables),
  )
  return [...new Set(helps)]
}

const mostCauses = 3

function conditionLines({ computed }: ComputedObject, { families }: Sight, now: string): readonly Line[] {
  const object = inNewestLayout(computed)
  return addressedConditions(object, listsOf(families, object)).map(({ condition, ...address }) => {
    const { status, reason = '', message = '', lastTransitionTime } = condition
    const since = lastTransitionTime === undefined ? '' : ` for ${ageOf(lastTransitionTime, now)}`
    return [
      span(`  ${formatAddress(address)} is `),
      span(status, meaningOf(address.type, status)),
      span(reason === '' ? '' : ` (${reason})`),
      span(since, 'muted'),
      span(message === '' ? '' : `: ${message.replaceAll(/\s*\n\s*/g, ' ')}`),
    ]
  })
}

/** The command line that explains an object to somebody else. */
export const commandFor = (ref: ObjectRef, { kubectl: _, ...reach }: Reach): string =>
  lookCommands({ ref, type: '', computed: false }, reach)[0] ?? ''
