import type { Json, JsonObject } from '../json/json.ts'

/** A JSON object while it is being built by the one who made it. */
export type Draft = { [key: string]: Json }

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The member itself, never what the prototype would answer for keys such as `constructor` or `__proto__`. */
export function getMember(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Writes a member of an object that the caller built itself. */
export function setMember(object: Draft, key: string, value: Json): void {
  // Plain assignment would change the prototype instead of writing data.
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
    return
  }
  object[key] = value
}

/** Whether two values say the same; the order of members does not matter, that of items does. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at] ?? null))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key] ?? null, b[key] ?? null))
}

/** A copy that shares no container with the original. */
export function cloneJson(value: Json): Json {
  if (isArray(value)) return value.map(cloneJson)
  if (!isObject(value)) return value
  const copy: Draft = {}
  for (const key of Object.keys(value)) setMember(copy, key, cloneJson(value[key] ?? null))
  return copy
}
