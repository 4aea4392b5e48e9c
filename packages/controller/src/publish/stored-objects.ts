import { groupOf, type KubeObject, type ObjectRef, refKey } from '@sitrep/status'
import { type ConditionWriter, conditionWriters } from '../observe/reflector/writers.ts'

/** What the publisher needs of a stored object and the engine does not keep: its version, its status and who wrote it. */
interface Stored {
  readonly apiVersion: string
  readonly metadata: KubeObject['metadata']
  readonly status: unknown
  readonly writers: readonly ConditionWriter[]
}

/** The newest stored state of objects that somebody may write to. */
export class StoredObjects {
  readonly #objects: Map<string, Stored> = new Map()
  /** Lists of condition types by what is in them: thousands of objects have the same. */
  readonly #types: Map<string, readonly string[]> = new Map()

  /** Takes an object in, unless something newer is known already. */
  put(object: KubeObject): void {
    const key = refKey(refIn(object))
    const known = this.#objects.get(key)
    if (known !== undefined && (isOlder(object, known) || isSame(object, known))) return
    const { name, namespace, uid, resourceVersion, deletionTimestamp, generation } = object.metadata
    this.#objects.set(key, {
      apiVersion: object.apiVersion,
      metadata: {
        name,
        ...(namespace !== undefined && { namespace }),
        ...(uid !== undefined && { uid }),
        ...(resourceVersion !== undefined && { resourceVersion }),
        ...(deletionTimestamp !== undefined && { deletionTimestamp }),
        ...(generation !== undefined && { generation }),
      },
      status: object.status,
      writers: conditionWriters(object).map((writer) => ({ ...writer, types: this.#shared(writer.types) })),
    })
  }

  /** Keeps an equal status in place of the one that came: whoever computed it holds it already. */
  adopt(ref: ObjectRef, status: unknown): void {
    const key = refKey(ref)
    const known = this.#objects.get(key)
    if (known !== undefined && known.status !== status) this.#objects.set(key, { ...known, status })
  }

  #shared(types: readonly string[]): readonly string[] {
    const key = types.join()
    const known = this.#types.get(key)
    if (known === undefined) this.#types.set(key, types)
    return known ?? types
  }

  remove(ref: ObjectRef): void {
    this.#objects.delete(refKey(ref))
  }

  get(ref: ObjectRef): KubeObject | undefined {
    const stored = this.#objects.get(refKey(ref))
    return (
      stored && {
        apiVersion: stored.apiVersion,
        kind: ref.kind,
        metadata: stored.metadata,
        status: stored.status,
      }
    )
  }

  writers(ref: ObjectRef): readonly ConditionWriter[] {
    return this.#objects.get(refKey(ref))?.writers ?? []
  }
}

const refIn = ({ apiVersion, kind, metadata: { namespace, name } }: KubeObject): ObjectRef => ({
  group: groupOf(apiVersion),
  kind,
  name,
  ...(namespace !== undefined && { namespace }),
})

// The answer to a write and what the watch shows of it are one state.
const isSame = ({ metadata: { uid, resourceVersion } }: KubeObject, { metadata: known }: Stored): boolean =>
  resourceVersion !== undefined && resourceVersion === known.resourceVersion && uid === known.uid

// Versions are numbers that grow; a watch may show what a write's answer has already overtaken. Another uid is another object.
function isOlder(object: KubeObject, known: Stored): boolean {
  if (object.metadata.uid !== known.metadata.uid) return false
  const [a, b] = [object.metadata.resourceVersion ?? '', known.metadata.resourceVersion ?? '']
  return a.length !== b.length ? a.length < b.length : a < b
}
