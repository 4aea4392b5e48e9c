import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'

/** Readers that see an object as Go does: what is absent is the zero value. */

export function textOf(object: JsonObject | undefined, key: string): string {
  const value = object === undefined ? undefined : getOwn(object, key)
  return typeof value === 'string' ? value : ''
}

/** `undefined` when absent: most numbers are pointers in Go. */
export function numberOf(object: JsonObject | undefined, key: string): number | undefined {
  const value = object === undefined ? undefined : getOwn(object, key)
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'number' ? value : undefined
}

export function objectOf(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object === undefined ? undefined : getOwn(object, key)
  return isJsonObject(value) ? value : undefined
}

export function listOf(object: JsonObject | undefined, key: string): readonly Json[] {
  const value = object === undefined ? undefined : getOwn(object, key)
  return isJsonArray(value) ? value : []
}

export function objectsOf(object: JsonObject | undefined, key: string): readonly JsonObject[] {
  return listOf(object, key).filter(isJsonObject)
}

export function textsOf(object: JsonObject | undefined, key: string): readonly string[] {
  return listOf(object, key).filter((item) => typeof item === 'string')
}

/** The value itself; null counts as absent. */
export function memberOf(object: JsonObject | undefined, key: string): Json | undefined {
  return (object === undefined ? undefined : getOwn(object, key)) ?? undefined
}

export function isSet(object: JsonObject | undefined, key: string): boolean {
  return memberOf(object, key) !== undefined
}
