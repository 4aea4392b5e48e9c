import { same } from '@sitrep/status/same'
import { keyOf } from '../cluster/cluster.ts'
import { conflict, type GroupName, objectNotFound } from '../errors/api-error.ts'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { getOwn } from '../json/own.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import {
  deleting,
  finalizersOf,
  formatTime,
  generationOf,
  metadataOf,
  metaText,
  uidOf,
  withMetadata,
} from '../resources/metadata.ts'
import type { Resource } from '../resources/resource.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { persist, remove } from './persist.ts'
import { type Admission, resourceName, type WriteContext } from './write-context.ts'
import type { Written } from './written.ts'

/** The finalizers by which the garbage collector keeps an object until it has dealt with its dependents. */
export const orphanFinalizer = 'orphan'
export const foregroundFinalizer = 'foregroundDeletion'

export interface Deletion {
  readonly name: string
  /** It goes with others: whoever admits it is told of no name. */
  readonly amongOthers?: true
  readonly options: DeleteOptions
}

/** Deletes an object, or marks it as being deleted where finalizers or grace hold it. Throws an `ApiError` to refuse. */
export async function deleteObject(
  context: WriteContext,
  admission: Admission,
  deletion: Deletion,
): Promise<Written> {
  const { cluster, view, namespace } = context
  const { name, options } = deletion
  const key = keyOf(cluster, view.resource, { namespace, name })
  for (;;) {
    const stored = cluster.store.head(key)
    if (stored === undefined) throw objectNotFound(resourceName(context), name)
    await view.prepare([stored])
    const live = view.object(stored)
    assertPreconditions(context, live, options)
    const request = {
      context,
      operation: 'DELETE',
      name: deletion.amongOthers ? '' : name,
      object: undefined,
      old: live,
      optionsKind: 'DeleteOptions',
      deleteOptions: optionsObject(options),
    } as const
    await admission.mutate(request)
    await admission.validate(request)
    const written = await carryOut(context, { live, stored, options })
    if (written !== undefined) return written
  }
}

/** The options as webhooks see them. */
function optionsObject({
  gracePeriodSeconds,
  propagationPolicy,
  orphanDependents,
  uid,
  resourceVersion,
}: DeleteOptions): JsonObject {
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  }
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
  }
}

function assertPreconditions(
  context: WriteContext,
  live: KubeObject,
  { uid, resourceVersion }: DeleteOptions,
): void {
  const name = metaText(live, 'name')
  if (uid !== undefined && uid !== uidOf(live)) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${uidOf(live)}). The object might have been deleted and then recreated`
    throw conflict(bareKind(context), name, why)
  }
  const actual = metaText(live, 'resourceVersion')
  if (resourceVersion !== undefined && resourceVersion !== actual) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${actual}). The object might have been modified`
    throw conflict(bareKind(context), name, why)
  }
}

/** The checks before a deletion know kinds and groups, where others know resources. */
function bareKind({ view }: WriteContext): GroupName {
  return { group: view.resource.group, name: view.resource.kind }
}

interface Doomed {
  readonly live: KubeObject
  readonly stored: StoredObject
  readonly options: DeleteOptions
}

/** `undefined` when somebody else was faster. */
async function carryOut(
  context: WriteContext,
  { live, stored, options }: Doomed,
): Promise<Written | undefined> {
  const { object, gone } = markedObject(context, live, options)
  const { dryRun } = context.options
  if (!gone && same(object, live)) {
    await context.cluster.store.settled()
    return { object: live, stored, outcome: 'unchanged' }
  }
  if (dryRun) return { object, stored: undefined, outcome: gone ? 'removed' : 'updated' }
  const event = gone
    ? await remove(context, stored)
    : await persist(context, await context.view.toStorage(object), stored)
  if (event === undefined) return undefined
  const revised = withMetadata(object, { resourceVersion: `${event.revision}` })
  return { object: revised, stored: event.after, outcome: gone ? 'removed' : 'updated' }
}

interface Marked {
  readonly object: KubeObject
  /** Nothing keeps it from going at once. */
  readonly gone: boolean
}

/** The object with its deletion noted. */
function markedObject(context: WriteContext, live: KubeObject, options: DeleteOptions): Marked {
  const { resource } = context.view
  const { behaviour } = resource
  const now = context.cluster.edge.now()
  const graceful = gracefulObject(resource, live, { options, now })
  if (graceful === 'pending') return { object: live, gone: false }
  const shaped = behaviour.prepareForDelete?.(graceful?.object ?? live, now) ?? graceful?.object ?? live
  const finalizers = finalizersFor(resource, shaped, options)
  const object = withMetadata(shaped, { finalizers: finalizers.length === 0 ? undefined : finalizers })
  const held = finalizers.length > 0 || behaviour.held?.(object) === true
  if (graceful !== undefined) return { object, gone: graceful.seconds === 0 && !held }
  if (!held) return { object: live, gone: true }
  const marked = deleting(object)
    ? withMetadata(object, { deletionGracePeriodSeconds: 0 })
    : markDeleting(object, { seconds: 0, now })
  return { object: marked, gone: false }
}

function markDeleting(object: KubeObject, { seconds, now }: { seconds: number; now: number }): KubeObject {
  const generation = generationOf(object)
  return withMetadata(object, {
    ...(generation > 0 && !deleting(object) && { generation: generation + 1 }),
    deletionTimestamp: formatTime(now + seconds * 1000),
    deletionGracePeriodSeconds: seconds,
  })
}

interface Grace {
  readonly options: DeleteOptions
  readonly now: number
}

/** For kinds that leave time to go: the object with its deadline; `pending` when an earlier one stands. */
function gracefulObject(
  { behaviour }: Resource,
  live: KubeObject,
  { options, now }: Grace,
): { readonly object: KubeObject; readonly seconds: number } | 'pending' | undefined {
  if (behaviour.gracePeriodSeconds === undefined) return undefined
  const asked = options.gracePeriodSeconds
  if (deleting(live)) {
    const given = getOwn(metadataOf(live), 'deletionGracePeriodSeconds')
    if (typeof given !== 'number') return undefined
    if (asked === undefined || asked >= given)
      return given === 0 && finalizersOf(live).length === 0 ? undefined : 'pending'
    return { object: markDeleting(live, { seconds: Math.max(asked, 0), now }), seconds: Math.max(asked, 0) }
  }
  const seconds = Math.max(0, asked ?? behaviour.gracePeriodSeconds(live))
  // A kind may know that nobody is there to make use of the time, whatever the client asks for.
  const useful = behaviour.gracePeriodSeconds(live) > 0 ? seconds : 0
  return { object: markDeleting(live, { seconds: useful, now }), seconds: useful }
}

/** The object's finalizers after the propagation policy has added or taken away those of the garbage collector. */
function finalizersFor(resource: Resource, object: KubeObject, options: DeleteOptions): readonly string[] {
  const present = finalizersOf(object)
  if (resource.behaviour.ignoresPropagation === true) return present
  const policy = policyOf(resource, present, options)
  const others = present.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer)
  const wanted =
    policy === 'Orphan'
      ? [...others, orphanFinalizer]
      : policy === 'Foreground'
        ? [...others, foregroundFinalizer]
        : others
  return sameNames(wanted, present) ? present : wanted
}

function policyOf({ behaviour }: Resource, present: readonly string[], options: DeleteOptions): string {
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background'
  if (options.propagationPolicy !== undefined) return options.propagationPolicy
  if (present.includes(orphanFinalizer)) return 'Orphan'
  if (present.includes(foregroundFinalizer)) return 'Foreground'
  return behaviour.defaultPropagation
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name))
}
