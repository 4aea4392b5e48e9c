import { allocates } from '../builtin/allocate.ts'
import { keyOf } from '../cluster/cluster.ts'
import { ApiError, alreadyExists, forbidden, invalid, qualified } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import { decodeObject } from '../resources/encoding.ts'
import { deleting, metaText, nameOf, withMetadata } from '../resources/metadata.ts'
import { withAllocations } from './allocations.ts'
import { trackFields } from './managed-fields.ts'
import { inSlices, pauseFor } from './pause.ts'
import { persist } from './persist.ts'
import {
  fillSystemMetadata,
  placeInNamespace,
  wipeSystemMetadata,
  withoutRepeatedOwners,
} from './system-metadata.ts'
import { createErrors } from './validate.ts'
import { type Admission, kindName, resourceName, type WriteContext } from './write-context.ts'
import { StoredWrite, type Written } from './written.ts'

const attemptsToGenerateName = 8

export interface Creation {
  /** Decoded and defaulted, in the version of the context. */
  readonly object: KubeObject
  /** Server-side apply brings its own managedFields. */
  readonly tracked?: boolean
  readonly optionsKind?: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'
}

/** Stores an object that does not exist yet, as a client's create does. Throws an `ApiError` for every refusal. */
export async function createObject(
  context: WriteContext,
  admission: Admission,
  creation: Creation,
): Promise<Written> {
  const { bodyBytes = 0 } = context
  assertOpen(context, creation.object)
  assertNoResourceVersion(creation.object)
  const wiped = placeInNamespace(wipeSystemMetadata(creation.object), context.namespace)
  const deduplicated = withoutRepeatedOwners(context.warn, wiped)
  const tracked =
    creation.tracked === true
      ? deduplicated
      : await trackFields(context, { live: undefined, updated: deduplicated, bytes: bodyBytes })
  await pauseFor(bodyBytes)
  const optionsKind = creation.optionsKind ?? 'CreateOptions'
  const request = {
    context,
    operation: 'CREATE',
    name: nameOf(tracked),
    old: undefined,
    optionsKind,
  } as const
  const admitted = (await admission.mutate({ ...request, object: tracked })) ?? tracked
  const { behaviour } = context.view.resource
  for (let attempt = 1; ; attempt++) {
    const { headRevision } = context.cluster.store
    const object = await prepare(context, withoutRepeatedOwners(context.warn, admitted))
    await pauseFor(bodyBytes)
    await admission.validate({ ...request, name: nameOf(object), object })
    await pauseFor(bodyBytes)
    // What was free may have been given away while others were asked.
    if (allocates(behaviour) && context.cluster.store.headRevision !== headRevision) continue
    const written = await store(context, object)
    if (written !== undefined) return written
    const generated = nameOf(admitted) === '' && metaText(admitted, 'generateName') !== ''
    if (!generated) throw taken(context, object)
    if (attempt === attemptsToGenerateName) throw noFreeName(context, nameOf(object))
  }
}

/** A definition on its way out takes no new objects along. */
function assertOpen(context: WriteContext, object: KubeObject): void {
  if (context.view.resource.terminating !== true) return
  const why = 'create not allowed while custom resource definition is terminating'
  throw forbidden(resourceName(context), nameOf(object), why)
}

function assertNoResourceVersion(object: KubeObject): void {
  if (metaText(object, 'resourceVersion') === '') return
  throw new ApiError({ code: 500, message: 'resourceVersion should not be set on objects to be created' })
}

/** The object as it will be stored, checked. */
async function prepare(context: WriteContext, admitted: KubeObject): Promise<KubeObject> {
  const { cluster, view, namespace, warn } = context
  const { behaviour } = view.resource
  const { now, randomUuid, randomInt } = cluster.edge
  const prefix = metaText(admitted, 'generateName')
  const unnamed = nameOf(admitted) === '' && prefix !== '' && behaviour.ignoresGenerateName !== true
  const named = unnamed ? withMetadata(admitted, { name: generateName(prefix, randomInt) }) : admitted
  const placed = placeInNamespace(fillSystemMetadata(named, { uid: randomUuid(), now: now() }), namespace)
  const shaped = behaviour.prepareForCreate?.(placed, now()) ?? placed
  const counted = behaviour.generationOf === undefined ? shaped : withMetadata(shaped, { generation: 1 })
  const object = withAllocations(context, counted, undefined)
  const errors = await inSlices(createErrors(view, object))
  if (errors.length > 0) throw invalid(kindName(context), nameOf(object), errors)
  for (const text of behaviour.warnings?.(object) ?? []) warn(text)
  return object
}

/** `undefined` when the name is taken. */
async function store(context: WriteContext, object: KubeObject): Promise<Written | undefined> {
  const { cluster, view, namespace } = context
  const key = keyOf(cluster, view.resource, { namespace, name: nameOf(object) })
  if (cluster.store.head(key) !== undefined) return undefined
  const { applies = false, dryRun } = context.options
  if (dryRun) return { object: applies ? view.shown(object) : object, stored: undefined, outcome: 'created' }
  const event = await persist(context, await view.toStorage(object), undefined)
  if (event?.after === undefined) return undefined
  return new StoredWrite(event.after, 'created', () => {
    const revised = withMetadata(object, { resourceVersion: `${event.revision}` })
    return applies ? view.shown(revised) : revised
  })
}

function taken(context: WriteContext, object: KubeObject): ApiError {
  const { cluster, view, namespace } = context
  const name = nameOf(object)
  const stored = cluster.store.head(keyOf(cluster, view.resource, { namespace, name }))
  const error = alreadyExists(resourceName(context), name)
  if (stored === undefined || !deleting(decodeObject(stored.bytes))) return error
  return new ApiError({ ...error.body, message: `object is being deleted: ${error.message}` })
}

function noFreeName(context: WriteContext, name: string): ApiError {
  const resource = resourceName(context)
  return new ApiError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${qualified(resource)} "${name}" already exists, the server was not able to generate a unique name for the object`,
    details: {
      name,
      ...(resource.group !== '' && { group: resource.group }),
      kind: resource.name,
      retryAfterSeconds: 1,
    },
  })
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789'
const suffixLength = 5
const longestPrefix = 63 - suffixLength

/** A name out of `metadata.generateName`: its beginning and five letters that spell no words. */
function generateName(prefix: string, randomInt: (limit: number) => number): string {
  let name = prefix.slice(0, longestPrefix)
  for (let index = 0; index < suffixLength; index++) name += alphabet[randomInt(alphabet.length)]
  return name
}
