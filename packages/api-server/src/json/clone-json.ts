import type { Json } from './json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from './own.ts'

/** A deep copy that shares nothing with the original. */
export function cloneJson<T extends Json>(value: T): T
export function cloneJson(value: Json): Json {
  if (isJsonArray(value)) return value.map((item) => cloneJson(item))
  if (!isJsonObject(value)) return value
  const copy: MutableJsonObject = {}
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(value[key] as Json))
  return copy
}
