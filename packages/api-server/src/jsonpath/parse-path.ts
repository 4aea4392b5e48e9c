import { JsonPathError } from './json-path-error.ts'
import { type Filter, operators, type Slice, type Step } from './steps.ts'

const sliceSyntax = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/
const comparison = /^([^!<>=]+)([!<>=]+)(.+)$/s
const plainKey = /^'([^']*)'$/

/** Reads a path, with or without the braces around it. Throws `JsonPathError`. */
export function parsePath(text: string): readonly Step[] {
  const trimmed = text.trim()
  const inner = trimmed.startsWith('{') && trimmed.endsWith('}') ? trimmed.slice(1, -1) : trimmed
  return new PathParser(inner).parse()
}

class PathParser {
  readonly #text: string
  readonly #steps: Step[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): readonly Step[] {
    while (this.#at < this.#text.length) this.#parseStep()
    return this.#steps
  }

  #parseStep(): void {
    const rest = this.#text.slice(this.#at)
    const [first = ''] = rest
    if (rest.startsWith('[?(')) this.#parseFilter()
    else if (rest.startsWith('..')) this.#parseDescent()
    else if (first === '[') this.#parseBrackets()
    else if (first === '.') this.#parseField(1)
    else if (first === '"' || first === "'") this.#parseQuote(first)
    else if (/[+\-\d]/.test(first)) this.#parseNumber()
    else if (first === ' ' || first === '@' || first === '$') this.#at++
    else this.#parseWord(first)
  }

  #parseDescent(): void {
    if (this.#steps.at(-1)?.kind === 'descend') throw new JsonPathError('invalid multiple recursive descent')
    this.#steps.push({ kind: 'descend' })
    this.#at += 2
    if (/[\p{L}\d_]/u.test(this.#text[this.#at] ?? '')) this.#parseField(0)
  }

  /** A name up to the next delimiter that is not escaped. */
  #parseField(skip: number): void {
    this.#at += skip
    const [written = ''] = /^(?:\\.|[^\s.,[\]$@{}\\])*/su.exec(this.#text.slice(this.#at)) ?? []
    this.#at += written.length
    const name = written.replaceAll('\\', '')
    if (name === '*') this.#steps.push({ kind: 'wildcard' })
    else if (name !== '' || skip > 0) this.#steps.push({ kind: 'field', name })
  }

  #parseBrackets(): void {
    const close = this.#text.indexOf(']', this.#at)
    if (close < 0) throw new JsonPathError('unterminated array')
    const inside = this.#text.slice(this.#at + 1, close)
    this.#at = close + 1
    const parts = inside.split(',')
    if (parts.length === 1) this.#steps.push(bracketStep(inside))
    else this.#steps.push({ kind: 'union', alternatives: parts.map((part) => [bracketStep(part.trim())]) })
  }

  #parseFilter(): void {
    const start = this.#at + 3
    const end = this.#filterEnd(start)
    if (this.#text[end + 1] !== ']') throw new JsonPathError('unclosed array expect ]')
    this.#steps.push({ kind: 'filter', filter: parseFilter(this.#text.slice(start, end)) })
    this.#at = end + 2
  }

  /** Where the closing parenthesis stands; one inside quotes does not count. */
  #filterEnd(start: number): number {
    let quote = ''
    for (let at = start; at < this.#text.length; at++) {
      const character = this.#text[at] ?? ''
      if (quote !== '') {
        if (character === quote && this.#text[at - 1] !== '\\') quote = ''
      } else if (character === '"' || character === "'") quote = character
      else if (character === ')') return at
    }
    throw new JsonPathError('unterminated filter')
  }

  #parseQuote(quote: string): void {
    const quoted = quote === '"' ? /^"((?:\\.|[^"\\])*)"/s : /^'((?:\\.|[^'\\])*)'/s
    const match = quoted.exec(this.#text.slice(this.#at))
    if (!match) throw new JsonPathError('unterminated quoted string')
    this.#at += match[0].length
    this.#steps.push({ kind: 'literal', value: unquote(match[1] ?? '') })
  }

  #parseNumber(): void {
    const [written = ''] = /^[+-]?[\d.]*/.exec(this.#text.slice(this.#at)) ?? []
    const value = Number(written)
    if (written === '' || Number.isNaN(value)) throw new JsonPathError(`cannot parse number ${written}`)
    this.#at += written.length
    this.#steps.push({ kind: 'literal', value })
  }

  #parseWord(first: string): void {
    const [word = ''] = /^[\p{L}\d_]+/u.exec(this.#text.slice(this.#at)) ?? []
    if (word === 'true' || word === 'false') {
      this.#steps.push({ kind: 'literal', value: word === 'true' })
      this.#at += word.length
      return
    }
    throw new JsonPathError(
      word === '' ? `unrecognized character in action: ${first}` : `unrecognized identifier ${word}`,
    )
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function unquote(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}

function bracketStep(text: string): Step {
  if (text === '*')
    return { kind: 'slice', slice: { from: undefined, to: undefined, step: undefined, single: false } }
  const key = plainKey.exec(text)
  if (key) return keyStep(key[1] ?? '')
  const match = sliceSyntax.exec(text)
  if (!match || text === '') throw new JsonPathError(`invalid array index ${text}`)
  return { kind: 'slice', slice: sliceOf(match[1] ?? '', match[2], match[3]) }
}

function keyStep(written: string): Step {
  const parts = written.match(/(?:\\.|[^.\\])+/gs) ?? []
  const plain = (text: string) => text.replaceAll('\\', '')
  return { kind: 'key', name: plain(written), parts: parts.map(plain) }
}

function sliceOf(from: string, to: string | undefined, step: string | undefined): Slice {
  const number = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text))
  return {
    from: number(from),
    to: number(to?.slice(1)),
    step: number(step?.slice(1)),
    single: to === undefined,
  }
}

function parseFilter(text: string): Filter {
  const match = comparison.exec(text)
  if (!match) return { left: parsePath(text), operator: 'exists', right: [] }
  const operator = operators.find((one) => one === match[2])
  if (!operator) throw new JsonPathError(`unrecognized filter operator ${match[2]}`)
  return { left: parsePath((match[1] ?? '').trim()), operator, right: parsePath((match[3] ?? '').trim()) }
}
