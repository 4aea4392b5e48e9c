import type { Json } from './json.ts'
import { maxDepth, type Parsed, type ParseOptions } from './parsed.ts'
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
  const value = mayHoldHalfPairs(text) ? undefined : parsePlain(text)
  if (value === undefined) return readJson(text, options)
  return { value, duplicates: clean }
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

/** The members of all objects inside, or NaN when there is an integer too big for a number or nesting too deep. */
function countMembers(value: Json, depth: number): number {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? Number.NaN : 0
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
