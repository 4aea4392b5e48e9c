/** A piece of a label selector. Symbols stand for themselves; everything between them is a word. */
export interface LabelToken {
  readonly type: 'word' | 'symbol' | 'end'
  readonly text: string
}

const symbols = '=!(),><'
const spaces = ' \t\r\n'

/** Cuts a label selector into words and symbols. Never fails: an unknown symbol is left for the parser to refuse. */
export function tokenizeLabels(text: string): LabelToken[] {
  const tokens: LabelToken[] = []
  let at = 0
  while (at < text.length) {
    const character = text[at] as string
    if (spaces.includes(character)) at++
    else if (symbols.includes(character)) {
      const two = text.slice(at, at + 2)
      const symbol = two === '==' || two === '!=' ? two : character
      tokens.push({ type: 'symbol', text: symbol })
      at += symbol.length
    } else {
      const start = at
      while (
        at < text.length &&
        !symbols.includes(text[at] as string) &&
        !spaces.includes(text[at] as string)
      )
        at++
      tokens.push({ type: 'word', text: text.slice(start, at) })
    }
  }
  tokens.push({ type: 'end', text: '' })
  return tokens
}
