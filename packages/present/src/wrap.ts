import { fit, widthOf } from './width.ts'

/**
 * Breaks text into lines that fit, at blanks where possible. A line keeps its own indentation, and what it is continued in stands below its text:
 * a bullet stays recognisable as one.
 */
export function wrap(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(columns, 8)))
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line]
  const hang = ' '.repeat(Math.min(/^\s*(?:[*•-]\s+)?/.exec(line)?.[0].length ?? 0, columns - 4))
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    if (current !== '' && widthOf(current) + widthOf(word.trimEnd()) > columns) {
      lines.push(current.trimEnd())
      current = hang
    }
    current += word
    while (widthOf(current.trimEnd()) > columns) {
      const part = fit(current, columns + 1).slice(0, -1)
      lines.push(part)
      current = hang + current.slice(part.length)
    }
  }
  if (current.trim() !== '') lines.push(current.trimEnd())
  return lines
}
