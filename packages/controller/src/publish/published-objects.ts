import type { Engine, WorldChange } from '@sitrep/engine'
import {
  type AddressedCondition,
  addressedConditions,
  type Catalog,
  type KindRef,
  type KubeObject,
  layoutOf,
  managementCluster,
  type ObjectRef,
  refOf,
} from '@sitrep/status'
import { StoredObjects } from './stored-objects.ts'

/** Which objects have a status of ours that is for the API, and what the API stores of them. */
export class PublishedObjects {
  readonly stored: StoredObjects = new StoredObjects()
  readonly #engine: Engine
  readonly #namespace: string | undefined
  readonly #catalog: Catalog
  /** By group: a text that joins group and kind would be made for every object that is read. */
  #kinds: ReadonlyMap<string, ReadonlySet<string>>

  constructor(
    engine: Engine,
    { namespace, catalog }: { readonly namespace?: string; readonly catalog: Catalog },
  ) {
    this.#engine = engine
    this.#namespace = namespace
    this.#catalog = catalog
    this.#kinds = byGroup(engine.kinds)
  }

  /** The engine may have come to know other kinds. */
  kindsChanged(): void {
    this.#kinds = byGroup(this.#engine.kinds)
  }

  /** Remembers what the API shows of an object, where its kind is one of ours. */
  show(kind: KindRef, object: KubeObject): void {
    if (this.#isOurs(kind)) this.stored.put(object)
  }

  /** What exists in memory only, or has a status that is nobody's to write, is shown and never sent. */
  has(ref: ObjectRef): boolean {
    return (
      (ref.cluster ?? '') === managementCluster &&
      // Whoever looks after one namespace leaves what lives in none to those who look after the cluster.
      (this.#namespace === undefined || ref.namespace !== undefined) &&
      this.#isOurs(ref) &&
      !this.#engine.ownership(ref).virtual
    )
  }

  #isOurs({ group, kind }: KindRef): boolean {
    return this.#kinds.get(group)?.has(kind) === true
  }

  /** Those that came from the API with these changes. */
  among(changes: readonly WorldChange[]): readonly ObjectRef[] {
    return changes.flatMap((change) => {
      if (!('object' in change) || (change.cluster ?? '') !== managementCluster) return []
      const ref = refOf(change.object)
      return this.has(ref) ? [ref] : []
    })
  }

  /** All conditions in an object of one of our kinds, with their addresses, whatever its version calls their places. */
  conditionsIn(object: KubeObject | undefined, ref: ObjectRef): readonly AddressedCondition[] {
    return addressedConditions(this.read(object), this.#engine.ownership(ref).lists)
  }

  /** An object in the layout in which everything is read. */
  read(object: KubeObject | undefined): KubeObject | undefined {
    return object && (this.layoutOf(object)?.keep(object) ?? object)
  }

  /** The layouts between which the status of an object goes; nothing where there is only one. */
  layoutOf(object: KubeObject): ReturnType<typeof layoutOf> {
    return layoutOf(this.#catalog, object)
  }
}

function byGroup(kinds: readonly KindRef[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = Map.groupBy(kinds, ({ group }) => group)
  return new Map([...groups].map(([group, members]) => [group, new Set(members.map(({ kind }) => kind))]))
}
