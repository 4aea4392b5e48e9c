import type { Json, JsonObject } from '../json/json.ts'
import { type Draft, getMember, isArray, isObject, sameJson, setMember } from './members.ts'

/**
 * Applies an RFC 7386 merge patch. As in kube-apiserver, nulls inside a value that replaces something else are dropped
 * too, also within lists (gopkg.in/evanphx/json-patch.v4 v4.13.0, behaviour). Neither argument is changed.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  const merged: Draft = {}
  for (const key of Object.keys(document)) {
    const current = document[key] ?? null
    const change = getMember(patch, key)
    if (change === undefined) setMember(merged, key, current)
    else if (change !== null) setMember(merged, key, mergeMember(current, change))
  }
  for (const key of Object.keys(patch)) {
    const added = patch[key] ?? null
    if (added !== null && !Object.hasOwn(document, key)) setMember(merged, key, withoutNulls(added))
  }
  return merged
}

function mergeMember(current: Json, change: Json): Json {
  if (!isObject(current)) return withoutNulls(change)
  return isObject(change) ? applyMergePatch(current, change) : change
}

function withoutNulls(value: Json): Json {
  if (isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept: Draft = {}
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null
    if (member !== null) setMember(kept, key, withoutNulls(member))
  }
  return kept
}

/**
 * The smallest merge patch that turns `before` into `after`. A merge patch cannot express a null member, so such members
 * of `after` come out absent.
 */
export function createMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const patch: Draft = {}
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) setMember(patch, key, null)
  }
  for (const key of Object.keys(after)) {
    const wanted = after[key] ?? null
    const current = getMember(before, key)
    if (current !== undefined && sameJson(current, wanted)) continue
    const nested = isObject(current) && isObject(wanted)
    setMember(patch, key, nested ? createMergePatch(current, wanted) : wanted)
  }
  return patch
}
