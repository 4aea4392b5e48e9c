import { decodeHead } from '../resources/encoding.ts'
import {
  deleting,
  finalizersOf,
  type OwnerReference,
  ownerReferencesOf,
  uidOf,
} from '../resources/metadata.ts'
import { keyId, type ObjectKey } from '../store/object-key.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { foregroundFinalizer, orphanFinalizer } from '../writes/delete.ts'

/** An object that names owners. */
export interface Dependent {
  readonly key: ObjectKey
  readonly uid: string
  readonly owners: readonly OwnerReference[]
  /** Somebody has deleted it already. */
  readonly deleting: boolean
  /** One that was marked before it was our turn keeps the way it was marked to go. */
  readonly propagation: 'Orphan' | 'Foreground' | 'Background'
}

/** An object that is kept until its dependents have been dealt with. */
export interface WaitingOwner {
  readonly key: ObjectKey
  readonly uid: string
  readonly policy: 'foreground' | 'orphan'
}

/** What an object is to the collector. */
export interface Concern {
  readonly dependent?: Dependent
  readonly waiting?: WaitingOwner
}

const unconcerned: Concern = {}

/**
 * Who depends on whom, by uid. Objects that name no owner and wait for nobody are not remembered: there are far more of
 * them, and whether an owner exists is asked of the store.
 */
export class OwnerGraph {
  readonly #dependents = new Map<string, Dependent>()
  readonly #byOwner = new Map<string, Set<string>>()
  readonly #waiting = new Map<string, WaitingOwner>()

  get empty(): boolean {
    return this.#dependents.size === 0 && this.#waiting.size === 0
  }

  /** Notes a state of an object; `undefined` that it is gone. Returns what it now is to the collector. */
  note(key: ObjectKey, stored: StoredObject | undefined): Concern {
    const concerned = stored !== undefined && concerns(stored.bytes)
    // Nearly all writes, in most clusters.
    if (!concerned && this.empty) return unconcerned
    const id = keyId(key)
    this.#forget(id)
    if (!concerned) return unconcerned
    const object = decodeHead(stored.bytes)
    const [uid, owners] = [uidOf(object), ownerReferencesOf(object)]
    const [gone, finalizers] = [deleting(object), finalizersOf(object)]
    const policy = gone ? policyOf(finalizers) : undefined
    const dependent =
      owners.length === 0
        ? undefined
        : { key, uid, owners, deleting: gone, propagation: propagationOf(finalizers) }
    const waiting: WaitingOwner | undefined = policy === undefined ? undefined : { key, uid, policy }
    if (dependent !== undefined) this.#remember(id, dependent)
    if (waiting !== undefined) this.#waiting.set(id, waiting)
    return { ...(dependent && { dependent }), ...(waiting && { waiting }) }
  }

  dependent(id: string): Dependent | undefined {
    return this.#dependents.get(id)
  }

  waiting(id: string): WaitingOwner | undefined {
    return this.#waiting.get(id)
  }

  isWaitingFor(owner: OwnerReference, key: ObjectKey): boolean {
    const waiting = this.#waiting.get(keyId(key))
    return waiting !== undefined && waiting.uid === owner.uid && waiting.policy === 'foreground'
  }

  dependentsOf(uid: string): readonly Dependent[] {
    return [...(this.#byOwner.get(uid) ?? [])].flatMap((id) => this.#dependents.get(id) ?? [])
  }

  #remember(id: string, dependent: Dependent): void {
    this.#dependents.set(id, dependent)
    for (const { uid } of dependent.owners) {
      const known = this.#byOwner.get(uid) ?? new Set()
      this.#byOwner.set(uid, known.add(id))
    }
  }

  #forget(id: string): void {
    this.#waiting.delete(id)
    const dependent = this.#dependents.get(id)
    if (dependent === undefined) return
    this.#dependents.delete(id)
    for (const { uid } of dependent.owners) {
      const known = this.#byOwner.get(uid)
      known?.delete(id)
      if (known?.size === 0) this.#byOwner.delete(uid)
    }
  }
}

function policyOf(finalizers: readonly string[]): WaitingOwner['policy'] | undefined {
  if (finalizers.includes(foregroundFinalizer)) return 'foreground'
  return finalizers.includes(orphanFinalizer) ? 'orphan' : undefined
}

function propagationOf(finalizers: readonly string[]): Dependent['propagation'] {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan'
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background'
}

/**
 * A quick look that spares nearly all objects from being read. Without the quotes around the names: a search goes from one
 * first letter to the next, and JSON is full of quotes.
 */
function concerns(bytes: Buffer): boolean {
  return (
    bytes.includes('ownerReferences') || (bytes.includes('deletionTimestamp') && bytes.includes('finalizers'))
  )
}
