import type { Reflected } from '@sitrep/controller'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import {
  type Family,
  type KindRef,
  type KubeObject,
  managementCluster,
  refKey,
  refOf,
  soundMetadata,
} from '@sitrep/status'
import { reportedCatalog } from '../../families/reported-catalog.ts'
import type { ComputedObject } from '../../source/computed-world.ts'
import { inNewestLayout } from '../../source/newest-layout.ts'
import type { SeenWorld } from '../sight.ts'

/** The objects of a server as they are told, and what follows from what among them. */
export class FollowedWorld {
  readonly #families: readonly Family[]
  readonly #engine: Engine
  readonly #objects: Map<string, ComputedObject> = new Map()
  #pending: WorldChange[] = [{ kind: 'every', read: true, cluster: managementCluster }]

  constructor(families: readonly Family[]) {
    this.#families = families
    this.#engine = createEngine(reportedCatalog(families))
  }

  /** Takes in what happened; it is seen with the next look. */
  take(kind: KindRef, changes: readonly Reflected[]): void {
    for (const change of changes) {
      if ('object' in change) this.#put(change.object)
      else this.#remove(kind, change.gone)
    }
  }

  /** All that was told until now. While somebody looks at it, it does not change. */
  seen(now: string): Omit<SeenWorld, 'unread'> {
    this.#engine.apply(this.#pending, now)
    this.#pending = []
    return { engine: this.#engine, objects: [...this.#objects.values()], families: this.#families }
  }

  #put(read: KubeObject): void {
    const { metadata } = soundMetadata(read.metadata)
    const object = metadata === read.metadata ? read : { ...read, metadata }
    const ref = refOf(object)
    // What a server says is what its controllers wrote, with everything that they could see and this command cannot.
    const seen = { ref, reported: object, computed: object, written: object, decided: false }
    this.#objects.set(refKey(ref), seen)
    this.#pending.push({ object: inNewestLayout(object), cluster: managementCluster })
  }

  #remove({ group, kind }: KindRef, { name, namespace }: KubeObject['metadata']): void {
    const ref = { group, kind, name, ...(namespace !== undefined && { namespace }) }
    this.#objects.delete(refKey(ref))
    this.#pending.push({ gone: ref })
  }
}
