import type { WorldChange } from '@sitrep/engine'
import {
  type FactKind,
  factRef,
  groupOf,
  type KubeObject,
  kindKey,
  managementCluster,
  refKey,
  refOf,
} from '@sitrep/status'
import type { Facts } from './facts.ts'

/**
 * Awaits what is going to be told about objects that were there before us, each fact once: until then what others said of them stands, and
 * a start in the middle of everything flips nothing. Nobody said anything yet of an object that is made later.
 */
export class FactsToAwait {
  readonly #facts: Facts
  /** Kinds of which all objects that were there have been seen. */
  readonly #seen: Set<string> = new Set()
  readonly #awaited: Set<string> = new Set()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  /** Changes that are about to be taken in. */
  taking(changes: readonly WorldChange[], tells: (object: KubeObject) => readonly FactKind[]): void {
    for (const change of changes) {
      if (!('object' in change) || !isOwn(change)) continue
      const { object } = change
      if (this.#seen.has(kindKey({ group: groupOf(object.apiVersion), kind: object.kind }))) continue
      for (const fact of tells(object)) this.#await(fact, object)
    }
    for (const change of changes)
      if ('read' in change && change.read && change.kind !== 'every' && isOwn(change))
        this.#seen.add(kindKey(change.kind))
  }

  #await(fact: FactKind, object: KubeObject): void {
    const about = refOf(object)
    const key = refKey(factRef(fact, about))
    if (this.#awaited.has(key)) return
    this.#awaited.add(key)
    this.#facts.of(fact).awaited(about)
  }
}

const isOwn = ({ cluster = '' }: { readonly cluster?: string }): boolean => cluster === managementCluster
