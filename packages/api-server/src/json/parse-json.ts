import type { Json, JsonObject } from './json.ts'
import { measureJson } from './measure-json.ts'
import { maxDepth, maxValues, type Parsed, type ParseOptions } from './parsed.ts'
import { readJson } from './read-json.ts'

const clean: readonly string[] = []
const bounds = { values: maxValues, depth: maxDepth }
/** What this server wrote was small enough once. */
const unbounded = { values: Number.POSITIVE_INFINITY, depth: maxDepth }

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

/** What the platform can read by itself; `undefined` for what it cannot, or not exactly, and for what is beyond the limits. */
export function parsePlainJson(text: string, { ours = false }: ParseOptions = {}): Parsed | undefined {
  if (mayHoldHalfPairs(text)) return undefined
  // Measured first: of text beyond the limits the platform would make millions of values, or find out at its very end.
  const measure = measureJson(text, ours ? unbounded : bounds)
  if (measure.values > maxValues && !ours) return undefined
  if (measure.depth > maxDepth) return undefined
  const value = parsePlain(text)
  return value !== undefined && countMembers(value) === measure.keys
    ? { value, duplicates: clean }
    : undefined
}

/** All values inside, as far as they are counted: one more than the limit is enough to know. */
export function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      count += typeof item === 'object' ? countValues(item) : 1
      if (count > maxValues) return count
    }
    return count
  }
  const object = value as JsonObject
  for (const key in object) {
    const member = object[key] as Json
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
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** The members of all objects inside, or NaN when there is a number that is not exact. */
function countMembers(value: Json): number {
  if (typeof value === 'number') {
    const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
    return exact ? 0 : Number.NaN
  }
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item)
    return count
  }
  const object = value as { readonly [key: string]: Json }
  for (const key in object) count += 1 + countMembers(object[key] as Json)
  return count
}
