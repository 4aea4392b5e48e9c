import { isConditionStatus } from '@sitrep/conditions'
import { type Word, words } from '@sitrep/verdict'
import { ExpressionError, type Question } from './expression.ts'

// A type may be an address, with the key of an entry in brackets: listeners[https]:Programmed.
const address = String.raw`[A-Za-z](?:(?:[\w./:-]|\[(?:"(?:[^"\\]|\\.)*"|[^"\]]*)\])*\w)?`
const question = new RegExp(`^(condition[=:])?(${address})(?:=([\\w-]*))?$`)
// What begins so is a field of the object, read by an expression.
const field = /^self[.[]/

/** What can be asked without an expression: one question, as kubectl wait has it or shorter. Nothing where it is no such question. */
export function shortForm(text: string): Question | undefined {
  const [, prefix = '', name = '', value] = question.exec(text) ?? []
  if (name === '' || (field.test(text) && value === undefined)) return undefined
  const told =
    value === undefined
      ? undefined
      : { text: value, column: text.indexOf('=', prefix.length + name.length) + 2 }
  if (prefix !== '') return conditionQuestion(name, told)
  if (name === 'verdict') return verdictQuestion(told)
  return told === undefined ? namedQuestion(name) : conditionQuestion(name, told)
}

/** What was written for an answer, and where. */
export interface Written {
  readonly text: string
  readonly column: number
}

/** What a bare name asks: whether the object is there, the verdict, or a condition that is True. */
export function namedQuestion(name: string): Question {
  const presence = presences.get(name)
  if (presence !== undefined) return { ask: presence }
  const word = words.find((each) => each === name)
  // Ready is asked of the condition alone: what does not report it yet may well be about to.
  return word !== undefined && word !== 'Ready' ? { ask: 'word', word } : conditionQuestion(name, undefined)
}

// kubectl wait says create and delete.
const presences: ReadonlyMap<string, 'exists' | 'deleted'> = new Map([
  ['exists', 'exists'],
  ['create', 'exists'],
  ['deleted', 'deleted'],
  ['delete', 'deleted'],
])

/** Whether a condition has this status, True where none is written. */
export function conditionQuestion(type: string, written: Written | undefined): Question {
  const text = written?.text ?? 'True'
  const status = `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`
  if (!isConditionStatus(status))
    throw new ExpressionError(
      written?.column ?? 1,
      `${type} is True, False or Unknown, never ${text || 'nothing'}`,
    )
  return { ask: 'condition', type, status }
}

/** Whether the verdict is this word. */
export function verdictQuestion(written: Written | undefined): Question {
  if (written === undefined) throw new ExpressionError(1, 'expected verdict=WORD, for example verdict=Ready')
  const word = wordIn(written.text)
  if (word === undefined)
    throw new ExpressionError(written.column, `${written.text} is no verdict; there is ${words.join(', ')}`)
  return { ask: 'verdict', word }
}

const wordIn = (text: string): Word | undefined =>
  words.find((each) => each.toLowerCase() === text.toLowerCase())
