import {
  conditionsAt,
  isFields,
  type KubeObject,
  listName,
  mainList,
  mainListOnly,
  same,
} from '@sitrep/status'
import { entriesWith } from './entries.ts'
import type { Slot } from './graph.ts'
import { type Layering, refreshed, withValue } from './refresh.ts'
import { nothingSaid, type Said, type Status } from './said.ts'
import { voicesOn } from './voices.ts'

/**
 * The whole status of an object: what its own definition said last, with everything that others own taken from them. Before
 * the first pass that is what the object reports.
 */
export function statusWith(slot: Slot, own: Said): Status | undefined {
  const reported = slot.reported?.status as Status | undefined
  // What is said stands there already, and nobody else says anything: so it is with nearly every object.
  const agreed = own.status === undefined || own.status === reported
  if (agreed && slot.said === undefined && slot.table.lists === mainListOnly) return reported
  const base = own.status === undefined ? reported : ownedWith(own.status, reported, slot)
  const voices = voicesOn(slot)
  let status = base
  for (const list of slot.table.lists) {
    status =
      list.entries === undefined
        ? fixedWith(slot, { list, own, status, voices })
        : entriesWith(slot, { list, own, status, voices })
  }
  return status
}

// What is nobody's own is as it is reported. Lists count as owned here: their conditions and entries are laid over each other below.
function ownedWith(mine: Status, reported: Status | undefined, slot: Slot): Status {
  const { owned } = slot.table.knowledge
  if (owned === undefined) return mine
  // What is reported may be anything: a status that is none has no fields of anybody.
  const theirs = isFields(reported) ? reported : {}
  let status = mine
  // A pass hands on what it found, so mostly nothing differs, and then nothing is copied.
  for (const name in mine) if (!owned.has(name) && mine[name] !== theirs[name]) status = without(status, name)
  for (const name in theirs)
    if (!owned.has(name) && status[name] !== theirs[name]) status = { ...status, [name]: theirs[name] }
  return status
}

function without(status: Status, name: string): Status {
  const { [name]: _foreign, ...rest } = status
  return rest
}

function fixedWith(slot: Slot, { list, own, status, voices }: Layering): Status | undefined {
  // Nearly every list is this one, in every object of the world.
  const at = list === mainList ? '' : listName(list)
  const lists = slot.table.lists.length === 1 ? slot.table.lists : [list]
  const before = conditionsAt({ status } as KubeObject, at, lists)
  const conditions = refreshed(before, {
    at,
    claims: own.claims,
    reported: own.status === undefined ? before : conditionsAt(slot.reported, at, lists),
    voices,
    order: slot.keeper?.definition.order,
  })
  return conditions === before ? status : (withValue(status, list.path.slice(1), conditions) as Status)
}

/** The object with its computed status; the reported object itself where the two agree, so that nothing is kept twice. */
export function overlaid(slot: Slot): KubeObject | undefined {
  const reported = slot.reported
  if (reported === undefined) return undefined
  const status = statusWith(slot, slot.keeper?.said ?? nothingSaid)
  return status === reported.status || same(status, reported.status) ? reported : { ...reported, status }
}
