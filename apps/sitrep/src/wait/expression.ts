import type { KubeObject } from '@sitrep/status'
import type { ReportedConditions, Word } from '@sitrep/verdict'
import type { Answer } from './answer.ts'

/** An object that is there, with what it reports. */
export interface Present {
  readonly object: KubeObject
  readonly reported: ReportedConditions
}

/** Something that can be asked about one object. */
export type Question =
  | { readonly ask: 'condition'; readonly type: string; readonly status: string }
  /** A bare word: the condition of that name where it is reported, else the verdict. */
  | { readonly ask: 'word'; readonly word: Word }
  | { readonly ask: 'verdict'; readonly word: Word }
  | { readonly ask: 'exists' }
  | { readonly ask: 'deleted' }
  /** Whatever is computed from the object: by CEL, or by a JSONPath. */
  | { readonly ask: 'computed'; readonly text: string; readonly answer: (present: Present) => Answer }

/** What is waited for: questions, put together. `any` and `all` ask about all objects, everything else about each. */
export type Expression =
  | Question
  | { readonly ask: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly ask: 'not' | 'any' | 'all'; readonly part: Expression }

/** What is waited for where several expressions are given: all of them. */
export function together(expressions: readonly Expression[]): Expression {
  const [only, other] = expressions
  return only !== undefined && other === undefined ? only : { ask: 'and', parts: expressions }
}

/** All questions of an expression, as they stand. */
export function questionsIn(expression: Expression): readonly Question[] {
  if ('parts' in expression) return expression.parts.flatMap(questionsIn)
  return 'part' in expression ? questionsIn(expression.part) : [expression]
}

/** Whether every question stands inside `any` or `all`, so that the answer is one for all objects. */
export function isClosed(expression: Expression): boolean {
  if (expression.ask === 'any' || expression.ask === 'all') return true
  if ('parts' in expression) return expression.parts.every(isClosed)
  return 'part' in expression && isClosed(expression.part)
}

/** Why what the status says does not count; nothing where it does. */
export const outdatedStatus = ({ freshness, generation }: ReportedConditions): string | undefined =>
  freshness === 'outdated' ? `the status is not about the present generation ${generation}` : undefined

/** A text that is no expression, with the place where it goes wrong. */
export class ExpressionError extends Error {
  override readonly name: string = 'ExpressionError'
  /** Counted from 1. */
  readonly column: number
  /** The line of the text that it is about, where there are several. */
  readonly line: string | undefined

  constructor(column: number, message: string, line?: string) {
    super(message)
    this.column = column
    this.line = line
  }
}

/** The error as it is shown: the expression, and a caret below the place. */
export const errorLines = (option: string, text: string, error: ExpressionError): readonly string[] => [
  `${option}: ${error.message} (column ${error.column})`,
  `  ${error.line ?? text}`,
  `  ${' '.repeat(error.column - 1)}^`,
]
