import { keyOf } from '../cluster/cluster.ts'
import { ApiError } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { decodeHead } from '../resources/encoding.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import {
  finalizersOf,
  metadataOf,
  type OwnerReference,
  textOf,
  uidOf,
  withMetadata,
} from '../resources/metadata.ts'
import type { VersionView } from '../resources/version-view.ts'
import { keyId, type ObjectKey } from '../store/object-key.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { foregroundFinalizer, orphanFinalizer } from '../writes/delete.ts'
import { inBatches } from '../writes/pause.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { type Dependent, OwnerGraph, type WaitingOwner } from './owner-graph.ts'
import { WorkQueue } from './work-queue.ts'

/** Objects of these resources own nothing and are owned by nobody, whatever they say. */
const ignored: ReadonlySet<string> = new Set(['/events'])

/**
 * Deletes objects whose owners are all gone, takes away references to owners that are gone while others remain, and
 * carries out foreground and orphaning deletion.
 */
export function startGarbageCollector(context: ControllerContext): Controller {
  const { cluster, report } = context
  const graph = new OwnerGraph()
  const collector = new GarbageCollector(context, graph)
  const queue = new WorkQueue({ work: (id) => collector.attend(id), report: unlessStale(report), width: 32 })
  for (const collection of cluster.store.collections(cluster.name)) {
    if (ignored.has(collection.resource)) continue
    for (const stored of cluster.store.list(collection)) {
      const { dependent, waiting } = graph.note(stored.key, stored)
      if (dependent !== undefined || waiting !== undefined) queue.add(keyId(stored.key))
    }
  }
  const unsubscribe = cluster.store.subscribeCluster(cluster.name, (events) => {
    for (const { key, before, after } of events) {
      if (ignored.has(key.resource)) continue
      const old = graph.empty ? undefined : graph.dependent(keyId(key))
      const { dependent, waiting } = graph.note(key, after)
      if (dependent !== undefined || waiting !== undefined) queue.add(keyId(key))
      if (graph.empty) continue
      // Owners that wait for this one may have waited for the last.
      for (const owner of [...(old?.owners ?? []), ...(dependent?.owners ?? [])]) {
        const id = collector.idOf(owner, key.namespace)
        if (id !== undefined && graph.waiting(id) !== undefined) queue.add(id)
      }
      if (after === undefined && before !== undefined) {
        for (const left of graph.dependentsOf(uidOf(decodeHead(before.bytes)))) queue.add(keyId(left.key))
      }
    }
  })
  return {
    idle: () => queue.idle(),
    close: () => {
      unsubscribe()
      return queue.close()
    },
  }
}

/** A conflict means that the object has changed, and then its event has put it into the queue again. */
function unlessStale(report: ControllerContext['report']): ControllerContext['report'] {
  return (error, key) => {
    if (!(error instanceof ApiError) || error.code !== 409) report(error, key)
  }
}

type OwnerState = 'solid' | 'absent' | 'waiting'

class GarbageCollector {
  readonly #context: ControllerContext
  readonly #graph: OwnerGraph
  /** Of owners: one that has thousands of dependents is asked for with every change of each. */
  readonly #uids: WeakMap<StoredObject, string> = new WeakMap()

  constructor(context: ControllerContext, graph: OwnerGraph) {
    this.#context = context
    this.#graph = graph
  }

  async attend(id: string): Promise<void> {
    const waiting = this.#graph.waiting(id)
    if (waiting !== undefined) await this.#attendOwner(waiting)
    await this.#attendDependent(id)
  }

  /** Where an owner lies, if its kind is served. */
  idOf(owner: OwnerReference, namespace: string): string | undefined {
    const key = this.#keyOf(owner, namespace)
    return key === undefined ? undefined : keyId(key)
  }

  async #attendOwner({ key, uid, policy }: WaitingOwner): Promise<void> {
    const dependents = this.#graph.dependentsOf(uid)
    if (policy === 'orphan') {
      await inBatches(dependents, this.#bytesOf, (dependent) => this.#dropOwners(dependent, new Set([uid])))
      await this.#dropFinalizer(key, orphanFinalizer)
      return
    }
    const blocking = dependents.filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion),
    )
    if (blocking.length === 0) await this.#dropFinalizer(key, foregroundFinalizer)
    else await inBatches(blocking, this.#bytesOf, ({ key: blocked }) => this.#attendDependent(keyId(blocked)))
  }

  readonly #bytesOf = ({ key }: Dependent): number => this.#context.cluster.store.get(key)?.bytes.length ?? 0

  // What is known of a dependent is of the state that the store shows: both are told in the same turn.
  async #attendDependent(id: string): Promise<void> {
    const dependent = this.#graph.dependent(id)
    const stored = dependent && this.#context.cluster.store.get(dependent.key)
    if (dependent === undefined || stored === undefined || dependent.deleting) return
    const states = dependent.owners.map((owner) => ({ owner, state: this.#stateOf(owner, dependent.key) }))
    const loose = states.filter(({ state }) => state !== 'solid')
    if (loose.length === 0) return
    if (loose.length < states.length) {
      await this.#dropOwners(dependent, new Set(loose.map(({ owner }) => owner.uid)))
      return
    }
    const view = this.#viewOf(dependent.key)
    if (view === undefined) return
    const awaited =
      states.some(({ state }) => state === 'waiting') && this.#graph.dependentsOf(dependent.uid).length > 0
    await this.#context.writes.delete(view, dependent.key, {
      uid: dependent.uid,
      resourceVersion: `${stored.revision}`,
      propagationPolicy: awaited ? 'Foreground' : dependent.propagation,
    })
  }

  #stateOf(owner: OwnerReference, dependent: ObjectKey): OwnerState {
    const { cluster } = this.#context
    const { group, version } = parseApiVersion(owner.apiVersion)
    const view = cluster.registry.findKind(group, version, owner.kind)
    // What is not served cannot be looked for: its definition may only be late.
    if (view === undefined) return 'solid'
    // A cluster-scoped object cannot be owned from inside a namespace; which one would be anybody's guess.
    if (view.resource.scope === 'Namespaced' && dependent.namespace === '') return 'solid'
    const namespace = view.resource.scope === 'Namespaced' ? dependent.namespace : ''
    const key = keyOf(cluster, view.resource, { namespace, name: owner.name })
    const stored = cluster.store.get(key)
    if (stored === undefined || !stored.bytes.includes(owner.uid)) return 'absent'
    if (this.#uidOf(stored) !== owner.uid) return 'absent'
    return this.#graph.isWaitingFor(owner, key) ? 'waiting' : 'solid'
  }

  #uidOf(stored: StoredObject): string {
    const known = this.#uids.get(stored)
    if (known !== undefined) return known
    const uid = uidOf(decodeHead(stored.bytes))
    this.#uids.set(stored, uid)
    return uid
  }

  async #dropOwners({ key, uid }: Dependent, gone: ReadonlySet<string>): Promise<void> {
    const view = this.#viewOf(key)
    if (view === undefined) return
    await this.#context.writes.change(view, {
      namespace: key.namespace,
      name: key.name,
      change: (live) => (uidOf(live) === uid ? withoutOwners(live, gone) : live),
    })
  }

  async #dropFinalizer(key: ObjectKey, finalizer: string): Promise<void> {
    const view = this.#viewOf(key)
    if (view === undefined) return
    await this.#context.writes.change(view, {
      namespace: key.namespace,
      name: key.name,
      change: (live) => {
        const finalizers = finalizersOf(live).filter((each) => each !== finalizer)
        return withMetadata(live, { finalizers: finalizers.length === 0 ? undefined : finalizers })
      },
    })
  }

  #keyOf(owner: OwnerReference, namespace: string): ObjectKey | undefined {
    const { cluster } = this.#context
    const { group, version } = parseApiVersion(owner.apiVersion)
    const view = cluster.registry.findKind(group, version, owner.kind)
    if (view === undefined) return undefined
    const home = view.resource.scope === 'Namespaced' ? namespace : ''
    return keyOf(cluster, view.resource, { namespace: home, name: owner.name })
  }

  #viewOf({ resource }: ObjectKey): VersionView | undefined {
    const slash = resource.indexOf('/')
    return this.#context.cluster.registry.preferred(resource.slice(0, slash), resource.slice(slash + 1))
  }
}

function withoutOwners(object: KubeObject, gone: ReadonlySet<string>): KubeObject {
  const references = getOwn(metadataOf(object), 'ownerReferences')
  if (!isJsonArray(references)) return object
  const kept = references.filter(
    (reference) => !isJsonObject(reference) || !gone.has(textOf(reference, 'uid')),
  )
  return withMetadata(object, { ownerReferences: kept.length === 0 ? undefined : kept })
}
