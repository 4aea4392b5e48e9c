import { hasFormat } from '../formats/formats.ts'
import type { Check } from './check.ts'
import type { Problem, Result } from './result.ts'
import { wrongType } from './type.ts'

/** `maxLength`, `minLength` and `pattern`: the first that is broken is reported. */
export function validateString(check: Check, result: Result): void {
  const problem = stringProblem(check)
  if (problem) result.add(problem)
}

function stringProblem({ schema, value, path, effort }: Check): Problem | undefined {
  const text = value as string
  const { maxLength, minLength } = schema.source
  if (maxLength !== undefined && text.length > maxLength && codePoints(text) > maxLength) {
    return {
      code: 'too-long',
      path,
      text: `${path} in body should be at most ${maxLength} chars long`,
      limit: maxLength,
    }
  }
  if (minLength !== undefined && (text.length < minLength || codePoints(text) < minLength)) {
    return {
      code: 'invalid',
      path,
      text: `${path} in body should be at least ${minLength} chars long`,
      value,
    }
  }
  const { pattern } = schema
  if (pattern) effort.spend(comparisonsFor(text))
  if (pattern && !pattern.test(text)) {
    return { code: 'invalid', path, text: `${path} in body should match '${pattern.source}'`, value }
  }
  return undefined
}

/** What matching a text takes, by its length. */
function comparisonsFor({ length }: string): number {
  return 4 + Math.ceil(length / 8)
}

/** Lengths are counted in characters, not in UTF-16 units. */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The `format` keyword, where it is enforced. */
export function validateFormat({ schema, value, path }: Check, result: Result): void {
  const text = value as string
  if (!hasFormat(text, schema.format)) result.add(wrongType(path, schema.format, text))
}
