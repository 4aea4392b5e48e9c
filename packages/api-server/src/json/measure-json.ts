/** What a text holds, told from its brackets, commas and quotes alone. Exact where the text is JSON, and an estimate where it is none. */
export interface JsonMeasure {
  /** All values, those inside others included. */
  readonly values: number
  /** Members of objects, repeated ones included. */
  readonly keys: number
  /** How many levels are open at most. */
  readonly depth: number
}

/** Beyond these a text need not be measured any further. */
export interface JsonBounds {
  readonly values: number
  readonly depth: number
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Measures a text in one go, without making anything of it: a few milliseconds for megabytes, whatever they say. It stops where a
 * bound is passed.
 */
export function measureJson(text: string, bounds: JsonBounds): JsonMeasure {
  let [values, keys, depth, deepest] = [1, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case comma:
        values++
        break
      case colon:
        keys++
        break
      case openBracket:
      case openBrace:
        if (++depth > deepest) deepest = depth
        if (!isEmpty(text, at)) values++
        break
      case closeBracket:
      case closeBrace:
        depth--
    }
    if (values > bounds.values || deepest > bounds.depth) break
  }
  return { values, keys, depth: deepest }
}

/** The place behind the bracket that closes what the one at `open` opens. The text is JSON. */
export function endOfContainer(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBracket:
      case openBrace:
        depth++
        break
      case closeBracket:
      case closeBrace:
        if (--depth === 0) return at + 1
    }
  }
  return text.length
}

/** The place of the quote that ends a string; the end of the text where none does. Jumping there is much faster than walking. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close > 0 && text.charCodeAt(close - 1) === backslash && escaped(text, close))
    close = text.indexOf('"', close + 1)
  return close < 0 ? text.length : close
}

function escaped(text: string, quoteAt: number): boolean {
  let start = quoteAt - 1
  while (text.charCodeAt(start) === backslash) start--
  return (quoteAt - start) % 2 === 0
}

function isEmpty(text: string, open: number): boolean {
  let next = open + 1
  while (text.charCodeAt(next) <= 0x20) next++
  const code = text.charCodeAt(next)
  return code === closeBracket || code === closeBrace
}
