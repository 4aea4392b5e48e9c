/** Something that keeps an expression from compiling. */
export interface Issue {
  readonly line: number
  /** From 0. */
  readonly column: number
  readonly message: string
  /** The line of the expression that it is about. */
  readonly snippet: string
}

export function issueAt(source: string, position: number, message: string): Issue {
  const before = source.slice(0, Math.max(0, position))
  const line = before.split('\n').length
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length
  return { line, column, message, snippet: source.split('\n')[line - 1] ?? '' }
}

const maxIssues = 100
const maxSnippet = 16384

/** All issues as kube-apiserver shows them, each with the line it is about and a mark under the place. */
export function formatIssues(issues: readonly Issue[]): string {
  const sorted = [...issues].sort((a, b) => a.line - b.line || a.column - b.column)
  const shown = sorted.slice(0, maxIssues).map(formatIssue)
  const more = sorted.length - shown.length
  return more > 0 ? [...shown, `${more} more errors were truncated`].join('\n') : shown.join('\n')
}

function formatIssue({ line, column, message, snippet }: Issue): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`
  if (Buffer.byteLength(snippet) > maxSnippet) return head
  const plain = snippet.replaceAll('\t', ' ')
  const characters = [...plain]
  // Characters of more than one byte are taken to be twice as wide.
  const dots = characters.slice(0, column).map((character) => (Buffer.byteLength(character) > 1 ? '．' : '.'))
  const mark = Buffer.byteLength(characters[column] ?? '') > 1 ? '＾' : '^'
  return `${head}\n | ${plain}\n | ${dots.join('')}${mark}`
}
