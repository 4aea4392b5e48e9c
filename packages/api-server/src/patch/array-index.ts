import { quoteGo } from '../json/quote.ts'

/** Where an array index of a JSON pointer points, or why it points nowhere, in the words of the Go library. */
export type ArrayIndex = { readonly at: number } | { readonly error: string }

const largestInt64 = 9_223_372_036_854_775_807n
/** In digits, with more leading zeros than anybody writes. */
const longestIndex = 100
const smallestInt64 = -9_223_372_036_854_775_808n

/** Reads a decimal integer as Go's `strconv.Atoi` does: a sign and leading zeros are fine. */
export function parseIndex(text: string): ArrayIndex {
  if (!/^[+-]?[0-9]+$/.test(text)) return { error: atoiError(text, 'invalid syntax') }
  // Making a bigint of a text takes time that grows faster than the text.
  if (text.length > longestIndex) return { error: atoiError(text, 'value out of range') }
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  if (value > largestInt64 || value < smallestInt64) {
    return { error: atoiError(text, 'value out of range') }
  }
  return { at: Number(value) }
}

/** Resolves an index against a length; a negative one counts from the end, beyond what RFC 6902 allows. */
export function resolveIndex(text: string, length: number): ArrayIndex {
  const parsed = parseIndex(text)
  if ('error' in parsed) return parsed
  const at = parsed.at < 0 ? parsed.at + length : parsed.at
  return at < 0 || at >= length ? { error: invalidIndex(parsed.at) } : { at }
}

function invalidIndex(index: number): string {
  return `Unable to access invalid index: ${index}: invalid index referenced`
}

function atoiError(text: string, problem: string): string {
  return `strconv.Atoi: parsing ${quoteGo(text)}: ${problem}`
}
