import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'

const marked = /<!-- code: (\S+?)(?:#(\S+))? -->\n```(ts|text)\n[\s\S]*?```/g

/** A page with its code, or a screen, as it stands in the files that it names: a whole file, or the part of one that a name begins. */
export const withCode = (page: string): string =>
  page.replaceAll(marked, (_, file: string, name: string | undefined, language: string) => {
    const text = readFileSync(join(root, file), 'utf8').trimEnd()
    const mark = name === undefined ? file : `${file}#${name}`
    return `<!-- code: ${mark} -->\n\`\`\`${language}\n${name === undefined ? text : partOf(text, name, file)}\n\`\`\``
  })

// With the comment above it, to the line that closes it: the first at the margin that is no beginning.
function partOf(text: string, name: string, file: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) =>
    new RegExp(`^export (const|(?:async )?function|interface|type) ${name}\\b`).test(line),
  )
  if (start === -1) throw new Error(`${file} exports no ${name}`)
  let first = start
  while (first > 0 && /^( \*|\/\*\*|\/\/)/.test(lines[first - 1] ?? '')) first--
  let last = start
  if (!isClosed(lines[start] ?? '')) while (last < lines.length - 1 && !/^[}\])]/.test(lines[++last] ?? ''));
  return lines.slice(first, last + 1).join('\n')
}

const isClosed = (line: string): boolean => !/(=|=>|[{[(])$/.test(line)
