import { same } from '@sitrep/status/same'
import { keyOf } from '../cluster/cluster.ts'
import { ApiError, conflict, invalid, objectNotFound } from '../errors/api-error.ts'
import { invalidValue } from '../errors/field-errors.ts'
import type { KubeObject } from '../json/json.ts'
import { getOwn } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { decodeObject, prefixOf } from '../resources/encoding.ts'
import { formatApiVersion } from '../resources/group-version.ts'
import {
  deleting,
  finalizersOf,
  generationOf,
  metadataOf,
  metaText,
  uidOf,
  withMetadata,
} from '../resources/metadata.ts'
import { partUpdate } from '../resources/own-parts.ts'
import type { Behaviour, Resource } from '../resources/resource.ts'
import { inOneGo } from '../schema/slices.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { withAllocations } from './allocations.ts'
import { createObject } from './create.ts'
import { sameButForTimes, trackFields } from './managed-fields.ts'
import { inSlices, pauseFor } from './pause.ts'
import { persist, remove } from './persist.ts'
import { keepSystemMetadata, placeInNamespace, withoutRepeatedOwners } from './system-metadata.ts'
import { updateErrors } from './validate.ts'
import { type Admission, kindName, resourceName, type WriteContext } from './write-context.ts'
import { StoredWrite, type Written } from './written.ts'

/** How a write arrives at the new object. Asked again whenever somebody else was faster. */
export interface Proposal {
  readonly name: string
  /** `live` is absent when nothing of that name exists and the write may create it. */
  // `bytes` measures the work: what is long lets others have their turn.
  readonly propose: (live: KubeObject | undefined, bytes: number) => KubeObject | Promise<KubeObject>
  /** Whether what does not exist is created: `always` by server-side apply, `never` by patches; absent: as the kind allows. */
  readonly creates?: 'always' | 'never'
  /** Server-side apply brings its own managedFields. */
  readonly tracked?: boolean
  /** Nobody owns what this changes, and no generation counts it: a scheduler places a Pod. */
  readonly silent?: boolean
  readonly optionsKind: 'UpdateOptions' | 'PatchOptions'
}

const patientAttempts = 5

/** Changes an object as a client's update does. Throws an `ApiError` for every refusal. */
export async function updateObject(
  context: WriteContext,
  admission: Admission,
  proposal: Proposal,
): Promise<Written> {
  const { cluster, view, namespace } = context
  const key = keyOf(cluster, view.resource, { namespace, name: proposal.name })
  for (let attempt = 1; ; attempt++) {
    const stored = cluster.store.head(key)
    if (stored === undefined) {
      const written = await createInstead(context, admission, proposal)
      if (written !== undefined) return written
      continue
    }
    await view.prepare([stored])
    // Whoever lets others go first may find the object changed each time: after a while it is decided in one go.
    const bytes = attempt > patientAttempts ? 0 : stored.bytes.length + (context.bodyBytes ?? 0)
    const live = view.object(stored)
    const object = await decide(context, admission, { proposal, live, bytes })
    await pauseFor(bytes)
    const written = await store(context, { object, live, stored })
    if (written !== undefined) return written
  }
}

async function createInstead(
  context: WriteContext,
  admission: Admission,
  proposal: Proposal,
): Promise<Written | undefined> {
  const { behaviour } = context.view.resource
  const { creates } = proposal
  // Applying to a part of an object creates no more than updating it does.
  const always = creates === 'always' && context.subresource === ''
  const allowed = always || (creates !== 'never' && behaviour.createsOnUpdate)
  if (!allowed) throw objectNotFound(resourceName(context), proposal.name)
  await pauseFor(context.bodyBytes ?? 0)
  const proposed = await proposal.propose(undefined, context.bodyBytes ?? 0)
  await pauseFor(context.bodyBytes ?? 0)
  const asked = uidOf(proposed)
  if (asked !== '')
    throw uidConflict(context, proposal.name, { asked, actual: context.cluster.edge.randomUuid() })
  const object = withMetadata(proposed, { resourceVersion: undefined })
  const { optionsKind, tracked = false } = proposal
  return createObject(context, admission, { object, tracked, optionsKind })
}

interface Decision {
  readonly proposal: Proposal
  readonly live: KubeObject
  /** What the work on it is measured by. */
  readonly bytes: number
}

/** The object as it shall be stored, checked against the live one. */
async function decide(
  context: WriteContext,
  admission: Admission,
  { proposal, live, bytes }: Decision,
): Promise<KubeObject> {
  await pauseFor(bytes)
  const proposed = await proposal.propose(live, bytes)
  await pauseFor(bytes)
  const { name, optionsKind } = proposal
  if (optionsKind === 'UpdateOptions') assertUid(context, proposed, live)
  const found = optionsKind === 'PatchOptions' ? ' after mutating admission happens' : ''
  const placed = placeInNamespace(withoutRepeatedOwners(context.warn, proposed, found), context.namespace)
  const tracked =
    proposal.tracked === true || proposal.silent === true
      ? placed
      : await trackFields(context, { live, updated: placed, bytes })
  const request = { context, operation: 'UPDATE', name, old: live, optionsKind } as const
  await pauseFor(bytes)
  const admitted = (await admission.mutate({ ...request, object: tracked })) ?? tracked
  const versioned = checkResourceVersion(context, admitted, live)
  const silent = proposal.silent === true
  const object = await prepare(context, { proposed: versioned, live, silent, bytes })
  await admission.validate({ ...request, object })
  return object
}

function assertUid(context: WriteContext, object: KubeObject, live: KubeObject): void {
  const [asked, actual] = [uidOf(object), uidOf(live)]
  if (asked === '' || asked === actual) return
  throw uidConflict(context, metaText(live, 'name'), { asked, actual })
}

function uidConflict(
  context: WriteContext,
  name: string,
  { asked, actual }: { readonly asked: string; readonly actual: string },
): Error {
  const { group, plural, origin } = context.view.resource
  const place = [origin === 'custom' ? group : '', plural, context.namespace, name].filter(
    (part) => part !== '',
  )
  const why = `Precondition failed: UID in precondition: ${asked}, UID in object meta: ${actual}`
  return conflict(
    resourceName(context),
    name,
    `StorageError: invalid object, Code: 4, Key: /registry/${place.join('/')}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  )
}

function checkResourceVersion(context: WriteContext, object: KubeObject, live: KubeObject): KubeObject {
  const [asked, actual] = [metaText(object, 'resourceVersion'), metaText(live, 'resourceVersion')]
  const name = metaText(live, 'name')
  if (asked === '' || asked === '0') {
    if (context.view.resource.behaviour.allowsUnconditionalUpdate)
      return withMetadata(object, { resourceVersion: actual })
    const errors = [invalidValue('metadata.resourceVersion', 0, 'must be specified for an update')]
    throw invalid(resourceName(context), name, errors)
  }
  if (asked === actual) return object
  if (!/^\d+$/.test(asked)) {
    throw new ApiError({ code: 500, message: `strconv.ParseUint: parsing ${quoteGo(asked)}: invalid syntax` })
  }
  const why = 'the object has been modified; please apply your changes to the latest version and try again'
  throw conflict(resourceName(context), name, why)
}

interface Preparation {
  readonly proposed: KubeObject
  readonly live: KubeObject
  readonly silent: boolean
  readonly bytes: number
}

async function prepare(
  context: WriteContext,
  { proposed, live, silent, bytes }: Preparation,
): Promise<KubeObject> {
  const { view, cluster, subresource, warn } = context
  const { behaviour } = view.resource
  const now = cluster.edge.now()
  const kept = keepSystemMetadata(proposed, live)
  const shape = shapeFor(view.resource, subresource)
  const shaped = shape?.(kept, live, now) ?? kept
  const counted =
    silent || subresource === 'status' ? shaped : withGeneration(behaviour.generationOf, shaped, live)
  const object = withAllocations(context, counted, live)
  const steps = updateErrors(view, { object, old: live, subresource, warn })
  // What others overtook too often is decided in one go.
  const errors = bytes === 0 ? inOneGo(steps) : await inSlices(steps)
  if (errors.length > 0) throw invalid(kindName(context), metaText(live, 'name'), errors)
  // Of a part of an object nobody is warned: he may not be able to change the rest.
  if (subresource === '') for (const text of behaviour.warnings?.(object, live) ?? []) warn(text)
  return object
}

function shapeFor(resource: Resource, subresource: string): Behaviour['prepareForUpdate'] {
  const { behaviour } = resource
  if (subresource === 'status') return behaviour.prepareForStatusUpdate ?? statusOnly
  return partUpdate(resource, subresource) ?? behaviour.prepareForUpdate
}

function statusOnly(object: KubeObject, live: KubeObject): KubeObject {
  const status = getOwn(object, 'status')
  const { status: _old, ...rest } = live
  const kept = { ...rest, ...(status !== undefined && { status }) } as KubeObject
  return withMetadata(kept, { managedFields: getOwn(metadataOf(object), 'managedFields') })
}

function withGeneration(
  read: ((object: KubeObject) => KubeObject[string]) | undefined,
  object: KubeObject,
  live: KubeObject,
): KubeObject {
  if (read === undefined || same(read(object), read(live))) return object
  return withMetadata(object, { generation: generationOf(live) + 1 })
}

interface Outcome {
  readonly object: KubeObject
  readonly live: KubeObject
  readonly stored: StoredObject
}

/** `undefined` when somebody else was faster. */
async function store(context: WriteContext, { object, live, stored }: Outcome): Promise<Written | undefined> {
  const { options, view } = context
  if (isOver(context, object)) {
    if (options.dryRun) return { object, stored: undefined, outcome: 'removed' }
    const event = await remove(context, stored)
    return event && { object, stored: undefined, outcome: 'removed' }
  }
  const storable = await view.toStorage(object)
  // What the stored version cannot hold is no change, and what it was never given is one.
  const before = view.bytes(stored) === stored.bytes ? live : decodeObject(stored.bytes)
  const comparable = withMetadata(storable, { resourceVersion: metaText(before, 'resourceVersion') })
  // Kubernetes compares what it would store with what it read, and reads nothing that is empty.
  const readable = options.applies !== true || view.shown(object) === object
  if (readable && sameButForTimes(comparable, before) && inStorageVersion(context, stored)) {
    // What is there already may still be on its way to the disk, and is promised by this answer too.
    await context.cluster.store.settled()
    return { object: live, stored: options.dryRun ? undefined : stored, outcome: 'unchanged' }
  }
  const shown = (written: KubeObject): KubeObject => (options.applies ? view.shown(written) : written)
  if (options.dryRun) return { object: shown(object), stored: undefined, outcome: 'updated' }
  const event = await persist(context, storable, stored)
  if (event?.after === undefined) return undefined
  await view.prepare([event.after])
  return new StoredWrite(event.after, 'updated', () =>
    shown(withMetadata(object, { resourceVersion: `${event.revision}` })),
  )
}

/** An object that is being deleted goes when the last one who held it lets go. */
function isOver({ view }: WriteContext, object: KubeObject): boolean {
  if (!deleting(object) || finalizersOf(object).length > 0) return false
  if (view.resource.behaviour.held?.(object) === true) return false
  const seconds = getOwn(metadataOf(object), 'deletionGracePeriodSeconds')
  return seconds === undefined || seconds === 0
}

/** An object left in an older storage version is rewritten even when nothing else changes: that is how it migrates. */
function inStorageVersion({ view }: WriteContext, { bytes }: StoredObject): boolean {
  const { resource } = view
  const group = resource.storedAs?.group ?? resource.group
  const { full } = prefixOf(resource, formatApiVersion(group, resource.storageVersion))
  return bytes.subarray(0, full.length).equals(full)
}
