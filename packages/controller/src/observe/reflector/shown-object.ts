import { isFields, type KubeObject } from '@sitrep/status'
import { isShallow, mostLevels } from '../../connection/json-depth.ts'
import { ControllerError } from '../../errors.ts'
import type { ServedResource } from './resource.ts'

/**
 * An object of a resource as a server shows it. Everybody relies on the types of its metadata; spec and status are looked at field by
 * field by whoever reads them. Its kind is that of what was asked for, whatever it says itself: items of a list may leave it out. What
 * is no such object is thrown, with what is wrong with it.
 */
export function shownObject(sent: unknown, resource: ServedResource): KubeObject {
  const problem = problemIn(sent)
  if (problem !== undefined) throw unreadable(resource, `${nameOf(sent)} ${problem}`)
  const object = sent as KubeObject
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`
  const metadata = withoutNulls(object.metadata)
  return object.kind === resource.kind && object.apiVersion === apiVersion && metadata === object.metadata
    ? object
    : { ...object, apiVersion, kind: resource.kind, metadata }
}

/** The one clear error of a resource whose server sends what cannot be read. */
export const unreadable = (
  { plural }: Pick<ServedResource, 'plural'>,
  what: string,
  cause?: unknown,
): ControllerError =>
  new ControllerError('unreadable-answer', `${plural} cannot be read: ${what}`, {
    retry: 'with-backoff',
    cause,
  })

function problemIn(sent: unknown): string | undefined {
  if (!isFields(sent)) return 'is no object'
  const { metadata } = sent
  if (!isFields(metadata)) return 'has no metadata'
  if (typeof metadata['name'] !== 'string') return 'has no name'
  for (const key of ['name', 'namespace']) if (hasSlash(metadata[key])) return `has a slash in its ${key}`
  for (const key of texts) if (!isTextOrNothing(metadata[key])) return `has a metadata.${key} that is no text`
  for (const key of maps) if (!areTexts(metadata[key])) return `has metadata.${key} that are no texts`
  if (!areRecords(metadata['ownerReferences']))
    return 'has metadata.ownerReferences that are no list of objects'
  const { generation } = metadata
  if (!isNothing(generation) && typeof generation !== 'number')
    return 'has a metadata.generation that is no number'
  return isShallow(sent) ? undefined : `is nested deeper than ${mostLevels} levels`
}

const texts = ['namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'] as const
const maps = ['labels', 'annotations'] as const
const emptiable = [...maps, 'ownerReferences', 'generation'] as const

// Whoever writes null has said nothing, as everywhere in Kubernetes; times may stay so, and are read as not set.
function withoutNulls(metadata: KubeObject['metadata']): KubeObject['metadata'] {
  if (!emptiable.some((key) => (metadata[key] as unknown) === null)) return metadata
  const kept = Object.entries(metadata).filter(
    ([key, value]) => value !== null || !(emptiable as readonly string[]).includes(key),
  )
  return Object.fromEntries(kept) as unknown as KubeObject['metadata']
}

function nameOf(sent: unknown): string {
  const metadata = isFields(sent) ? sent['metadata'] : undefined
  const name = isFields(metadata) ? metadata['name'] : undefined
  return typeof name === 'string' ? name.slice(0, 253) : 'something'
}

// A part of a path, in Kubernetes and wherever names are kept: with a slash, two of them would be one.
const hasSlash = (value: unknown): boolean => typeof value === 'string' && value.includes('/')

const isNothing = (value: unknown): boolean => value === undefined || value === null

const isTextOrNothing = (value: unknown): boolean => isNothing(value) || typeof value === 'string'

function areTexts(value: unknown): boolean {
  if (isNothing(value)) return true
  if (!isFields(value)) return false
  for (const key in value) if (typeof value[key] !== 'string') return false
  return true
}

const areRecords = (value: unknown): boolean =>
  isNothing(value) || (Array.isArray(value) && value.every(isFields))
