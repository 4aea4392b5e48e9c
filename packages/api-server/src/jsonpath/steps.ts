import type { Json } from '../json/json.ts'

/** One step of a path: from the values found so far to the next ones. */
export type Step =
  | { readonly kind: 'field'; readonly name: string }
  /** A key in brackets: first as it stands, then, if it has dots, as several fields. */
  | { readonly kind: 'key'; readonly name: string; readonly parts: readonly string[] }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'descend' }
  | { readonly kind: 'slice'; readonly slice: Slice }
  | { readonly kind: 'union'; readonly alternatives: readonly (readonly Step[])[] }
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'literal'; readonly value: Json }

/** `[from:to:step]`; a single index is a slice of one. */
export interface Slice {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly step: number | undefined
  /** Only one index was written. */
  readonly single: boolean
}

export const operators = ['==', '!=', '<', '<=', '>', '>='] as const

/** `[?(@.a == "b")]`, or without an operator: whether there is anything at all. */
export interface Filter {
  readonly left: readonly Step[]
  readonly operator: (typeof operators)[number] | 'exists'
  readonly right: readonly Step[]
}
