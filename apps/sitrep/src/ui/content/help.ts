import { padEnd, type Span, span, widthOf } from '@sitrep/present'
import { keyTable } from '../keys.ts'
import type { Content } from '../page.ts'
import { textRows } from './text-rows.ts'

const shown: Readonly<Record<string, string>> = { ' ': 'space', escape: 'esc' }

/** What the keys do. */
export function helpContent(width: number): Content {
  const keys = keyTable.map(([names]) => names.map((name) => shown[name] ?? name).join(', '))
  const widest = Math.max(...keys.map(widthOf))
  const lines = keyTable.map(([, , words], at) => {
    const line: readonly Span[] = [
      { text: ` ${padEnd(keys[at] ?? '', widest + 2)}`, meaning: 'heading' },
      span(words),
    ]
    return { line }
  })
  return { title: 'Keys', heads: [], filtered: false, rows: textRows(lines, width) }
}
