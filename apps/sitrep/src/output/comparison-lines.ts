import type { ComparisonReport, DisagreementCount, NotCompared } from '@sitrep/controller'
import { safeText } from '@sitrep/present'
import { at, isFields, kindKey, type ObjectRef } from '@sitrep/status'
import type { ComparedOnce } from '../program/compare-once.ts'
import { formatJson } from './format-json.ts'

/** What was compared, what differs and what could not be compared, for people. */
export function comparisonLines({ report, missing }: ComparedOnce): readonly string[] {
  const { items, stale, notCompared, changing } = report
  const parts: readonly (readonly string[])[] = [
    [totalsLine(report)],
    part('Differs', items.flatMap(countLines)),
    part(
      'Differs, and is known to be behind',
      stale.flatMap((each) => [...countLines(each), `    ${each.because}`]),
    ),
    part('Could not be compared', [
      ...missing.map((line) => `  ${safeText(line)}`),
      ...notCompared.map(notComparedLine),
    ]),
    part(
      'Changed a moment ago',
      changing === 0 ? [] : [`  ${counted(changing, 'difference')}, which may pass`],
    ),
    [closingLine(report, missing)],
  ]
  return parts.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
}

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines]

function totalsLine({ compared: { objects, conditions, fields }, profiles }: ComparisonReport): string {
  const languages = Object.entries(profiles).map(([family, profile]) => `${family}: ${profile}`)
  const spoken = languages.length === 0 ? '' : ` (${languages.join(', ')})`
  return `Compared ${counted(objects, 'object')}, ${counted(conditions, 'condition')} and ${counted(fields, 'field')}${spoken}`
}

function countLines({ group, kind, type, field, count, examples }: DisagreementCount): readonly string[] {
  const what = type === undefined ? `status.${field}` : type
  return [
    `  ${kindKey({ group, kind })} ${safeText(what)}: ${counted(count, 'object')}`,
    ...examples.flatMap(({ ref, reported, computed }) => [
      `    ${placeOf(ref)}`,
      `      reported: ${said(reported)}`,
      `      computed: ${said(computed)}`,
    ]),
    ...(count > examples.length ? [`    … and ${count - examples.length} more`] : []),
  ]
}

const placeOf = ({ namespace, name }: ObjectRef): string =>
  safeText(namespace === undefined ? name : `${namespace}/${name}`)

function said(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (!isFields(value)) return formatJson(value, 'line')
  if (at(value, 'status') === undefined) return formatJson(value, 'line')
  const parts = [at(value, 'status'), at(value, 'severity'), at(value, 'reason')]
  const words = parts.filter((word) => word !== undefined && word !== '').join(' ')
  const message = at(value, 'message') ?? ''
  return safeText(message === '' ? words : `${words}: ${String(message).replaceAll('\n', ' ⏎ ')}`)
}

function notComparedLine({ group, kind, why, count, examples }: NotCompared): string {
  const [first] = examples
  const which =
    first === undefined ? '' : ` ${placeOf(first)}${(count ?? 0) > 1 ? ` and ${(count ?? 0) - 1} more` : ''}`
  return `  ${kindKey({ group, kind })}${which}: ${safeText(why)}`
}

function closingLine(
  { compared, items, notCompared, changing }: ComparisonReport,
  missing: readonly string[],
): string {
  if (items.length > 0) {
    const differing = items.reduce((sum, { count }) => sum + count, 0)
    return `${counted(differing, 'difference')}.`
  }
  if (compared.objects === 0) return 'Nothing was compared.'
  if (notCompared.length > 0 || changing > 0 || missing.length > 0)
    return 'Nothing differs in what could be compared.'
  return 'Nothing differs.'
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
