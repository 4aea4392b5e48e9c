import type { KubeObject } from '@sitrep/status'
import type { ServedResource } from './resource.ts'

/**
 * An object of a resource as a server shows it, or nothing when it is none. Everybody relies on the types of its metadata; spec and
 * status are looked at field by field by whoever reads them. Its kind is that of what was asked for, whatever it says itself: items of
 * a list may leave it out.
 */
export function shownObject(sent: unknown, resource: ServedResource): KubeObject | undefined {
  const object = sent as Partial<KubeObject> | null | undefined
  if (!isMetadata(object?.metadata)) return undefined
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`
  return object?.kind === resource.kind && object.apiVersion === apiVersion
    ? (object as KubeObject)
    : ({ ...object, apiVersion, kind: resource.kind } as KubeObject)
}

function isMetadata(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp } = value
  return (
    typeof name === 'string' &&
    [namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp].every(isTextOrNothing) &&
    isTexts(value['labels']) &&
    isTexts(value['annotations']) &&
    isRecords(value['ownerReferences']) &&
    (value['generation'] === undefined || typeof value['generation'] === 'number')
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Some servers write null for a time that is not set.
const isTextOrNothing = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string'

function isTexts(value: unknown): boolean {
  if (value === undefined) return true
  if (!isRecord(value)) return false
  for (const key in value) if (typeof value[key] !== 'string') return false
  return true
}

const isRecords = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isRecord))
