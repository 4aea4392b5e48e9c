import { same } from '@sitrep/status/same'
import type { Json } from '../../json/json.ts'
import { isJsonArray, isJsonObject } from '../../json/own.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import type { Check } from './check.ts'
import { validateItems } from './items.ts'
import { validateJunctors } from './junctors.ts'
import { validateMembers } from './members.ts'
import { validateNumber } from './number.ts'
import { Result } from './result.ts'
import { validateFormat, validateString } from './string.ts'
import { validateType } from './type.ts'

/**
 * Checks a value against every keyword of its schema, in kube-openapi's order. On an update, what is wrong with a value
 * that did not change is forgiven.
 */
export function validateValue(check: Check): Result {
  const result = validateOnce(check)
  if (result.valid || !check.correlation?.unchanged) return result
  const forgiven = new Result()
  forgiven.matches = result.matches
  return forgiven
}

function validateOnce(check: Check): Result {
  const { schema, value, effort } = check
  effort.spend(1)
  const result = new Result()
  if (value === null) {
    validateType(check, result)
    validateEnum(check, result)
    return result
  }
  if (schema.types.length > 0 || schema.format !== '') {
    validateType(check, result)
    result.matches++
  }
  validateJunctors(check, validateOnce, result)
  result.matches++
  if (typeof value === 'string') validateText(check, result)
  else if (typeof value === 'number' || typeof value === 'bigint') {
    validateNumber(check, result)
    result.matches++
  } else if (isJsonArray(value)) {
    validateItems(check, validateValue, result)
    result.matches++
  }
  validateEnum(check, result)
  result.matches++
  if (isJsonObject(value)) {
    validateMembers(check, validateValue, result)
    result.matches++
  }
  result.matches++
  return result
}

function validateText(check: Check, result: Result): void {
  validateString(check, result)
  result.matches++
  if (check.schema.format === '') return
  validateFormat(check, result)
  result.matches++
}

/** The `enum` keyword. Null is never one of the values, even when it is listed: kube-apiserver compares no nulls. */
function validateEnum({ schema, value, path, effort }: Check, result: Result): void {
  const allowed: readonly Json[] = schema.source.enum ?? []
  if (allowed.length === 0) return
  if (value !== null && allowedTexts(schema, allowed).has(value)) return
  effort.spend(allowed.length)
  if (value !== null && allowed.some((candidate) => matches(value, candidate))) return
  // Only tells one problem from another, for which the beginning is enough.
  const listed = schema.derive('enum', () => allowed.slice(0, 100).map(stringifyJson).join(' '))
  result.add({ code: 'enum', path, text: `${path} in body should be one of [${listed}]`, value, allowed })
}

function allowedTexts(schema: CompiledSchema, allowed: readonly Json[]): ReadonlySet<Json> {
  return schema.derive('enum texts', () => new Set(allowed.filter((one) => typeof one === 'string')))
}

/** A fraction is compared by its whole part: Go converts the value to the type of the one that is allowed. */
function matches(value: Json, allowed: Json): boolean {
  if (typeof value !== 'number' || !Number.isInteger(allowed)) return same(allowed, value)
  return Math.trunc(value) === allowed
}
