import type { Condition } from '@sitrep/conditions'
import {
  ageOf,
  type Line,
  layTree,
  meaningOf,
  type Span,
  span,
  type TreeNode,
  widthOf,
  wrap,
} from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { isStale } from './object-table.ts'
import type { Branch } from './object-tree.ts'
import { wordMeaning } from './verdict-meaning.ts'

export interface TreeOptions {
  readonly now: string
  readonly width: number | undefined
  /** `failing`, `all`, or one type. */
  readonly show: string
  readonly depth: number
}

const columns = ['Name', 'Replicas', 'Available', 'Ready', 'Up to date', 'Status', 'Reason', 'Since']
const verdictTypes = ['Available', 'Ready', 'MachinesReady', 'Programmed', 'Accepted', 'Synced']
const gap = 2

/** The tree as lines: a row an object, its message below it with the same indentation. */
export function treeLines(tree: Branch, options: TreeOptions): readonly Line[] {
  const rows = layTree(nodeOf(grouped(tree), options, options.depth))
  const heads = columns.map((name): Span => ({ text: name.toUpperCase(), meaning: 'heading' }))
  const cells = [heads, ...rows.filter(({ note }) => !note).map((row) => row.cells)]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at]?.text ?? ''))))
  return [
    layRow(heads, widths),
    ...rows.flatMap(({ cells: row, note }) => (note ? noteLines(row, options.width) : [layRow(row, widths)])),
  ]
}

const layRow = (row: readonly Span[], widths: readonly number[]): Line =>
  row.map(({ text, meaning }, at) => ({
    text: text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text) + gap)),
    meaning,
  }))

// The branches stand in the first cell of a note, its text in the second.
function noteLines([branches, text]: readonly Span[], width: number | undefined): readonly Line[] {
  const indent = branches?.text ?? ''
  const lines = width === undefined ? [text?.text ?? ''] : wrap(text?.text ?? '', width - widthOf(indent))
  return lines.map((line) => [
    { text: indent, meaning: 'plain' },
    { text: line, meaning: text?.meaning ?? 'muted' },
  ])
}

function nodeOf(branch: Branch, options: TreeOptions, depth: number): TreeNode {
  const cells = cellsOf(branch, options)
  const children = depth <= 0 ? [] : branch.children.map((child) => nodeOf(child, options, depth - 1))
  return { cells, notes: notesOf(branch, options), children }
}

interface Counters {
  readonly replicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly upToDateReplicas?: number
}

function cellsOf({ label, object, missing }: Branch, { now }: TreeOptions): readonly Span[] {
  if (missing) return [span(label, 'bad'), ...blank(4), span('missing', 'bad')]
  if (object === undefined) return [span(label)]
  const { computed } = object
  const status = (computed.status ?? {}) as Counters
  const desired = (computed.spec as { replicas?: number } | undefined)?.replicas
  const verdict = verdictOf(computed)
  const name = span(
    `${label}${isStale(computed) ? ' *' : ''}${computed.metadata.deletionTimestamp === undefined ? '' : ' (deleting)'}`,
  )
  const counts = [
    status.replicas === undefined ? '' : `${status.replicas}${desired === undefined ? '' : `/${desired}`}`,
    status.availableReplicas,
    status.readyReplicas,
    status.upToDateReplicas,
  ]
  return [
    name,
    ...counts.map((count) => span(count === undefined ? '' : String(count))),
    verdict === undefined
      ? judged(computed, now)
      : span(`${verdict.type}: ${verdict.status}`, meaningOf(verdict.type, verdict.status)),
    span(verdict?.reason ?? ''),
    span(verdict === undefined ? '' : ageOf(verdict.lastTransitionTime, now), 'muted'),
  ]
}

// An object without any of these conditions is judged by what else it reports.
function judged(object: KubeObject, now: string): Span {
  const { word } = judge(object, { now })
  return span(word, wordMeaning(word))
}

const blank = (count: number): readonly Span[] => Array.from({ length: count }, () => span(''))

function notesOf({ object }: Branch, { show }: TreeOptions): readonly (readonly Span[])[] {
  if (object === undefined) return []
  const conditions = conditionsOf(object.computed.status)
  const verdict = verdictOf(object.computed)
  const wanted = conditions.filter((condition) => isShown(condition, show))
  const message = verdict?.message ?? ''
  const own = message === '' ? [] : message.split('\n').map((line) => [span(''), span(line, 'muted')])
  const listed = wanted.map(({ type, status, reason, message: text }) => [
    span(''),
    span(
      `${type} ${status} ${reason}${text === '' || text === undefined ? '' : `: ${text.split('\n')[0]}`}`,
      meaningOf(type, status),
    ),
  ])
  return [...own, ...listed]
}

function isShown({ type, status }: Condition, show: string): boolean {
  if (show === 'none') return false
  if (show === 'all') return true
  if (show !== 'failing') return show.split(',').some((wanted) => wanted.toLowerCase() === type.toLowerCase())
  const meaning = meaningOf(type, status)
  return !verdictTypes.includes(type) && (meaning === 'bad' || meaning === 'unknown')
}

function conditionsOf(status: unknown): readonly Condition[] {
  const conditions = (status as { conditions?: unknown } | undefined)?.conditions
  return Array.isArray(conditions) ? conditions : []
}

// A Machine's cause stands in Ready; Available only adds how long that must have been so.
const verdictTypesOf = (kind: string): readonly string[] =>
  kind === 'Machine' ? ['Ready', ...verdictTypes] : verdictTypes

function verdictOf({ kind, status }: KubeObject): Condition | undefined {
  const conditions = conditionsOf(status)
  return verdictTypesOf(kind)
    .map((type) => conditions.find((condition) => condition.type === type))
    .find((found) => found !== undefined)
}

const fewestToGroup = 3

/** Siblings whose verdict has the same cause become one row; those that differ in their message do not. */
function grouped(branch: Branch): Branch {
  const groups = new Map<string, Branch[]>()
  for (const child of branch.children.map(grouped)) {
    const key = groupKey(child)
    groups.set(key, [...(groups.get(key) ?? []), child])
  }
  const children = [...groups].flatMap(([key, members]) =>
    key.startsWith('alone') || members.length < fewestToGroup ? members : [together(members)],
  )
  return { ...branch, children }
}

function groupKey({ object, children, label }: Branch): string {
  if (object === undefined || children.length > 0) return `alone ${label}`
  const verdict = verdictOf(object.computed)
  const { kind } = object.ref
  return JSON.stringify([
    kind,
    verdict?.status,
    verdict?.reason,
    verdict?.message,
    object.computed.metadata.deletionTimestamp !== undefined,
  ])
}

function together(members: readonly Branch[]): Branch {
  const [first] = members
  const names = members.map(({ object }) => object?.ref.name ?? '').sort()
  const shown = `${names.slice(0, 3).join(', ')}${names.length > 3 ? `, … (${names.length - 3} more)` : ''}`
  return { ...(first as Branch), label: `${members.length} ${first?.object?.ref.kind}s: ${shown}` }
}
