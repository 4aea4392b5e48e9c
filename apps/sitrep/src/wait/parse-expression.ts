import { given, unknown } from './answer.ts'
import { type Expression, ExpressionError, outdatedStatus, type Question } from './expression.ts'
import { shortForm } from './short-forms.ts'

/**
 * Reads what is waited for: one question in its short form (`Ready`, `Ready=False`, `condition=Ready`, `verdict=Ready`, `delete`), a
 * JSONPath as kubectl wait has it, or an expression in CEL, with or without `cel=` before it. What an expression needs is loaded with it.
 */
export async function parseExpression(text: string): Promise<Expression> {
  const trimmed = text.trimEnd()
  if (trimmed.trim() === '') throw new ExpressionError(1, 'there is nothing to wait for')
  if (trimmed.startsWith('jsonpath=')) return pathQuestion(trimmed)
  // Blanks instead of what is no part of it: columns stay those of what was typed.
  const expression = trimmed.replace(/^cel=/, '    ')
  const short = expression === trimmed ? shortForm(trimmed) : undefined
  return short ?? (await import('./cel-expression.ts')).parseCel(expression)
}

// As kubectl wait has it: jsonpath={.status.phase}=Running, or only a path where any value will do.
async function pathQuestion(text: string): Promise<Question> {
  const [, path = '', wanted] = /^jsonpath=(\{.*\}|[^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const { compileJsonPath, JsonPathError } = await import('@sitrep/api-server/jsonpath')
  const compile = (): ReturnType<typeof compileJsonPath> => {
    try {
      return compileJsonPath(path)
    } catch (error) {
      if (!(error instanceof JsonPathError)) throw error
      throw new ExpressionError('jsonpath='.length + 1, `this is no JSONPath: ${error.message}`)
    }
  }
  const find = compile()
  const ofStatus = /^\{?\s*\$?\.status\b/.test(path)
  const expected = wanted?.replace(/^(['"])(.*)\1$/s, '$2')
  return {
    ask: 'computed',
    text,
    answer: ({ object, reported }) => {
      const old = ofStatus ? outdatedStatus(reported) : undefined
      if (old !== undefined) return unknown(old)
      const values = find(object as unknown as Parameters<typeof find>[0]).map(printed)
      if (values.length === 0) return unknown(`${path} is not ${ofStatus ? 'reported' : 'set'}`)
      return given(
        expected === undefined || values.every((value) => value === expected),
        `${path} is ${values.join(', ')}`,
      )
    },
  }
}

const printed = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
