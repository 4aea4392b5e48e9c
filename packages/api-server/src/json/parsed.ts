import type { Json } from './json.ts'

/** What was read, and what strict field validation has to say about it. */
export interface Parsed {
  readonly value: Json
  /** One phrase for each repeated key, such as `duplicate field "spec.replicas"`. */
  readonly duplicates: readonly string[]
}

export interface ParseOptions {
  /**
   * What a repeated key with an object as its value means: `last` replaces the first (a custom resource, which Go decodes
   * into a plain map), `merge` keeps the members of both (a built-in kind, which Go decodes into the same struct twice).
   */
  readonly repeated?: 'last' | 'merge'
  /** The text was written by this server: it was small enough once. */
  readonly ours?: boolean
}

/** Deeper nesting is refused, so that no later step can run out of stack. */
export const maxDepth = 1000

/** More values than this in one text are refused: every step that a write takes goes through all of them. */
export const maxValues = 50_000

/** Why a text of too many values is refused. */
export const tooManyValues: string = `exceeded max count of values: at most ${maxValues} are read`
