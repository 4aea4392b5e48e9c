import type { ClusterName, KindRef, ObjectRef } from '@sitrep/status'
import { KnownNames } from '../reflector/known-names.ts'

interface KnownKind {
  readonly kind: KindRef
  readonly names: KnownNames
}

/** All objects of one cluster that were shown, so that what goes away while nobody looks is found missing by whoever looks next. */
export class KnownObjects {
  readonly #cluster: ClusterName
  readonly #kinds: Map<string, KnownKind> = new Map()

  constructor(cluster: ClusterName) {
    this.#cluster = cluster
  }

  /** The names that go by a key: a kind, or one key of a narrow index of it. */
  of(key: string, { group, kind }: KindRef): KnownNames {
    const present = this.#kinds.get(key)
    if (present !== undefined) return present.names
    const names = new KnownNames()
    this.#kinds.set(key, { kind: { group, kind }, names })
    return names
  }

  isEmpty(key: string): boolean {
    return (this.#kinds.get(key)?.names.size ?? 0) === 0
  }

  /** Nothing that goes by the key is there any more; tells what that was. */
  forget(key: string): readonly ObjectRef[] {
    const known = this.#kinds.get(key)
    if (known === undefined) return []
    this.#kinds.delete(key)
    known.names.beginReading()
    return known.names.endReading().map(({ namespace, name }) => ({
      cluster: this.#cluster,
      ...known.kind,
      name,
      ...(namespace !== undefined && { namespace }),
    }))
  }

  forgetAll(): readonly ObjectRef[] {
    return [...this.#kinds.keys()].flatMap((key) => this.forget(key))
  }
}
