import { isFields } from './fields.ts'
import type { ObjectMetadata } from './object.ts'

/** Metadata that can be relied on, and which fields of it were left out because something else stood in them. */
export interface SoundMetadata {
  readonly metadata: ObjectMetadata
  /** One a field: `metadata.labels is a number and not a map`. */
  readonly odd: readonly string[]
}

const none: readonly string[] = []

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextMap: Check = (value) => {
  if (!isFields(value)) return false
  for (const key in value) if (typeof value[key] !== 'string') return false
  return true
}
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
const isOwner: Check = (value) => isFields(value) && isText(value.kind) && isText(value.name)
const isOwnerList: Check = (value) => Array.isArray(value) && value.every(isOwner)

// biome-ignore format: the table is the specification; its columns stay aligned
const expected: readonly (readonly [field: keyof ObjectMetadata, holds: Check, noun: string])[] = [
  ['namespace',         isText,                                                'a text'],
  ['uid',               isText,                                                'a text'],
  ['generation',        (value) => typeof value === 'number',                  'a number'],
  ['resourceVersion',   isText,                                                'a text'],
  ['creationTimestamp', isText,                                                'a time'],
  ['deletionTimestamp', isText,                                                'a time'],
  ['labels',            isTextMap,                                             'a map of texts'],
  ['annotations',       isTextMap,                                             'a map of texts'],
  ['finalizers',        isTextList,                                            'a list of texts'],
  ['ownerReferences',   isOwnerList,                                           'a list of owners'],
]

/**
 * Metadata without what is not of its type. A field that is null counts as absent, as clients of Kubernetes read it; of a map or a list the
 * entries that are sound stay. Metadata in which all is sound comes back itself.
 */
export function soundMetadata(metadata: ObjectMetadata): SoundMetadata {
  if (isPlainlySound(metadata)) return { metadata, odd: none }
  let sound: Record<string, unknown> | undefined
  let odd: string[] | undefined
  for (const [field, holds, noun] of expected) {
    const value: unknown = metadata[field]
    if (value === undefined || holds(value)) continue
    sound ??= { ...metadata }
    const rest = value === null ? undefined : soundPart(field, value)
    if (rest === undefined) delete sound[field]
    else sound[field] = rest
    if (value === null) continue
    odd ??= []
    odd.push(`metadata.${field} is ${rest === undefined ? '' : 'in part '}not ${noun}`)
  }
  if (sound === undefined) return { metadata, odd: none }
  return { metadata: sound as unknown as ObjectMetadata, odd: odd ?? none }
}

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string'

// All of a world comes through here, and hardly ever does an object need the closer look at each field.
function isPlainlySound(metadata: ObjectMetadata): boolean {
  const { labels, annotations, finalizers, ownerReferences, generation } = metadata
  return (
    isTextOrNone(metadata.namespace) &&
    isTextOrNone(metadata.uid) &&
    isTextOrNone(metadata.resourceVersion) &&
    isTextOrNone(metadata.creationTimestamp) &&
    isTextOrNone(metadata.deletionTimestamp) &&
    (generation === undefined || typeof generation === 'number') &&
    (labels === undefined || isTextMap(labels)) &&
    (annotations === undefined || isTextMap(annotations)) &&
    (finalizers === undefined || isTextList(finalizers)) &&
    (ownerReferences === undefined || isOwnerList(ownerReferences))
  )
}

function soundPart(field: keyof ObjectMetadata, value: unknown): unknown {
  if (Array.isArray(value)) {
    const holds = field === 'finalizers' ? isText : isOwner
    return field === 'finalizers' || field === 'ownerReferences' ? value.filter(holds) : undefined
  }
  if (!isFields(value) || (field !== 'labels' && field !== 'annotations')) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => isText(inner)))
}
