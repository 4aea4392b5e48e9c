import type { ConditionRules, Reason, RowOutcome, Text } from './rules.ts'

/** Stands in a cell for what only the facts say. */
export const computed = '*computed*'

/** Prints a table as Markdown: when each row applies, and the status, reason and message that follow. No heading. */
export function rulesToMarkdown<Facts>(table: ConditionRules<Facts>): string {
  const lines = ['| When | Status | Reason | Message |', '|---|---|---|---|']
  for (const [words, , outcome] of table.rows) {
    lines.push(`| ${[escapeCell(words), ...cells(outcome)].join(' | ')} |`)
  }
  return `${lines.join('\n')}\n`
}

function cells<Facts>(outcome: RowOutcome<Facts>): readonly string[] {
  switch (outcome.outcome) {
    case 'keep':
      return ['*kept*', '', '']
    case 'absent':
      return ['*absent*', '', '']
    case 'set':
      return [outcome.status, reasonCell(outcome.reason), textCell(outcome.message)]
    case 'report': {
      const { statuses, reasons, message } = outcome.words
      return [
        statuses?.join(', ') ?? computed,
        reasons ? codes(reasons) : computed,
        message ? escapeCell(message) : computed,
      ]
    }
  }
}

function reasonCell<Facts>(reason: Reason<Facts>): string {
  if (typeof reason === 'function') return computed
  return codes(typeof reason === 'string' ? [reason] : reason.reasons)
}

function codes(reasons: readonly string[]): string {
  return reasons.map((reason) => (reason === '' ? '' : `\`${escapeCell(reason)}\``)).join(', ')
}

function textCell<Facts>(text: Text<Facts>): string {
  return typeof text === 'string' ? escapeCell(text) : computed
}

// A bare pipe or line end would break the row apart; angle brackets and asterisks would be taken for markup.
/** A text as it can stand in a cell. */
export function escapeCell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>')
}
