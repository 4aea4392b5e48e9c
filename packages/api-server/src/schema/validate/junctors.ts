import { quoteGo } from '../../json/quote.ts'
import type { Check, Descend } from './check.ts'
import { type Problem, Result } from './result.ts'

/** `anyOf`, `oneOf`, `allOf` and `not`. Besides its own, the problems of the alternative that came closest are told. */
export function validateJunctors(check: Check, descend: Descend, result: Result): void {
  const { source } = check.schema
  if (source.anyOf) validateAnyOf(check, descend, result)
  if (source.oneOf) validateOneOf(check, descend, result)
  if (source.allOf) validateAllOf(check, descend, result)
  const { not } = check.schema
  if (not && descend({ ...check, schema: not }).valid) {
    result.add(unplaced(check, 'must not validate the schema (not)'))
  }
  result.matches++
}

function validateAnyOf(check: Check, descend: Descend, result: Result): void {
  const alternatives = check.schema.anyOf
  if (alternatives.length === 0) return
  let best: Result | undefined
  for (const schema of alternatives) {
    const tried = descend({ ...check, schema })
    if (tried.valid) {
      result.merge(tried)
      return
    }
    if (!best || tried.matches > best.matches) best = tried
  }
  result.add(unplaced(check, 'must validate at least one schema (anyOf)'))
  if (best) result.merge(best)
}

function validateOneOf(check: Check, descend: Descend, result: Result): void {
  const alternatives = check.schema.oneOf
  if (alternatives.length === 0) return
  const tried = alternatives.map((schema) => descend({ ...check, schema }))
  const passed = tried.filter(({ valid }) => valid)
  const [first] = passed
  if (first && passed.length === 1) {
    result.merge(first)
    return
  }
  const found = first ? `Found ${passed.length} valid alternatives` : 'Found none valid'
  result.add(unplaced(check, `must validate one and only one schema (oneOf). ${found}`))
  if (!first) result.merge(closest(tried))
}

function validateAllOf(check: Check, descend: Descend, result: Result): void {
  const parts = check.schema.allOf
  let passed = 0
  for (const schema of parts) {
    const tried = descend({ ...check, schema })
    if (tried.valid) passed++
    result.merge(tried)
  }
  if (passed === parts.length) return
  const none = passed === 0 ? '. None validated' : ''
  result.add(unplaced(check, `must validate all the schemas (allOf)${none}`))
}

function closest(tried: readonly Result[]): Result {
  return tried.reduce((best, next) => (next.matches > best.matches ? next : best), tried[0] ?? new Result())
}

function unplaced({ path }: Check, text: string): Problem {
  return { code: 'unplaced', path, text: `${quoteGo(path)} ${text}` }
}
