import type { FieldError } from '../../errors/field-error.ts'
import {
  invalidType,
  invalidValue,
  required,
  supportedValues,
  unsupported,
} from '../../errors/field-errors.ts'
import type { Json } from '../../json/json.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import { inGoOrder } from '../go-order.ts'
import type { Problem, Result } from './result.ts'

/** Puts problems into the words of Status causes. `prefix` is where the checked value stands in the object, '' for all of it. */
export function fieldErrorsOf(result: Result, prefix: string): readonly FieldError[] {
  // Thousands of values may break the same long list.
  const supported = new Map<readonly Json[], string>()
  const words = ({ allowed = [] }: Problem): string => {
    const known = supported.get(allowed) ?? supportedValues(allowed.map(textOfAllowed))
    supported.set(allowed, known)
    return known
  }
  return result.problems.map((problem) => fieldErrorOf(problem, prefix, words))
}

function textOfAllowed(one: Json): string {
  return typeof one === 'string' ? one : stringifyJson(inGoOrder(one))
}

function fieldErrorOf(problem: Problem, prefix: string, words: (problem: Problem) => string): FieldError {
  const { text, limit = -1 } = problem
  const field = fieldOf(problem, prefix)
  const value = inGoOrder(problem.value ?? (problem.code === 'enum' ? null : ''))
  switch (problem.code) {
    case 'required':
      return required(field)
    case 'enum':
      return unsupported(field, value, words(problem))
    case 'too-long':
      return {
        reason: 'FieldValueTooLong',
        field,
        message: `Too long: may not be more than ${counted(limit, 'byte')}`,
      }
    case 'too-many':
      return tooMany(field, Number(value), limit)
    case 'type':
      return invalidType(field, value, text)
    case 'invalid':
      return invalidValue(field, value, text)
    case 'unplaced':
      return invalidValue(prefix === '' ? '<nil>' : prefix, '', text)
  }
}

function fieldOf({ path }: Problem, prefix: string): string {
  const own = path.startsWith('.') ? path.slice(1) : path
  if (own === '') return prefix === '' ? '<nil>' : prefix
  return prefix === '' ? own : `${prefix}.${own}`
}

function tooMany(field: string, actual: number, limit: number): FieldError {
  const message = `Too many: ${actual}: must have at most ${counted(limit, 'item')}`
  return { reason: 'FieldValueTooMany', field, message, value: actual }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
