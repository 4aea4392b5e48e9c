import type { ClusterName, KindRef } from '@sitrep/status'
import { type Keeper, Slot } from './graph.ts'
import type { Holding } from './holding.ts'
import { notFed, type WorldTables } from './world-tables.ts'

/** Something that a status asks for and that could not be looked at. */
export interface Unseen {
  readonly cluster: ClusterName
  readonly kind: KindRef
  readonly why: string
  /** Nobody has said yet whether it can be read: the status is held until then. */
  readonly untold?: true
}

/** What those who speak on an object ask for and cannot see: each kind once, what is untold first. */
export function unseenBy(
  slot: Slot | undefined,
  tables: WorldTables,
  holding: Pick<Holding, 'isPutOff'>,
): readonly Unseen[] {
  const found = new Map<string, Unseen>()
  for (const keeper of speakersOn(slot)) {
    if (holding.isPutOff(keeper)) {
      const { cluster, kind } = keeper.slot.table
      found.set(`${cluster} ${kind.group} ${kind.kind}`, { cluster, kind, why: notFed.why, untold: true })
    }
    for (const { target } of keeper.reads.flat()) {
      const { cluster, kind } = target.table
      const table = tables.table(cluster, kind)
      const isSlot = target instanceof Slot
      const feed = isSlot && target.awaited ? notFed : tables.feedOf(table, target)
      if (feed.read) continue
      const untold = feed === notFed
      const key = `${cluster} ${kind.group} ${kind.kind}`
      if (found.has(key) && !untold) continue
      found.set(key, { cluster, kind, why: feed.why, ...(untold && { untold }) })
    }
  }
  return [...found.values()].sort((a, b) => Number(b.untold ?? false) - Number(a.untold ?? false))
}

function speakersOn(slot: Slot | undefined): readonly Keeper[] {
  if (slot === undefined) return []
  return [...(slot.keeper === undefined ? [] : [slot.keeper]), ...(slot.said?.keys() ?? [])]
}
