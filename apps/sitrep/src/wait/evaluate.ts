import { type Answer, allOf, anyOf, not, unknown } from './answer.ts'
import { type Awaited, absentObject, askObject } from './ask-object.ts'
import { type Expression, isClosed, type Question } from './expression.ts'

export type Ask = (question: Question, awaited: Awaited) => Answer

/** Asks each object once: as long as it does not change, its answers do not either. */
export function rememberingAsk(): Ask {
  const answers = new WeakMap<Awaited, Map<Question, Answer>>()
  return (question, awaited) => {
    const known = answers.get(awaited) ?? new Map<Question, Answer>()
    answers.set(awaited, known)
    const answer = known.get(question) ?? askObject(question, awaited)
    known.set(question, answer)
    return answer
  }
}

/** Whether an expression holds for all objects at once. Where there is no object, nothing holds but that all are gone. */
export const evaluate = (expression: Expression, all: readonly Awaited[], ask: Ask = askObject): Answer =>
  evaluateWith(isClosed(expression) ? expression : { ask: 'all', part: expression }, all, ask)

/** Whether it holds for one of them at least. */
export const evaluateAny = (expression: Expression, all: readonly Awaited[], ask: Ask = askObject): Answer =>
  evaluateWith(isClosed(expression) ? expression : { ask: 'any', part: expression }, all, ask)

/** What an expression says about one object alone, for the line that shows it. */
export const answerFor = (expression: Expression, awaited: Awaited, ask: Ask = askObject): Answer =>
  evaluateOne(expression, awaited, { all: [awaited], ask })

/**
 * Whether an expression can still come true although some objects have failed for good. What those say stays as it is; what the others
 * will say is open.
 */
export function canComeTrue(expression: Expression, all: readonly Awaited[], ask: Ask = askObject): boolean {
  if (!all.some(hasFailed)) return true
  const foresee: Ask = (question, awaited) => {
    // Whether it is there is not for its controller to decide.
    if (question.ask === 'exists' || question.ask === 'deleted' || !hasFailed(awaited)) return unknown('')
    const answer = ask(question, awaited)
    return answer.is === 'unknown' ? { ...answer, is: 'no' } : answer
  }
  return evaluate(expression, all, foresee).is !== 'no'
}

const hasFailed = ({ verdict }: Awaited): boolean => verdict?.word === 'Stalled'

function evaluateWith(expression: Expression, all: readonly Awaited[], ask: Ask): Answer {
  switch (expression.ask) {
    case 'and':
      return allOf(expression.parts.map((part) => evaluateWith(part, all, ask)))
    case 'or':
      return anyOf(expression.parts.map((part) => evaluateWith(part, all, ask)))
    case 'not':
      return not(evaluateWith(expression.part, all, ask))
    case 'any':
    case 'all': {
      const { part } = expression
      if (all.length === 0) return nothingThere(part, ask)
      const answers = all.map((awaited) => evaluateOne(part, awaited, { all, ask }))
      return expression.ask === 'all' ? allOf(answers) : anyOf(answers)
    }
    default:
      throw new TypeError('a question about one object stands outside any and all')
  }
}

const nobody: Awaited = absentObject('', 'never')

// What can be said of an object that is not there can be said where there is none.
function nothingThere(part: Expression, ask: Ask): Answer {
  const { is } = evaluateOne(part, nobody, { all: [], ask })
  return { is, says: is === 'yes' ? 'all are gone' : 'there is no object yet' }
}

interface Evaluating {
  readonly all: readonly Awaited[]
  readonly ask: Ask
}

function evaluateOne(expression: Expression, awaited: Awaited, { all, ask }: Evaluating): Answer {
  switch (expression.ask) {
    case 'and':
      return allOf(expression.parts.map((part) => evaluateOne(part, awaited, { all, ask })))
    case 'or':
      return anyOf(expression.parts.map((part) => evaluateOne(part, awaited, { all, ask })))
    case 'not':
      return not(evaluateOne(expression.part, awaited, { all, ask }))
    case 'any':
    case 'all':
      return evaluateWith(expression, all, ask)
    default:
      return ask(expression, awaited)
  }
}
