import { same } from '@sitrep/status/same'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { type Comparison, compareObjects, ignoreFields } from './compare.ts'
import { compacted, type FieldSet } from './field-set.ts'
import type { FieldType } from './field-type.ts'

/** An object that did not exist before. */
export interface Creation {
  readonly type: FieldType
  /** What an object of this type is without content. */
  readonly blank: JsonObject
  readonly object: JsonObject
  /** Nobody owns these through the endpoint that created it. */
  readonly ignored: FieldSet | undefined
}

interface Remembered extends Creation {
  readonly comparison: Comparison
  readonly met: 'once' | 'again'
}

// One client makes objects that differ in their values and have the same fields. Sets never change: a remembered one
// cannot be told from a fresh one.
const last = new WeakMap<FieldType, Remembered>()

/** What an object has that a blank one has not. The same answer, not only an equal one, for objects with the same fields. */
export function compareCreated(creation: Creation): Comparison {
  const { type, object } = creation
  const known = last.get(type)
  if (known === undefined || !hasFieldsOf(known, creation)) {
    const comparison = compareWithBlank(creation)
    if (isSmall(object, { left: mostBytes })) last.set(type, { ...creation, comparison, met: 'once' })
    return comparison
  }
  if (known.met === 'again') return known.comparison
  // Copied when it is met again, and so will be written again.
  const { added, modified, removed } = known.comparison
  const comparison = { added: compacted(added), modified: compacted(modified), removed }
  last.set(type, { ...known, comparison, met: 'again' })
  return comparison
}

function compareWithBlank({ type, blank, object, ignored }: Creation): Comparison {
  const comparison = compareObjects(type, blank, object)
  return ignored === undefined ? comparison : ignoreFields(comparison, ignored)
}

function hasFieldsOf(known: Remembered, { blank, object, ignored }: Creation): boolean {
  return known.ignored === ignored && same(known.blank, blank) && alike(known.object, object, blank)
}

/** Items of lists are known by what is in them, so lists must be the same; of all else only the names matter, and what was there before. */
function alike(a: Json, b: Json, blank: Json | undefined): boolean {
  if (a === b) return true
  if (isJsonObject(a)) return isJsonObject(b) && alikeMembers(a, b, isJsonObject(blank) ? blank : nothing)
  if (isJsonArray(a)) return same(a, b)
  return typeof a === typeof b && a !== null && b !== null && a !== blank && b !== blank
}

function alikeMembers(a: JsonObject, b: JsonObject, blank: JsonObject): boolean {
  const [names, others] = [Object.keys(a), Object.keys(b)]
  if (names.length !== others.length) return false
  for (let at = 0; at < names.length; at++) if (names[at] !== others[at]) return false
  // All at once: to ask objects of so many forms for one name after the other takes far longer.
  const [mine, theirs] = [Object.values(a), Object.values(b)]
  for (let at = 0; at < names.length; at++) {
    const before = blank === nothing ? undefined : getOwn(blank, names[at] as string)
    if (!alike(mine[at] ?? null, theirs[at] ?? null, before)) return false
  }
  return true
}

const nothing: JsonObject = {}

/** What is larger is not kept: there may be one of every kind. */
const mostBytes = 16 * 1024

function isSmall(value: Json, room: { left: number }): boolean {
  room.left -= typeof value === 'string' ? value.length : 16
  if (room.left < 0) return false
  if (typeof value !== 'object' || value === null) return true
  for (const name in value as JsonObject) {
    room.left -= name.length
    if (!isSmall((value as JsonObject)[name] ?? null, room)) return false
  }
  return true
}
