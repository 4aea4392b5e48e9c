import type { Word } from '@sitrep/verdict'
import type { Operator } from './compare.ts'
import type { FieldPath } from './field-path.ts'

/** A value in an expression: written out, or read from the object. */
export type Operand =
  | { readonly literal: string | number | boolean | null }
  /** `otherwise`: what counts where the field is missing, as in `.status.failed ?? 0`. */
  | { readonly path: FieldPath; readonly text: string; readonly otherwise?: Operand }

/** Something that can be asked about one object. */
export type Question =
  | { readonly ask: 'condition'; readonly type: string; readonly status: string }
  /** A bare word: the condition of that name where it is reported, else the verdict. */
  | { readonly ask: 'word'; readonly word: Word }
  | { readonly ask: 'verdict'; readonly word: Word }
  | { readonly ask: 'exists' }
  | { readonly ask: 'deleted' }
  | { readonly ask: 'compare'; readonly left: Operand; readonly operator: Operator; readonly right: Operand }

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
