import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'

/** An owner as `metadata.ownerReferences` names it. Parts that are missing are empty. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller: boolean
  readonly blockOwnerDeletion: boolean
}

/** A text of the metadata, empty when it is absent or something else. */
export function metaText(object: JsonObject, name: string): string {
  const value = getOwn(metadataOf(object), name)
  return typeof value === 'string' ? value : ''
}

export function metadataOf(object: JsonObject): JsonObject {
  const metadata = getOwn(object, 'metadata')
  return isJsonObject(metadata) ? metadata : {}
}

export function nameOf(object: JsonObject): string {
  return metaText(object, 'name')
}

export function namespaceOf(object: JsonObject): string {
  return metaText(object, 'namespace')
}

export function uidOf(object: JsonObject): string {
  return metaText(object, 'uid')
}

export function deleting(object: JsonObject): boolean {
  return metaText(object, 'deletionTimestamp') !== ''
}

export function finalizersOf(object: JsonObject): readonly string[] {
  return textsOf(getOwn(metadataOf(object), 'finalizers'))
}

export function generationOf(object: JsonObject): number {
  const generation = getOwn(metadataOf(object), 'generation')
  return typeof generation === 'number' ? generation : 0
}

/** Labels or annotations: members that are texts. */
export function textMapOf(value: Json | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
  return textMapOf(getOwn(metadataOf(object), 'labels'))
}

export function ownerReferencesOf(object: JsonObject): readonly OwnerReference[] {
  const references = getOwn(metadataOf(object), 'ownerReferences')
  if (!isJsonArray(references)) return []
  return references.filter(isJsonObject).map((reference) => ({
    apiVersion: textOf(reference, 'apiVersion'),
    kind: textOf(reference, 'kind'),
    name: textOf(reference, 'name'),
    uid: textOf(reference, 'uid'),
    controller: reference['controller'] === true,
    blockOwnerDeletion: reference['blockOwnerDeletion'] === true,
  }))
}

export function textOf(object: JsonObject | undefined, name: string): string {
  const value = object === undefined ? undefined : getOwn(object, name)
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** A copy with some metadata set; a member that is `undefined` is removed. The same object when nothing changes. */
export function withMetadata(
  object: KubeObject,
  changes: Readonly<Record<string, Json | undefined>>,
): KubeObject {
  const before = metadataOf(object)
  let changed = false
  for (const name in changes) if (getOwn(before, name) !== changes[name]) changed = true
  if (!changed) return object
  // Written member by member: deleting from a copy would make it slow for everybody who reads it later.
  const metadata: MutableJsonObject = {}
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(changes, name)) setOwn(metadata, name, before[name] as Json)
  }
  for (const name in changes) {
    const value = changes[name]
    if (value !== undefined) metadata[name] = value
  }
  return { ...object, metadata: metadata as KubeObject['metadata'] }
}

/** A copy in which a member is set, or removed when the value is `undefined`. */
export function withMember(object: KubeObject, name: string, value: Json | undefined): KubeObject {
  const { [name]: _replaced, ...rest } = object
  return (value === undefined ? rest : { ...rest, [name]: value }) as KubeObject
}

/** RFC 3339 in UTC with whole seconds, as every metav1.Time is written. */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== lastWritten.second)
    lastWritten = { second, text: `${new Date(ms).toISOString().slice(0, 19)}Z` }
  return lastWritten.text
}

// Hundreds of writes fall into one second, and each writes it twice.
let lastWritten = { second: Number.NaN, text: '' }
