import type { Json, JsonObject } from './json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from './own.ts'

/** Deep equality. The order of members does not matter, the order of items does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isJsonArray(a)) return isJsonArray(b) && sameItems(a, b)
  return isJsonObject(a) && isJsonObject(b) && sameMembers(a, b)
}

function sameItems(a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) {
    if (!sameJson(a[index], b[index])) return false
  }
  return true
}

function sameMembers(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys) {
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false
  }
  return true
}

/** A deep copy that shares nothing with the original. */
export function cloneJson<T extends Json>(value: T): T
export function cloneJson(value: Json): Json {
  if (isJsonArray(value)) return value.map((item) => cloneJson(item))
  if (!isJsonObject(value)) return value
  const copy: MutableJsonObject = {}
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(value[key] as Json))
  return copy
}
