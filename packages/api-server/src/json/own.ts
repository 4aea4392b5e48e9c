import type { Json, JsonObject } from './json.ts'

/** A JSON object under construction. Only whoever created it may write to it. */
export interface MutableJsonObject {
  [key: string]: Json
}

/** Writes a member as data. A plain assignment to `__proto__` would change the object's prototype instead. */
export function setOwn(object: MutableJsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    object[key] = value
  }
}

/** Reads a member that the object itself has: `constructor` and its like are not inherited. */
export function getOwn(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Follows member names through objects and numbers through arrays; `undefined` as soon as a step leads nowhere. */
export function getPath(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let here = value
  for (const step of path) {
    if (typeof step === 'number') here = isJsonArray(here) ? here[step] : undefined
    else here = isJsonObject(here) ? getOwn(here, step) : undefined
    if (here === undefined) return undefined
  }
  return here
}

/** The elements of a list that are objects; none where there is no list. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}
