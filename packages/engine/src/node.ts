import type { Decision } from '@sitrep/conditions'
import type { ConditionsOnOther, StatusDefinition } from '@sitrep/status'
import type { Problem } from './change.ts'
import type { Reader, Slot } from './slot.ts'

/** The status of an object as a record; what is in it is the definition's own business. */
export type Status = Readonly<Record<string, unknown>>

/** What a definition said in its last pass. */
export interface Said {
  /** The status as the definition returned it; `undefined` before the first pass. */
  readonly status: Status | undefined
  /** The condition types that belong to this definition on its own object. */
  readonly claims: readonly string[]
  readonly others: readonly ConditionsOnOther[]
}

const nothing: Said = { status: undefined, claims: [], others: [] }

/** Keeps the status of one object: what was said, what it was read from, when to look again. */
export class Node {
  readonly slot: Slot
  readonly definition: StatusDefinition
  said: Said = nothing
  /** What the last pass started from, where that differs from what it said: `explain` starts there again. */
  basis: Said = nothing
  reads: readonly Reader[] = []
  /** Milliseconds since the epoch; infinite when time alone changes nothing. */
  recheckAt: number = Number.POSITIVE_INFINITY
  problem: Problem | undefined = undefined

  constructor(slot: Slot, definition: StatusDefinition) {
    this.slot = slot
    this.definition = definition
  }

  get rank(): number {
    return this.slot.table.knowledge.rank
  }
}

/** The types that a list of decisions claims. */
export const claimsOf = (decided: readonly Decision[]): readonly string[] => decided.map((decision) => decision.type)

/** Catalog order first, then cluster, then namespace and name: the order of every round and of every answer. */
export function bySlot(a: Slot, b: Slot): number {
  const rank = a.table.knowledge.rank - b.table.knowledge.rank
  if (rank !== 0 && !Number.isNaN(rank)) return rank
  if (a.table !== b.table) {
    const left = `${a.table.kind.kind}.${a.table.kind.group}|${a.table.cluster}`
    const right = `${b.table.kind.kind}.${b.table.kind.group}|${b.table.cluster}`
    if (left !== right) return left < right ? -1 : 1
  }
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}
