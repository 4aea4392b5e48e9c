import { ExpressionError } from './expression-error.ts'
import { type FieldPath, readPath } from './field-path.ts'

/** A piece of an expression with its place, counted from 1. */
export type Token = { readonly column: number } & (
  | { readonly is: 'sign'; readonly sign: string }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'literal'; readonly literal: string | number | boolean | null }
  | { readonly is: 'path'; readonly path: FieldPath; readonly text: string }
  | { readonly is: 'end' }
)

const blank = /\s+/y
const sign = /&&|\|\||\?\?|==|!=|<=|>=|[()!<>=]/y
const quoted = /'([^']*)'|"([^"]*)"/y
const digits = /-?\d+(?:\.\d+)?(?![\w.])/y
// A name may be an address, with the key of an entry in brackets: listeners[https]:Programmed.
const name = /[A-Za-z](?:(?:[\w./:-]|\[(?:"(?:[^"\\]|\\.)*"|[^"\]]*)\])*\w)?/y

const words: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' }
const literals: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

/** Takes an expression apart. What fits nowhere is refused with its place. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const gap = matchAt(blank, text, at)
    if (gap !== undefined) {
      at += gap[0].length
      continue
    }
    const { token, end } = nextToken(text, at)
    tokens.push(token)
    at = end
  }
  return [...tokens, { is: 'end', column: text.length + 1 }]
}

interface Found {
  readonly token: Token
  readonly end: number
}

function nextToken(text: string, at: number): Found {
  const column = at + 1
  if (text[at] === '.' || text[at] === '[' || text[at] === '{') return pathToken(text, at)
  const signed = matchAt(sign, text, at)
  if (signed !== undefined) return found({ is: 'sign', sign: signed[0], column }, at, signed)
  const string = matchAt(quoted, text, at)
  if (string !== undefined)
    return found({ is: 'literal', literal: string[1] ?? string[2] ?? '', column }, at, string)
  const number = matchAt(digits, text, at)
  if (number !== undefined) return found({ is: 'literal', literal: Number(number[0]), column }, at, number)
  const named = matchAt(name, text, at)
  if (named !== undefined) return found(nameToken(named[0], column), at, named)
  if (text[at] === '"' || text[at] === "'") throw new ExpressionError(column, 'this quote is never closed')
  throw new ExpressionError(column, `${JSON.stringify(text[at])} has no meaning here`)
}

const found = (token: Token, at: number, [whole]: RegExpExecArray): Found => ({
  token,
  end: at + whole.length,
})

function nameToken(text: string, column: number): Token {
  const word = text.toLowerCase()
  if (Object.hasOwn(words, word)) return { is: 'sign', sign: words[word] ?? '', column }
  if (Object.hasOwn(literals, text)) return { is: 'literal', literal: literals[text] ?? null, column }
  return { is: 'name', name: text, column }
}

// As kubectl has them, in braces, or bare.
function pathToken(text: string, at: number): Found {
  const braced = text[at] === '{'
  const start = braced ? at + 1 : at
  const { path, end } = readPath(text, start)
  if (braced && text[end] !== '}') throw new ExpressionError(end + 1, 'the brace { is closed by }')
  const token: Token = { is: 'path', path, text: text.slice(start, end), column: at + 1 }
  return { token, end: braced ? end + 1 : end }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = at
  return sticky.exec(text) ?? undefined
}
