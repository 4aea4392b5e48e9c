import type { Draft, DraftValue } from '../draft.ts'

/**
 * What a struct gets when a client leaves it out, wherever the struct stands: a fixed set of members for absent ones, or
 * a function that fills the draft in place. A function sees a draft whose inner structs are already filled.
 */
export type StructDefault = Readonly<Record<string, DraftValue>> | ((draft: Draft) => void)

/** By name of the struct, as the tables of types have it: `core.v1.Probe`. */
export type StructDefaults = Readonly<Record<string, StructDefault>>
