import {
  ageOf,
  fit,
  type Line,
  layTree,
  type Span,
  span,
  type TreeNode,
  type TreeRow,
  widthOf,
  wrap,
} from '@sitrep/present'
import { valuesAt } from '@sitrep/status'
import { isStale } from '../output/object-table.ts'
import type { JudgedBranch } from './branch-verdict.ts'
import { groupBranches } from './group-branches.ts'
import { notesOf } from './tree-notes.ts'

export interface TreeOptions {
  readonly now: string
  /** Columns of the terminal; unlimited in a pipe. */
  readonly width: number | undefined
  /** `failing`, `all`, `none`, or types separated by commas. */
  readonly show: string
  readonly depth: number
}

const columns = ['Name', 'Replicas', 'Available', 'Ready', 'Up to date', 'Status', 'Reason', 'Since'] as const
// What is left out first where the terminal is narrow. What it is, why and since when stays.
const dispensable = ['Up to date', 'Ready', 'Available', 'Replicas'] as const
const gap = 2
// Part of a name does not tell one Machine from another; part of a reason can mostly be recognised.
const readableName = 40
const readableReason = 14
const narrowestName = 24
const narrowestReason = 8

/** The tree as lines: a row an object, its message below it with the same indentation; siblings that are alike stand in one row. */
export function treeLines(tree: JudgedBranch, options: TreeOptions): readonly Line[] {
  const { heading, rows } = treeRows(groupBranches(tree), options)
  return [
    heading,
    ...rows.map(({ line }) => line),
    ...(hasStale(tree) ? [[span('* its status is about an older generation', 'muted')]] : []),
  ]
}

/** A line of a tree with what it speaks of; a message belongs to the object above it. */
export interface TreeLine {
  readonly line: Line
  readonly branch: JudgedBranch
  readonly note: boolean
}

/** The tree as it stands, line by line. */
export function treeRows(
  tree: JudgedBranch,
  options: TreeOptions,
): { readonly heading: Line; readonly rows: readonly TreeLine[] } {
  const rows = layTree(nodeOf(tree, options, options.depth))
  const heads = columns.map((name): Span => ({ text: name.toUpperCase(), meaning: 'heading' }))
  const cells = rows.filter(({ note }) => !note).map((row) => row.cells)
  const widths = columnWidths([heads, ...cells], options.width)
  const branches = shownBranches(tree, options.depth)
  let at = -1
  return {
    heading: layRow(heads, widths),
    rows: rows.flatMap((row) => {
      // Rows stand in the order of the branches, each before what is noted about it.
      if (!row.note) at++
      const lines = row.note ? noteLines(row, options.width) : [layRow(row.cells, widths)]
      return lines.map((line) => ({ line, branch: branches[at] ?? tree, note: row.note }))
    }),
  }
}

const shownBranches = (branch: JudgedBranch, depth: number): readonly JudgedBranch[] => [
  branch,
  ...(depth <= 0 ? [] : branch.children.flatMap((child) => shownBranches(child, depth - 1))),
]

/** The width of each column; 0: it is left out. Columns in which nothing stands are. */
function columnWidths(rows: readonly (readonly Span[])[], limit: number | undefined): readonly number[] {
  const widths = columns.map((_, at) => {
    const texts = rows.map((row) => row[at]?.text ?? '')
    return texts.slice(1).every((text) => text === '')
      ? 0
      : texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0)
  })
  if (limit === undefined) return widths
  const over = (): number =>
    widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + gap), -gap) - limit
  for (const name of dispensable) {
    const nameRoom = (widths[0] ?? 0) - over()
    if (over() <= 0 || nameRoom >= narrowestName * 2) break
    widths[columns.indexOf(name)] = 0
  }
  const reason = columns.indexOf('Reason')
  const shrink = (at: number, least: number): void => {
    const width = widths[at] ?? 0
    if (over() > 0 && width > least) widths[at] = Math.max(least, width - over())
  }
  shrink(0, readableName)
  shrink(reason, readableReason)
  shrink(0, narrowestName)
  // Part of a reason is better than none, as long as it can be recognised.
  const room = (widths[reason] ?? 0) - Math.max(0, over())
  widths[reason] = room < narrowestReason ? 0 : room
  return widths
}

function layRow(row: readonly Span[], widths: readonly number[]): Line {
  return row.flatMap(({ text, meaning }, at) => {
    const width = widths[at] ?? 0
    if (width === 0) return []
    const shown = fit(text, width)
    return [{ text: shown + ' '.repeat(Math.max(0, width - widthOf(shown) + gap)), meaning }]
  })
}

// The branches stand in the first cell of a note, its text in the second.
function noteLines({ cells: [branches, text] }: TreeRow, width: number | undefined): readonly Line[] {
  const indent = branches?.text ?? ''
  const lines = width === undefined ? [text?.text ?? ''] : wrap(text?.text ?? '', width - widthOf(indent))
  return lines.map((line) => [
    { text: indent, meaning: 'plain' },
    { text: line, meaning: text?.meaning ?? 'muted' },
  ])
}

function nodeOf(branch: JudgedBranch, options: TreeOptions, depth: number): TreeNode {
  const shown = depth <= 0 ? [] : branch.children
  const hidden = depth <= 0 ? branch.children.length : 0
  const notes = notesOf(branch, options.show)
  return {
    cells: cellsOf(branch, options),
    notes: hidden === 0 ? notes : [...notes, [span(''), span(`… ${hidden} below`, 'muted')]],
    children: shown.map((child) => nodeOf(child, options, depth - 1)),
  }
}

function cellsOf(branch: JudgedBranch, { now }: TreeOptions): readonly Span[] {
  const { heading, label, object, verdict } = branch
  const stale = object !== undefined && isStale(object.computed)
  const deleting = object?.computed.metadata.deletionTimestamp !== undefined
  const name = [heading, label].filter((part) => part !== undefined && part !== '').join(' ')
  const counts = branch.grouped === undefined ? countsOf(object?.computed) : blanks
  return [
    span(`${name}${stale ? ' *' : ''}${deleting ? ' (deleting)' : ''}`, stale ? 'unknown' : 'plain'),
    ...counts.map((count) => span(count)),
    span(
      verdict?.text ?? '',
      stale && verdict?.meaning === 'good' ? 'unknown' : (verdict?.meaning ?? 'plain'),
    ),
    span(verdict?.reason ?? ''),
    span(verdict?.since === undefined ? '' : ageOf(verdict.since, now), 'muted'),
  ]
}

const blanks: readonly string[] = ['', '', '', '']

function countsOf(object: unknown): readonly string[] {
  const count = (path: string): string => {
    const [found] = valuesAt(object, path)
    return typeof found === 'number' ? String(found) : ''
  }
  const [replicas, desired] = [count('status.replicas'), count('spec.replicas')]
  return [
    replicas === '' || desired === '' ? replicas : `${replicas}/${desired}`,
    count('status.availableReplicas'),
    count('status.readyReplicas'),
    count('status.upToDateReplicas') || count('status.updatedReplicas'),
  ]
}

const hasStale = ({ object, children }: JudgedBranch): boolean =>
  (object !== undefined && isStale(object.computed)) || children.some(hasStale)
