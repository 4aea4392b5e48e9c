import type { Json, JsonObject } from './json.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { maxDepth, maxValues, type Parsed, type ParseOptions, tooManyValues } from './parsed.ts'
import { readJson } from './read-json.ts'

const clean: readonly string[] = []

/**
 * Reads JSON: as `JSON.parse` does, but an integer beyond 2^53 that fits an int64 becomes a `bigint`, and repeated keys
 * are reported. Throws `JsonSyntaxError`.
 *
 * Nearly every body is plain, and the platform's parser is several times faster than any other; so it goes first, and
 * only a body in which something does not add up is read again, slowly.
 */
export function parseJson(text: string, options: ParseOptions = {}): Parsed {
  return parsePlainJson(text, options) ?? readJson(text, options)
}

/** What the platform can read by itself; `undefined` for what it cannot, or not exactly. */
export function parsePlainJson(text: string, { ours = false }: ParseOptions = {}): Parsed | undefined {
  const value = mayHoldHalfPairs(text) ? undefined : parsePlain(text)
  if (value === undefined) return undefined
  // A value takes two characters at least, so short text need not be counted.
  if (!ours && text.length > 2 * maxValues && countValues(value) > maxValues)
    throw new JsonSyntaxError(tooManyValues, text, 0)
  return { value, duplicates: clean }
}

/** All values inside, as far as they are counted: one more than the limit is enough to know. */
export function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  const members: Iterable<Json> = Array.isArray(value) ? value : Object.values(value as JsonObject)
  for (const member of members) {
    count += typeof member === 'object' ? countValues(member) : 1
    if (count > maxValues) return count
  }
  return count
}

/** Escapes of surrogates come in pairs or not; whoever reads character by character sees which. */
function mayHoldHalfPairs(text: string): boolean {
  return text.includes('\\ud') || text.includes('\\uD')
}

function parsePlain(text: string): Json | undefined {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
  const keys = countMembers(value, 0)
  return keys === countKeys(text) ? value : undefined
}

/** The members of all objects inside, or NaN when there is a number that is not exact, or nesting too deep. */
function countMembers(value: Json, depth: number): number {
  if (typeof value === 'number') {
    const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
    return exact ? 0 : Number.NaN
  }
  if (typeof value !== 'object' || value === null) return 0
  if (depth > maxDepth) return Number.NaN
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item, depth + 1)
    return count
  }
  const object = value as { readonly [key: string]: Json }
  for (const key in object) count += 1 + countMembers(object[key] as Json, depth + 1)
  return count
}

const backslash = 0x5c
const colon = 0x3a

/** The keys written in text that is known to be JSON. Jumping from quote to quote is much faster than reading all. */
function countKeys(text: string): number {
  let count = 0
  let open = text.indexOf('"')
  while (open >= 0) {
    let close = text.indexOf('"', open + 1)
    while (text.charCodeAt(close - 1) === backslash && escaped(text, close))
      close = text.indexOf('"', close + 1)
    let next = close + 1
    while (text.charCodeAt(next) <= 0x20) next++
    if (text.charCodeAt(next) === colon) count++
    open = text.indexOf('"', next)
  }
  return count
}

function escaped(text: string, quote: number): boolean {
  let start = quote - 1
  while (text.charCodeAt(start) === backslash) start--
  return (quote - start) % 2 === 0
}
