import type { Json } from '../../json/json.ts'
import { sameJson } from '../../json/same-json.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { Check } from './check.ts'
import type { Result } from './result.ts'

/** The `enum` keyword. Null is never one of the values, even when it is listed: kube-apiserver compares no nulls. */
export function validateEnum({ schema, value, path }: Check, result: Result): void {
  const allowed: readonly Json[] = schema.source.enum ?? []
  if (allowed.length === 0) return
  if (value !== null && allowed.some((candidate) => matches(value, candidate))) return
  const listed = allowed.map(stringifyJson).join(' ')
  result.add({ code: 'enum', path, text: `${path} in body should be one of [${listed}]`, value, allowed })
}

/** A fraction is compared by its whole part: Go converts the value to the type of the one that is allowed. */
function matches(value: Json, allowed: Json): boolean {
  if (typeof value !== 'number' || !Number.isInteger(allowed)) return sameJson(allowed, value)
  return Math.trunc(value) === allowed
}
