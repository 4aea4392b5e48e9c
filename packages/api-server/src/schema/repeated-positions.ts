/** Where texts stand that stood earlier in the list: looked for in one pass, because lists come from outside. */
export function repeatedPositions(texts: readonly string[]): ReadonlySet<number> {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  for (const [index, text] of texts.entries()) {
    if (seen.has(text)) repeated.add(index)
    seen.add(text)
  }
  return repeated
}
