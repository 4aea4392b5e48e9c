/** What Go writes with a letter behind a backslash. */
export const shortEscapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
}

// What Go's strconv.IsPrint refuses, apart from the plain space: control, format, surrogate, private and unassigned
// characters, and every separator.
const needsEscape = /["\\]|\p{C}|(?! )\p{Z}/gu

/** Quotes text the way Go's `%q` does, which is how every kube-apiserver message shows a string. */
export function quoteGo(text: string): string {
  return `"${text.replace(needsEscape, escapeCharacter)}"`
}

function escapeCharacter(character: string): string {
  const short = shortEscapes[character]
  if (short !== undefined) return short
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${hex(code, 2)}`
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0')
}
