import { groupOf, type KubeObject } from '@sitrep/status'
import type { Cause, KindRead, ObjectAwaited, ObjectChange, ObjectGone, WorldChange } from './change.ts'
import { Node, type Slot, type Status } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import { ownInput } from './overlay.ts'
import { same } from './same.ts'
import { trim } from './trim.ts'
import type { Turn } from './turn.ts'
import type { WorldTables } from './world-tables.ts'

/** Takes one change into the world and wakes whom it concerns. */
export function takeIn(change: WorldChange, tables: WorldTables, turn: Turn): void {
  if ('object' in change) takeObject(change, tables, turn)
  else if ('gone' in change) takeGone(change, tables, turn)
  else if ('awaited' in change) takeAwaited(change, tables)
  else takeFeed(change, tables, turn)
}

function takeObject({ cluster = '', object }: ObjectChange, tables: WorldTables, turn: Turn): void {
  const table = tables.table(cluster, { group: groupOf(object.apiVersion), kind: object.kind })
  const slot = table.slot(object.metadata.namespace ?? '', object.metadata.name)
  const after = trim(object, table.knowledge.shape)
  told(slot, turn)
  if (isAnother(slot.reported, after)) remove(slot, turn)
  const before = { reported: slot.reported, computed: slot.computed }
  if (before.reported !== undefined && same(before.reported, after)) return
  turn.touch(
    slot,
    (before.reported === undefined ? after.status : before.computed?.status) as Status | undefined,
  )
  const wakes = before.reported === undefined || !same(ownInput(slot, before.reported), ownInput(slot, after))
  slot.reported = after
  if (table.knowledge.definition !== undefined) slot.node ??= new Node(slot, table.knowledge.definition)
  turn.refresh(slot, before)
  if (wakes && slot.node !== undefined) turn.wake(slot.node, { cause: 'object', ref: slot.ref })
}

// The same name with another uid is another object: nothing that was said about the old one holds for it.
const isAnother = (before: KubeObject | undefined, after: KubeObject): boolean =>
  before?.metadata.uid !== undefined &&
  after.metadata.uid !== undefined &&
  before.metadata.uid !== after.metadata.uid

function takeGone({ gone }: ObjectGone, tables: WorldTables, turn: Turn): void {
  const slot = tables.table(gone.cluster ?? '', gone).find(gone.namespace ?? '', gone.name)
  if (slot === undefined) return
  told(slot, turn)
  if (slot.reported === undefined) {
    slot.release()
    return
  }
  remove(slot, turn)
  slot.release()
}

function takeAwaited({ awaited: { cluster = '', ...ref } }: ObjectAwaited, tables: WorldTables): void {
  const slot = tables.table(cluster, ref).slot(ref.namespace ?? '', ref.name)
  // What is known already stands until something newer is told.
  if (slot.reported === undefined) slot.awaited = true
}

// Whoever read the object before has been waiting for exactly this, whatever the answer is.
function told(slot: Slot, turn: Turn): void {
  if (!slot.awaited) return
  slot.awaited = false
  const cause: Cause = { cause: 'object', ref: slot.ref }
  for (const reader of slot.readers) reader.each((node) => turn.wake(node, cause))
}

function remove(slot: Slot, turn: Turn): void {
  const before = { reported: slot.reported, computed: slot.computed }
  turn.touch(slot, before.computed?.status as Status | undefined)
  if (slot.node !== undefined) turn.retire(slot.node)
  slot.node = undefined
  slot.reported = undefined
  turn.refresh(slot, before)
}

function takeFeed(change: KindRead, tables: WorldTables, turn: Turn): void {
  for (const table of tables.feed(change)) wakeReadersOf(table, turn)
}

function wakeReadersOf(table: KindTable, turn: Turn): void {
  const { cluster, kind } = table
  for (const reader of table.readers()) {
    if (!reader.idle) reader.each((node) => turn.wake(node, { cause: 'readable', cluster, kind }))
  }
}
