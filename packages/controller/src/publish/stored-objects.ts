import { Forms, isSheet, objectOn, type Sheet } from '@sitrep/engine'
import { groupOf, type KindRef, type KubeObject, kindKey, type ObjectRef, refKey } from '@sitrep/status'
import { type ConditionWriter, conditionWriters } from '../observe/reflector/writers.ts'

/** What the publisher needs of a stored object and the engine does not keep, besides its version: its status and who wrote it. */
interface Said {
  readonly status?: unknown
  readonly writers: readonly ConditionWriter[]
}

interface Stored {
  readonly apiVersion: string
  readonly metadata: KubeObject['metadata']
  /** There is one for each object of a fleet, and it is looked at when something changes. */
  readonly said: Said | Sheet
}

/** The newest stored state of objects that somebody may write to. */
export class StoredObjects {
  readonly #objects: Map<string, Stored> = new Map()
  readonly #forms: Map<string, Forms> = new Map()

  /** Takes an object in, unless something newer is known already. */
  put(object: KubeObject): void {
    const ref = refIn(object)
    const known = this.#objects.get(refKey(ref))
    if (known !== undefined && (isOlder(object, known) || isSame(object, known))) return
    const { resourceVersion, deletionTimestamp, generation } = object.metadata
    // The texts that are known already, which the engine has too: each event brings its own.
    const named = known !== undefined && known.metadata.uid === object.metadata.uid ? known : object
    const { name, namespace, uid } = named.metadata
    const metadata = {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(deletionTimestamp !== undefined && { deletionTimestamp }),
      ...(generation !== undefined && { generation }),
    }
    const { apiVersion, status } = object
    const writers = conditionWriters(object)
    this.#keep(ref, { apiVersion, metadata }, { ...(status !== undefined && { status }), writers })
  }

  /** Keeps an equal status in place of the one that came: the texts in it are then those that whoever computed it holds already. */
  adopt(ref: ObjectRef, status: unknown): void {
    const known = this.#objects.get(refKey(ref))
    if (known !== undefined) this.#keep(ref, known, { ...saidIn(known), status })
  }

  #keep(ref: ObjectRef, { apiVersion, metadata }: Omit<Stored, 'said'>, said: Said): void {
    this.#objects.set(refKey(ref), { apiVersion, metadata, said: this.#formsOf(ref).sheet(said) ?? said })
  }

  #formsOf(kind: KindRef): Forms {
    const present = this.#forms.get(kindKey(kind))
    if (present !== undefined) return present
    const forms = new Forms()
    this.#forms.set(kindKey(kind), forms)
    return forms
  }

  remove(ref: ObjectRef): void {
    this.#objects.delete(refKey(ref))
  }

  get(ref: ObjectRef): KubeObject | undefined {
    const stored = this.#objects.get(refKey(ref))
    if (stored === undefined) return undefined
    const { apiVersion, metadata } = stored
    return { apiVersion, kind: ref.kind, metadata, status: saidIn(stored).status }
  }

  versionOf(ref: ObjectRef): string | undefined {
    return this.#objects.get(refKey(ref))?.metadata.resourceVersion
  }

  writers(ref: ObjectRef): readonly ConditionWriter[] {
    const stored = this.#objects.get(refKey(ref))
    return stored === undefined ? [] : saidIn(stored).writers
  }
}

const saidIn = ({ said }: Stored): Said => (isSheet(said) ? objectOn<Said>(said) : said)

const refIn = ({ apiVersion, kind, metadata: { namespace, name } }: KubeObject): ObjectRef => ({
  group: groupOf(apiVersion),
  kind,
  name,
  ...(namespace !== undefined && { namespace }),
})

// The answer to a write and what the watch shows of it are one state. Read in another version it has another layout.
const isSame = ({ apiVersion, metadata: { uid, resourceVersion } }: KubeObject, known: Stored): boolean =>
  resourceVersion !== undefined &&
  resourceVersion === known.metadata.resourceVersion &&
  uid === known.metadata.uid &&
  apiVersion === known.apiVersion

// Versions are numbers that grow; a watch may show what a write's answer has already overtaken. Another uid is another object.
function isOlder(object: KubeObject, known: Stored): boolean {
  if (object.metadata.uid !== known.metadata.uid) return false
  const [a, b] = [object.metadata.resourceVersion ?? '', known.metadata.resourceVersion ?? '']
  return a.length !== b.length ? a.length < b.length : a < b
}
