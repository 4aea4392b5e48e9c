import type { Json } from '../../json/json.ts'
import { sameJson } from '../../json/same-json.ts'
import type { Check } from './check.ts'
import type { Result } from './result.ts'

/** The `enum` keyword. Null is never one of the values, even when it is listed: kube-apiserver compares no nulls. */
export function validateEnum({ schema, value, path }: Check, result: Result): void {
  const allowed: readonly Json[] = schema.source.enum ?? []
  if (allowed.length === 0) return
  if (value !== null && allowed.some((candidate) => sameJson(candidate, value))) return
  result.add({ code: 'enum', path, text: `${path} in body should be one of`, value, allowed })
}
