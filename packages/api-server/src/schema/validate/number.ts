import { showFloat } from '../../json/show-go.ts'
import type { Check } from './check.ts'
import type { Problem, Result } from './result.ts'

/** `format` as a range, `multipleOf`, `minimum` and `maximum`. */
export function validateNumber(check: Check, result: Result): void {
  const { source } = check.schema
  const range = rangeProblem(check, check.value as number | bigint, 'Checked')
  if (range) result.add(range)
  if (source.multipleOf !== undefined)
    validateBound(check, source.multipleOf, { name: 'MultipleOf', test: multipleProblem, result })
  if (source.minimum !== undefined)
    validateBound(check, source.minimum, { name: 'Minimum boundary', test: minimumProblem, result })
  if (source.maximum !== undefined)
    validateBound(check, source.maximum, { name: 'Maximum boundary', test: maximumProblem, result })
  result.matches++
}

interface Bound {
  readonly name: string
  readonly test: (check: Check, bound: number, value: number | bigint) => Problem | undefined
  readonly result: Result
}

/** An integer is compared with the whole part of the bound, as Go does it; unless the bound itself has the wrong type. */
function validateBound(check: Check, bound: number, { name, test, result }: Bound): void {
  const mismatch = rangeProblem(check, bound, name)
  if (mismatch) result.add(mismatch)
  const value = check.value as number | bigint
  const whole = typeof value === 'bigint' || Number.isInteger(value)
  const problem = test(check, whole && !mismatch ? Math.trunc(bound) : bound, value)
  if (problem) result.add(problem)
}

function maximumProblem({ schema, path }: Check, bound: number, value: number | bigint): Problem | undefined {
  const exclusive = schema.source.exclusiveMaximum === true
  if (exclusive ? value < bound : value <= bound) return undefined
  const words = exclusive ? 'less than' : 'less than or equal to'
  return { code: 'invalid', path, text: `${path} in body should be ${words} ${shown(bound, value)}`, value }
}

function minimumProblem({ schema, path }: Check, bound: number, value: number | bigint): Problem | undefined {
  const exclusive = schema.source.exclusiveMinimum === true
  if (exclusive ? value > bound : value >= bound) return undefined
  const words = exclusive ? 'greater than' : 'greater than or equal to'
  return { code: 'invalid', path, text: `${path} in body should be ${words} ${shown(bound, value)}`, value }
}

function multipleProblem({ path }: Check, factor: number, value: number | bigint): Problem | undefined {
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${path} must be positive: ${shown(factor, value)}`
    return { code: 'invalid', path, text, value: factor }
  }
  if (isMultiple(value, factor)) return undefined
  return {
    code: 'invalid',
    path,
    text: `${path} in body should be a multiple of ${shown(factor, value)}`,
    value,
  }
}

function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint') return value % BigInt(Math.trunc(factor)) === 0n
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0
  return isIntegerNumber(factor < 1 ? (1 / factor) * value : value / factor)
}

/** Whether the number is an integer, give or take the rounding that arithmetic on floats leaves. */
export function isIntegerNumber(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const whole = Math.trunc(value)
  if (value === whole) return true
  return Math.abs(value - whole) / (Math.abs(value) + Math.abs(whole)) < 1e-9
}

/** Bounds are printed as integers where integers are compared. */
function shown(bound: number, value: number | bigint): string {
  const whole = typeof value === 'bigint' || Number.isInteger(value)
  return whole && Number.isInteger(bound) ? `${BigInt(bound)}` : showFloat(bound)
}

function rangeProblem({ schema, path }: Check, value: number | bigint, subject: string): Problem | undefined {
  const [type = ''] = schema.types.length === 1 ? schema.types : []
  if (type === 'integer' ? fitsInteger(value, schema.format) : fitsNumber(value, schema.format))
    return undefined
  const format = schema.format === '' ? '(default format)' : `with format ${schema.format}`
  return { code: 'unplaced', path, text: `${subject} value must be of type ${type} ${format} in ${path}` }
}

function fitsInteger(value: number | bigint, format: string): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false
  if (format === 'int32') return value >= -(2 ** 31) && value <= 2 ** 31 - 1
  return value >= -(2 ** 63) && value < 2 ** 63
}

function fitsNumber(value: number | bigint, format: string): boolean {
  return format !== 'float' || Number.isFinite(Math.fround(Number(value)))
}
