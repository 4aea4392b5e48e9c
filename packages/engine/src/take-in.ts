import {
  crdKind,
  type KindRef,
  type KubeObject,
  kindKey,
  managementCluster,
  type ServedKind,
  servedKindOf,
} from '@sitrep/status'
import type {
  Cause,
  ClusterUntold,
  KindRead,
  ObjectAwaited,
  ObjectChange,
  ObjectGone,
  ObjectMoved,
  WorldChange,
} from './change.ts'
import { readersOf, type Slot } from './graph.ts'
import { objectLike } from './sharing.ts'
import { isCrd, trim } from './trim.ts'
import type { Turn } from './turn.ts'
import type { WorldTables } from './world-tables.ts'

/** Takes one change into the world and wakes whom it concerns. */
export function takeIn(change: WorldChange, tables: WorldTables, turn: Turn): void {
  if ('object' in change) takeObject(change, tables, turn)
  else if ('gone' in change) takeGone(change, tables, turn)
  else if ('awaited' in change) takeAwaited(change, tables)
  else if ('moved' in change) takeMoved(change, tables, turn)
  else if ('untold' in change) takeUntold(change, tables, turn)
  else takeFeed(change, tables, turn)
}

function takeObject({ cluster = '', object, given }: ObjectChange, tables: WorldTables, turn: Turn): void {
  const table = tables.tableOf(cluster, object)
  const { sharing } = tables
  const slot = table.slot(object.metadata.namespace ?? '', object.metadata.name)
  told(slot, turn)
  if (tables.kinds.recognise(table.kind, object)) learn(table.kind, tables, turn)
  const kept = trim(object, table.knowledge.shape)
  const before = slot.computed
  // One that changes will often change again: it is put on a sheet when nobody has looked at it for a while.
  const sheet = before === undefined ? table.forms.sheet(kept) : undefined
  const after =
    before !== undefined ? objectLike(kept, before) : sheet === undefined ? sharing.object(kept) : kept
  if (isAnother(slot.reported, after)) turn.remove(slot)
  const wasGiven = tables.given.has(slot)
  if (given === true) tables.given.add(slot)
  else tables.given.delete(slot)
  turn.place(slot, after, { sheet })
  if (wasGiven !== (given === true) && slot.reported !== undefined) turn.move(slot)
  if (cluster === managementCluster && isCrd(object))
    serve(object.metadata.name, { served: servedKindOf(object), tables, turn })
}

interface Serving {
  readonly served: ServedKind | undefined
  readonly tables: WorldTables
  readonly turn: Turn
}

// A kind that comes to be served, or is served otherwise, may have a status now that it had not, or none any more.
function serve(crd: string, { served, tables, turn }: Serving): void {
  for (const kind of tables.kinds.tell(crd, served)) learn(kind, tables, turn)
}

function learn(kind: KindRef, tables: WorldTables, turn: Turn): void {
  const knowledge = tables.kinds.of(kind)
  for (const table of tables.ofKind(kind)) {
    table.knowledge = knowledge
    for (const slot of table.slots())
      if (slot.reported !== undefined) turn.judgeAnew(slot, trim(slot.reported, knowledge.shape))
  }
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
  turn.remove(slot)
  tables.given.delete(slot)
  slot.release()
  if ((gone.cluster ?? managementCluster) === managementCluster && kindKey(gone) === kindKey(crdKind))
    serve(gone.name, { served: undefined, tables, turn })
}

function takeAwaited({ awaited: { cluster = '', ...ref } }: ObjectAwaited, tables: WorldTables): void {
  const slot = tables.table(cluster, ref).slot(ref.namespace ?? '', ref.name)
  // What is known already stands until something newer is told.
  if (slot.reported !== undefined) return
  slot.awaited = true
  tables.awaited++
}

function takeMoved({ moved, to }: ObjectMoved, tables: WorldTables, turn: Turn): void {
  const slot = tables.table(moved.cluster ?? '', moved).find(moved.namespace ?? '', moved.name)
  if (slot === undefined) return
  if (to === 'beside' && slot.reported !== undefined) tables.given.add(slot)
  else tables.given.delete(slot)
  if (to === 'elsewhere') {
    told(slot, turn)
    if (slot.reported !== undefined) turn.leave(slot)
    slot.release()
  } else if (slot.reported !== undefined) turn.move(slot)
}

function takeUntold({ untold }: ClusterUntold, tables: WorldTables, turn: Turn): void {
  for (const table of tables.untell(untold)) turn.wakeReadersOf(table)
}

// Whoever read the object before has been waiting for exactly this, whatever the answer is.
function told(slot: Slot, turn: Turn): void {
  if (!slot.awaited) return
  slot.awaited = false
  const cause: Cause = { cause: 'object', ref: slot.ref }
  for (const reader of readersOf(slot)) reader.each((keeper) => turn.wake(keeper, cause))
}

function takeFeed(change: KindRead, tables: WorldTables, turn: Turn): void {
  const { by } = change
  for (const table of tables.feed(change)) turn.wakeReadersOf(table, by && table.slotOf(by))
}
