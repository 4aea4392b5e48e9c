import { conditionsAt, same } from '@sitrep/status'
import type { Cause, StatusChange } from './change.ts'
import type { Keeper, Slot } from './graph.ts'
import { hasProblems, problemsOf } from './ownership.ts'
import type { Status } from './said.ts'
import { bySlot } from './slot-order.ts'

/** The cause that is the object itself: nearly all are, and of nearly none it is ever told. */
export const itself = 'itself'

/** What one turn leaves behind. */
export interface TurnTrace {
  /** What the status of each object was before. */
  readonly touched: ReadonlyMap<Slot, Status | undefined>
  /** What somebody else looks after from now on: it has not changed by that. */
  readonly moved: ReadonlySet<Slot>
  readonly causes: ReadonlyMap<Slot, readonly (Cause | typeof itself)[]>
  /** Whose definition was asked. */
  readonly ran: ReadonlySet<Keeper>
}

/** The statuses that differ from what they were before a turn, in dependency order. */
export function statusChanges({ touched, moved, causes, ran }: TurnTrace): readonly StatusChange[] {
  const changed: Slot[] = []
  touched.forEach((before, slot) => {
    if (moved.has(slot) && slot.keeper === undefined) return
    const after = slot.computed?.status
    if (!same(before, after) || hasProblems(slot, ran)) changed.push(slot)
  })
  return changed.sort(bySlot).map((slot) => ({
    ref: slot.ref,
    status: slot.computed?.status as Status | undefined,
    before: touched.get(slot),
    conditions: conditionsAt(slot.computed, undefined, slot.table.lists),
    lists: slot.table.lists,
    ...(slot.maker !== undefined && { maker: slot.maker.slot.ref }),
    because: (causes.get(slot) ?? []).map((cause) =>
      cause === itself ? { cause: 'object', ref: slot.ref } : cause,
    ),
    problems: problemsOf(slot, ran),
  }))
}
