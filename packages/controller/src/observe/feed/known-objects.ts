import type { ClusterName, KindRef, KubeObject, ObjectRef } from '@sitrep/status'
import type { Placing } from '../../share/share.ts'
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

  /** Whether no object goes by the key, not even one of others. */
  isEmpty(key: string): boolean {
    const names = this.#kinds.get(key)?.names
    return names === undefined || (names.size === 0 && !names.passedOver)
  }

  /** Looks at everything that belongs to somebody, and forgets what is said not to be kept any more. */
  review(keeps: (ref: ObjectRef, placing: Placing) => boolean): void {
    for (const { kind, names } of this.#kinds.values())
      for (const [metadata, placing] of [...names.placed()])
        if (!keeps(this.#refOf(kind, metadata), placing)) names.gone(metadata)
  }

  /** Nothing that goes by the key is there any more; tells what that was. */
  forget(key: string): readonly ObjectRef[] {
    const known = this.#kinds.get(key)
    if (known === undefined) return []
    this.#kinds.delete(key)
    known.names.beginReading()
    return known.names.endReading().map((metadata) => this.#refOf(known.kind, metadata))
  }

  #refOf(kind: KindRef, { namespace, name }: KubeObject['metadata']): ObjectRef {
    return { cluster: this.#cluster, ...kind, name, ...(namespace !== undefined && { namespace }) }
  }

  forgetAll(): readonly ObjectRef[] {
    return [...this.#kinds.keys()].flatMap((key) => this.forget(key))
  }
}
