import type { Line, Span } from './meaning.ts'
import { fit, widthOf } from './width.ts'

/** Breaks a line of spans into lines that fit, at blanks where possible; what follows an indented beginning stands two columns deeper. */
export function wrapSpans(line: Line, columns: number): readonly Line[] {
  const room = Math.max(columns, 8)
  const whole = line.map(({ text }) => text).join('')
  if (widthOf(whole) <= room) return [line]
  const indent = /^\s*/.exec(whole)?.[0].length ?? 0
  const hang = ' '.repeat(indent === 0 ? 0 : Math.min(indent + 2, Math.floor(room / 2)))
  const lines: Span[][] = []
  let current: Span[] = []
  let used = 0
  const breakLine = (): void => {
    lines.push(current)
    current = [{ text: hang, meaning: 'plain' }]
    used = hang.length
  }
  for (const { text, meaning } of line.flatMap(wordsOf)) {
    if (used > hang.length && used + widthOf(text.trimEnd()) > room) breakLine()
    let rest = text
    while (used + widthOf(rest.trimEnd()) > room) {
      const part = fit(rest, room - used + 1).slice(0, -1)
      current.push({ text: part, meaning })
      rest = rest.slice(part.length)
      breakLine()
    }
    current.push({ text: rest, meaning })
    used += widthOf(rest)
  }
  return [...lines, current]
}

const wordsOf = ({ text, meaning }: Span): readonly Span[] =>
  text.split(/(?<=\s)(?=\S)/).map((word) => ({ text: word, meaning }))
