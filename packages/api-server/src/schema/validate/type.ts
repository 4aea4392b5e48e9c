import type { Json } from '../../json/json.ts'
import { isJsonArray } from '../../json/own.ts'
import { quoteGo } from '../../json/quote.ts'
import type { Check } from './check.ts'
import { isIntegerNumber } from './number.ts'
import type { Problem, Result } from './result.ts'

/** The `type`, `nullable` and, as far as it speaks of types, `format` keywords. */
export function validateType(check: Check, result: Result): void {
  const problem = typeProblem(check)
  if (problem) result.add(problem)
  else result.matches++
}

function typeProblem({ schema, value, path }: Check): Problem | undefined {
  const { types, format } = schema
  if (value === null) {
    return types.length > 0 && !schema.nullable ? wrongType(path, types.join(','), 'null') : undefined
  }
  const { type, format: found } = describe(value)
  const fits =
    types.includes(type) ||
    (type === 'integer' && types.includes('number')) ||
    (type === 'number' && types.includes('integer') && isIntegerNumber(Number(value)))
  const sequence = type === 'string' || type === 'array'
  if (!sequence && format !== '' && !fits && found !== format) return wrongType(path, format, found)
  // With a string format even an array passes here: Go's bytes are a list, and nothing later looks again.
  if (sequence && format !== '' && !types.includes('number') && !types.includes('integer')) return undefined
  return fits ? undefined : wrongType(path, types.join(','), type)
}

/** The value has another type than wanted; what was found stands in for the value. */
export function wrongType(path: string, wanted: string, found: string): Problem {
  const text = `${path} in body must be of type ${wanted}: ${quoteGo(found)}`
  return { code: 'type', path, text, value: found }
}

interface Described {
  readonly type: string
  readonly format: string
}

function describe(value: Exclude<Json, null>): Described {
  if (typeof value === 'bigint') return { type: 'integer', format: 'int64' }
  if (typeof value === 'number') {
    // An integer that neither a number nor an int64 can hold exactly is a float in Go.
    return Number.isSafeInteger(value)
      ? { type: 'integer', format: 'int64' }
      : { type: 'number', format: 'float64' }
  }
  if (typeof value === 'object') return { type: isJsonArray(value) ? 'array' : 'object', format: '' }
  return { type: typeof value, format: '' }
}
