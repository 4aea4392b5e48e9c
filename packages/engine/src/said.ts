import type { ComparedConditions, ConditionsOnOther, KubeObject } from '@sitrep/status'

const none: readonly never[] = Object.freeze([])

/** The status of an object as a record; what is in it is the definition's own business. */
export type Status = Readonly<Record<string, unknown>>

/** What a definition said in its last pass. */
export interface Said {
  /** The status as the definition returned it; `undefined` before the first pass, and where it abstains. */
  readonly status: Status | undefined
  /** It has looked and says nothing about the object. */
  readonly abstains: boolean
  /** The addresses, as they are written, that belong to this definition on its own object. */
  readonly claims: readonly string[]
  readonly others: readonly ConditionsOnOther[]
  /** What it would say in lists of other writers. */
  readonly compared: readonly ComparedConditions[]
  readonly derived: readonly KubeObject[]
}

/** What is said before the first pass. */
export const nothingSaid: Said = {
  status: undefined,
  abstains: false,
  claims: none,
  others: none,
  compared: none,
  derived: none,
}

/** What is left of what was said where the rest of it stands on a sheet. */
export type FoldedClaims = readonly string[]

/** Whether only that is left. */
export const isFolded = (said: Said | FoldedClaims): said is FoldedClaims => Array.isArray(said)
