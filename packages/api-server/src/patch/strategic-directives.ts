import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import { PatchRefusal } from './patch-refusal.ts'

export const directiveKey = '$patch'
const retainKeysKey = '$retainKeys'
export const deletionPrefix = '$deleteFromPrimitiveList'
export const orderPrefix = '$setElementOrder'

/** Whether a member of a patch tells how to merge rather than what. */
export function isDirective(key: string): boolean {
  return key === retainKeysKey || key.startsWith(deletionPrefix) || key.startsWith(orderPrefix)
}

/** The field that a directive such as `$setElementOrder/finalizers` is about. */
export function fieldOfDirective(key: string, prefix: string): string {
  const slash = key.indexOf('/')
  if (slash >= 0 && key.slice(0, slash) === prefix) return key.slice(slash + 1)
  const list = prefix === deletionPrefix ? 'primitive' : 'setElementOrder'
  throw new PatchRefusal(400, `invalid patch format of ${list} list`)
}

/** What remains of the original when `$retainKeys` names all that may stay. */
export function retainKeys(original: JsonObject, patch: JsonObject): JsonObject {
  if (!Object.hasOwn(patch, retainKeysKey)) return original
  const named = patch[retainKeysKey]
  if (!isJsonArray(named)) throw badRetainKeys()
  const kept = new Set(named)
  for (const key of Object.keys(patch)) {
    if (!isDirective(key) && patch[key] !== null && !kept.has(key)) throw badRetainKeys()
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => kept.has(key)))
}

function badRetainKeys(): PatchRefusal {
  return new PatchRefusal(400, 'invalid patch format of retainKeys')
}

/** A patch value that stands where nothing was: without directives; undefined when it is a directive itself. */
export function withoutDirectives(value: Json): Json | undefined {
  if (isJsonArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined)
  if (!isJsonObject(value)) return value
  if (Object.hasOwn(value, directiveKey)) return undefined
  const kept: MutableJsonObject = {}
  for (const key of Object.keys(value)) {
    const member = withoutDirectives(value[key] ?? null)
    if (member !== undefined) setOwn(kept, key, member)
  }
  return kept
}

/** The value without null members, also inside lists. Null items stay. */
export function withoutNullMembers(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutNullMembers)
  if (!isJsonObject(value)) return value
  const kept: MutableJsonObject = {}
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null
    if (member !== null) setOwn(kept, key, withoutNullMembers(member))
  }
  return kept
}
