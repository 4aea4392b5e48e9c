import { same } from '@sitrep/status/same'
import type { Json, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { managedFieldsOf, withManagedFields } from './managed-fields.ts'

/**
 * Gives an object back the old times of its managed fields when nothing else about it has changed: a write that changes
 * nothing must not look like a change. To be asked last, when defaults, admission and validation are done.
 */
export function keepTimestamps(live: KubeObject, updated: KubeObject): KubeObject {
  const before = managedFieldsOf(live)
  const after = managedFieldsOf(updated)
  if (before === after || !isJsonArray(before) || !isJsonArray(after)) return updated
  if (before.length !== after.length || sameTimes(before, after)) return updated
  if (!before.every((entry, at) => sameButTime(entry, after[at] ?? null))) return updated
  const restored = withManagedFields(updated, before)
  return same(live, restored) ? restored : updated
}

function sameTimes(before: readonly Json[], after: readonly Json[]): boolean {
  return before.every((entry, at) => timeOf(entry) === timeOf(after[at] ?? null))
}

function timeOf(entry: Json): Json | undefined {
  return isJsonObject(entry) ? getOwn(entry, 'time') : undefined
}

function sameButTime(a: Json, b: Json): boolean {
  if (a === b) return true
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  return same({ ...a, time: null }, { ...b, time: null })
}
