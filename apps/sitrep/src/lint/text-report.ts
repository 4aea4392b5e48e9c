import { type Line, layTable, type Meaning, span, wrap } from '@sitrep/present'
import { formatRef, parseAddress } from '@sitrep/status'
import { formatPath, type LintSeverity, lintSeverities } from '@sitrep/verdict'
import type { LintReport, Reported } from './lint-observed.ts'

const meanings: Readonly<Record<LintSeverity, Meaning>> = { error: 'bad', warning: 'unknown', note: 'muted' }

/** What was found, object by object; why it matters and what helps is said once for each rule, below. */
export function textReport(report: LintReport, width: number | undefined): readonly Line[] {
  const byObject = Map.groupBy(report.findings, ({ ref, file }) => `${formatRef(ref)} ${file ?? ''}`)
  const rules = [...new Set(report.findings.map(({ rule }) => rule))]
  return [
    ...[...byObject.values()].flatMap((findings) => objectLines(findings, width)),
    ...(rules.length === 0 ? [] : [[span('Why, and what helps', 'heading')]]),
    ...rules.flatMap(({ id, why, fix }): readonly Line[] => [
      [span(`  ${id}`), span(`   ${docsOf(id)}`, 'muted')],
      ...[why, fix].flatMap((text) => wrap(`    ${text}`, width ?? 120).map((line): Line => [span(line)])),
    ]),
    ...(rules.length === 0 ? [] : [[]]),
    [span(countLine(report))],
  ]
}

function objectLines(findings: readonly Reported[], width: number | undefined): readonly Line[] {
  const [first] = findings
  if (first === undefined) return []
  const file = first.file === undefined ? [] : [span(`   ${first.file}`, 'muted')]
  const rows = findings.map(({ rule, path, address, says, place }) => [
    span(`  ${rule.severity}`, meanings[rule.severity]),
    span(rule.id),
    span(
      place === undefined ? (entryOf(address) ?? formatPath(path)) : `${place.line}:${place.column}`,
      'muted',
    ),
    span(says),
  ])
  const table = { columns: ['', '', '', ''], rows }
  const lines = layTable(table, { headings: false, ...(width !== undefined && { width }) })
  return [[span(formatRef(first.ref), 'heading'), ...file], ...lines, []]
}

// A position in a list of entries moves; the address of an entry says which one it is.
const entryOf = (address: string | undefined): string | undefined =>
  address !== undefined && parseAddress(address).at !== undefined ? address : undefined

function countLine({ objects, findings }: LintReport): string {
  const looked = `${objects} ${objects === 1 ? 'object' : 'objects'}`
  if (findings.length === 0) return `${looked}, nothing to complain about`
  const counts = lintSeverities
    .map((severity) => [findings.filter(({ rule }) => rule.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
  return `${counts.join(', ')} in ${looked}`
}

/** Where a rule is explained. */
export const docsOf = (id: string): string => `docs/lint/README.md#${id}`
