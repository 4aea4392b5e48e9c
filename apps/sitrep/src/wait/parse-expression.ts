import { isConditionStatus } from '@sitrep/conditions'
import { type Word, words } from '@sitrep/verdict'
import { operators } from './compare.ts'
import type { Expression, Operand, Question } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { type Token, tokensOf } from './tokens.ts'

/**
 * Reads what is waited for.
 *
 *     or    = and { "||" and }
 *     and   = not { "&&" not }
 *     not   = "!" not | "(" or ")" | ("any" | "all") "(" or ")" | question
 *     question = TYPE [ "=" STATUS ] | "condition:" TYPE … | "verdict" "=" WORD | "exists" | "deleted" | value [ OPERATOR value ]
 *     value = PATH [ "??" literal ] | literal
 *
 * What kubectl wait takes is understood too: condition=Ready, jsonpath={.status.phase}=Running, create, delete.
 */
export function parseExpression(text: string): Expression {
  const reader = new Reader(tokensOf(text))
  if (reader.peek().is === 'end') throw new ExpressionError(1, 'there is nothing to wait for')
  const expression = anyOf(reader)
  if (reader.peek().is !== 'end')
    throw new ExpressionError(reader.peek().column, `expected && or || before ${shownToken(reader.peek())}`)
  return expression
}

/** The error as it is shown: the expression, and a caret below the place. */
export const errorLines = (option: string, text: string, error: ExpressionError): readonly string[] => [
  `${option}: ${error.message} (column ${error.column})`,
  `  ${text}`,
  `  ${' '.repeat(error.column - 1)}^`,
]

// Deep enough for people, shallow enough for the stack.
const deepest = 100

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(): Token {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new TypeError('read beyond the end of an expression')
    return token
  }

  take(): Token {
    const token = this.peek()
    if (token.is !== 'end') this.#at++
    return token
  }

  takeSign(...signs: readonly string[]): string | undefined {
    const next = this.peek()
    if (next.is !== 'sign' || !signs.includes(next.sign)) return undefined
    this.take()
    return next.sign
  }

  expectSign(sign: string, where: string): void {
    if (this.takeSign(sign) === undefined)
      throw new ExpressionError(this.peek().column, `expected ${sign} ${where}`)
  }

  within<Read>(read: () => Read): Read {
    if (++this.#depth > deepest) throw new ExpressionError(this.peek().column, 'this is nested too deeply')
    const result = read()
    this.#depth--
    return result
  }
}

function anyOf(reader: Reader): Expression {
  const parts = [allOf(reader)]
  while (reader.takeSign('||') !== undefined) parts.push(allOf(reader))
  return together('or', parts)
}

function allOf(reader: Reader): Expression {
  const parts = [oneOf(reader)]
  while (reader.takeSign('&&') !== undefined) parts.push(oneOf(reader))
  return together('and', parts)
}

function together(ask: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [only, other] = parts
  return only !== undefined && other === undefined ? only : { ask, parts }
}

function oneOf(reader: Reader): Expression {
  return reader.within(() => {
    if (reader.takeSign('!') !== undefined) return { ask: 'not', part: oneOf(reader) }
    if (reader.takeSign('(') !== undefined) return closed(reader)
    const next = reader.peek()
    if (next.is === 'name') return named(reader, next.name)
    if (next.is === 'path' || next.is === 'literal') return comparison(reader)
    throw new ExpressionError(next.column, `expected a condition, a field or (, not ${shownToken(next)}`)
  })
}

function closed(reader: Reader): Expression {
  const inner = anyOf(reader)
  reader.expectSign(')', 'to close (')
  return inner
}

function named(reader: Reader, name: string): Expression {
  const { column } = reader.take()
  if ((name === 'any' || name === 'all') && reader.takeSign('(') !== undefined)
    return { ask: name, part: closed(reader) }
  if ((name === 'condition' || name === 'jsonpath') && reader.takeSign('=') !== undefined)
    return name === 'condition' ? asKubectl(reader) : comparison(reader)
  const sign = reader.takeSign('=', '==', '!=')
  const value = sign === undefined ? undefined : valueAfter(reader, sign)
  const question = questionOf(name, value, column)
  return sign === '!=' ? { ask: 'not', part: question } : question
}

// As kubectl wait has it: condition=Ready, condition=Ready=False.
function asKubectl(reader: Reader): Question {
  const type = valueAfter(reader, '=')
  const status = reader.takeSign('=') === undefined ? undefined : valueAfter(reader, '=')
  return condition(type.text, status)
}

interface Value {
  readonly text: string
  readonly column: number
}

function valueAfter(reader: Reader, sign: string): Value {
  const token = reader.take()
  if (token.is === 'name') return { text: token.name, column: token.column }
  // `Ready=true` is met half-way.
  if (token.is === 'literal') return { text: String(token.literal), column: token.column }
  throw new ExpressionError(token.column, `expected a value after ${sign}, not ${shownToken(token)}`)
}

function questionOf(name: string, value: Value | undefined, column: number): Question {
  if (name === 'verdict') {
    if (value === undefined)
      throw new ExpressionError(column, 'expected verdict=WORD, for example verdict=Ready')
    const word = wordIn(value.text)
    if (word === undefined)
      throw new ExpressionError(value.column, `${value.text} is no verdict; there is ${words.join(', ')}`)
    return { ask: 'verdict', word }
  }
  const presence = presences.get(name)
  if (value === undefined && presence !== undefined) return { ask: presence }
  if (name.startsWith('condition:')) return condition(name.slice('condition:'.length), value)
  const word = words.find((each) => each === name)
  // Ready is asked of the condition alone: what does not report it yet may well be about to.
  if (value === undefined && word !== undefined && word !== 'Ready') return { ask: 'word', word }
  return condition(name, value)
}

// kubectl wait says create and delete.
const presences: ReadonlyMap<string, 'exists' | 'deleted'> = new Map([
  ['exists', 'exists'],
  ['create', 'exists'],
  ['deleted', 'deleted'],
  ['delete', 'deleted'],
])

const wordIn = (text: string): Word | undefined =>
  words.find((each) => each.toLowerCase() === text.toLowerCase())

function condition(type: string, value: Value | undefined): Question {
  const text = value?.text ?? 'True'
  const status = `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`
  if (!isConditionStatus(status))
    throw new ExpressionError(value?.column ?? 1, `${type} is True, False or Unknown, never ${text}`)
  return { ask: 'condition', type, status }
}

function comparison(reader: Reader): Question {
  const left = operand(reader)
  const sign = reader.takeSign('=', ...operators)
  if (sign === undefined) {
    if ('literal' in left)
      throw new ExpressionError(reader.peek().column, `expected one of ${operators.join(' ')} after a value`)
    return { ask: 'compare', left, operator: '==', right: { literal: true } }
  }
  const operator = operators.find((each) => each === sign) ?? '=='
  return { ask: 'compare', left, operator, right: operand(reader) }
}

function operand(reader: Reader): Operand {
  const token = reader.take()
  if (token.is === 'literal') return { literal: token.literal }
  // A bare word beside a field is a text: .status.phase == Running.
  if (token.is === 'name') return { literal: token.name }
  if (token.is !== 'path')
    throw new ExpressionError(token.column, `expected a field or a value, not ${shownToken(token)}`)
  const { path, text } = token
  if (reader.takeSign('??') === undefined) return { path, text }
  return { path, text, otherwise: reader.within(() => operand(reader)) }
}

function shownToken(token: Token): string {
  switch (token.is) {
    case 'sign':
      return token.sign
    case 'name':
      return token.name
    case 'literal':
      return JSON.stringify(token.literal)
    case 'path':
      return token.text
    case 'end':
      return 'the end'
  }
}
