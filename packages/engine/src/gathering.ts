import type { Stretch } from '@sitrep/conditions'
import type { Reading, View } from '@sitrep/status'
import type { Keeper, Reader, Slot } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import type { WorldTables } from './world-tables.ts'

/** Objects that one status read by name together, and the answers. */
export interface Gathering {
  readonly view: View<unknown>
  readonly readers: readonly Reader[]
  readonly answers: Stretch<Reading<unknown>>
  readonly tables: readonly KindTable[]
  readonly slots: readonly Slot[]
  /** What had been awaited when it was looked last whether one of them is. */
  awaited: number
}

/** What is kept of questions that a status asks together. Few that are asked once only are not worth it. */
export interface Asked {
  before: boolean
  gathering: Gathering | undefined
}

/** So many come out of a long list, of which something will change: to ask them all again then would open every one of them. */
const many = 64

/** Nothing of these questions is known yet. */
export const notAsked = ({ items }: Stretch<unknown>): Asked => ({
  before: items.length >= many,
  gathering: undefined,
})

/** Puts answers together; nothing where an answer rests on more than whether its kind can be read and what the object is. */
export function gathered(
  readers: readonly Reader[],
  answers: Stretch<Reading<unknown>>,
  { awaited }: WorldTables,
): Gathering | undefined {
  const [first] = readers
  if (first === undefined || answers.items.some(({ read }) => !read)) return undefined
  const slots = readers.map(({ target }) => target as Slot)
  const tables = [...new Set(slots.map(({ table }) => table as KindTable))]
  if (tables.some(({ knowledge }) => knowledge.narrow !== undefined)) return undefined
  // What changes without waking anybody is not told.
  if (first.view.wakes !== undefined) return undefined
  return { view: first.view, readers, answers, tables, slots, awaited }
}

/** Whether the answers would be the same again. Places that the status does not read any more may have been given up. */
export function stands(gathering: Gathering, keeper: Keeper, world: WorldTables): boolean {
  const { readers, tables, slots } = gathering
  if (!keeper.reads.includes(readers)) return false
  for (const table of tables) if (!world.feedOf(table).read) return false
  for (const slot of world.stirred.get(keeper) ?? []) if (slots.includes(slot)) return false
  if (gathering.awaited === world.awaited) return true
  gathering.awaited = world.awaited
  return !slots.some((slot) => slot.awaited)
}
