import { createRequire } from 'node:module'
import { maxPatternSize, patternSize } from '@sitrep/status/pattern-size'

/** A regular expression with Go's meaning. */
export interface Pattern {
  readonly source: string
  /** Whether any part of the text matches. */
  readonly test: (text: string) => boolean
}

// Loaded when the first pattern is needed: a server without patterns starts faster, and validation stays synchronous.
const load = createRequire(import.meta.url)

/** A regular expression that was prepared, with all that can be asked of it. */
export type Regex = ReturnType<typeof import('re2js')['RE2JS']['compile']>

/**
 * Prepares a regular expression as RE2 understands it: Go's syntax, and matching that is linear in the length of the text,
 * so that no pattern and no value can stop the server. Throws `SyntaxError` in Go's words.
 */
export function compilePattern(source: string): Pattern {
  const compiled = compileRegex(source)
  return { source, test: (text) => compiled.test(text) }
}

/** The same for whoever wants to know more than whether it matches. */
export function compileRegex(source: string): Regex {
  if (patternSize(source) > maxPatternSize)
    throw new SyntaxError(`error parsing regexp: expression too large: \`${source}\``)
  const { RE2JS, RE2JSSyntaxException } = load('re2js') as typeof import('re2js')
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new SyntaxError(error.message, { cause: error })
  }
}
