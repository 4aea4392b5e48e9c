import type { Json } from '../json/json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'

/** The same value with its members sorted at every depth, as Go prints a map. */
export function inGoOrder(value: Json): Json {
  if (isJsonArray(value)) return value.map(inGoOrder)
  if (!isJsonObject(value)) return value
  const sorted: MutableJsonObject = {}
  for (const key of Object.keys(value).sort()) setOwn(sorted, key, inGoOrder(value[key] as Json))
  return sorted
}
