import { same } from '@sitrep/status/same'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'

/**
 * Applies an RFC 7386 merge patch. As in kube-apiserver, nulls inside a value that replaces something else are dropped
 * too, also within lists (gopkg.in/evanphx/json-patch.v4 v4.13.0, behaviour). Neither argument is changed.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  // Most of an object stays as it is, and to copy all of it at once is faster than member by member.
  const merged: MutableJsonObject = { ...document }
  for (const key of Object.keys(patch)) {
    const [current, change] = [getOwn(document, key), patch[key] ?? null]
    if (change === null) delete merged[key]
    else setOwn(merged, key, current === undefined ? withoutNulls(change) : mergeMember(current, change))
  }
  return merged
}

function mergeMember(current: Json, change: Json): Json {
  if (!isJsonObject(current)) return withoutNulls(change)
  return isJsonObject(change) ? applyMergePatch(current, change) : change
}

/** Nearly every patch has none to drop, and is taken as it is. */
function withoutNulls(value: Json): Json {
  return hasNullMembers(value) ? copyWithoutNulls(value) : value
}

function hasNullMembers(value: Json): boolean {
  if (isJsonArray(value)) return value.some(hasNullMembers)
  if (!isJsonObject(value)) return false
  for (const key in value) {
    const member = value[key] ?? null
    if (member === null || (typeof member === 'object' && hasNullMembers(member))) return true
  }
  return false
}

function copyWithoutNulls(value: Json): Json {
  if (isJsonArray(value)) return value.map(copyWithoutNulls)
  if (!isJsonObject(value)) return value
  const kept: MutableJsonObject = {}
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null
    if (member !== null) setOwn(kept, key, copyWithoutNulls(member))
  }
  return kept
}

/**
 * The smallest merge patch that turns `before` into `after`. A merge patch cannot express a null member, so such members
 * of `after` come out absent.
 */
export function createMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const patch: MutableJsonObject = {}
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) setOwn(patch, key, null)
  }
  for (const key of Object.keys(after)) {
    const wanted = after[key] ?? null
    const current = getOwn(before, key)
    if (current !== undefined && same(current, wanted)) continue
    const nested = isJsonObject(current) && isJsonObject(wanted)
    setOwn(patch, key, nested ? createMergePatch(current, wanted) : wanted)
  }
  return patch
}
