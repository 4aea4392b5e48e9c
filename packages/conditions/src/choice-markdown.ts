import { type ChoiceRules, isMade } from './choice.ts'
import { isRecord } from './read/layout.ts'
import { computed, escapeCell } from './rules-markdown.ts'

/** What a row shows, by key of its outcome. */
interface Shown {
  readonly cells: Readonly<Record<string, string>>
  /** What stands under a key that is not among them. */
  readonly besides: string
}

/** Stands for the key of an outcome that is no object. */
const whole = 'outcome'

/** Prints a table as Markdown: when each row applies, and the outcome that follows, a column a key. No heading. */
export function choicesToMarkdown<Facts, Outcome>(table: ChoiceRules<Facts, Outcome>): string {
  const rows = table.rows.map(([words, , outcome]) => ({ words, shown: shownOf(outcome) }))
  const columns = table.columns === undefined ? keysOf(rows) : headingsOf(table.columns)
  const lines = [
    `| ${['When', ...columns.values()].map(escapeCell).join(' | ')} |`,
    `|${'---|'.repeat(columns.size + 1)}`,
  ]
  for (const { words, shown } of rows) {
    const cells = [...columns.keys()].map((key) => shown.cells[key] ?? shown.besides)
    lines.push(`| ${[escapeCell(words), ...cells].join(' | ')} |`)
  }
  return `${lines.join('\n')}\n`
}

function shownOf(outcome: unknown): Shown {
  if (!isMade(outcome)) return { cells: cellsOf(outcome), besides: '' }
  return { cells: outcome.words === undefined ? {} : cellsOf(outcome.words), besides: computed }
}

function cellsOf(outcome: unknown): Shown['cells'] {
  if (!isRecord(outcome)) return { [whole]: cell(outcome) }
  return Object.fromEntries(Object.entries(outcome).map(([key, value]) => [key, cell(value)]))
}

function keysOf(rows: readonly { readonly shown: Shown }[]): ReadonlyMap<string, string> {
  const keys = rows.flatMap(({ shown }) => Object.keys(shown.cells))
  return new Map((keys.length === 0 ? [whole] : keys).map((key) => [key, headingOf(key)]))
}

const headingsOf = (columns: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(columns).map(([key, heading]) => [key, heading ?? headingOf(key)]))

// `requeueAfter` is read by people, who write `Requeue after`.
function headingOf(key: string): string {
  const words = key.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'function') return computed
  if (Array.isArray(value)) return value.map(cell).join(', ')
  if (!isRecord(value)) return escapeCell(String(value))
  return Object.entries(value)
    .map(([key, part]) => `${escapeCell(key)}: ${cell(part)}`)
    .join(', ')
}
