import type { ObjectMoved, WorldChange } from '@sitrep/engine'
import {
  type FactKind,
  factRef,
  groupOf,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import type { Facts } from './facts.ts'

/** Who tells facts. */
interface FactTellers {
  /** What is going to be told about an object. */
  readonly tells: (object: KubeObject) => readonly FactKind[]
  readonly objectOf: (ref: ObjectRef) => KubeObject | undefined
}

/**
 * Awaits what is going to be told about objects that were there before us, each fact once: until then what others said of them stands, and
 * a start in the middle of everything flips nothing. Nobody said anything yet of an object that is made later.
 */
export class FactsToAwait {
  readonly #facts: Facts
  /** Kinds of which all objects that were there have been seen. */
  readonly #seen: Set<string> = new Set()
  readonly #expected: Set<string> = new Set()
  /** By what they are about. */
  readonly #awaited: Map<string, Set<string>> = new Map()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  /** An object that was there before us is about to be looked after by us: what is told about it is awaited as at a start. */
  expect(ref: ObjectRef): void {
    this.#expected.add(refKey(ref))
  }

  /** Changes that are about to be taken in. */
  taking(changes: readonly WorldChange[], { tells, objectOf }: FactTellers): void {
    for (const change of changes) {
      const object = 'moved' in change ? this.#moved(change, objectOf) : objectIn(change)
      if (object === undefined) continue
      const expected = this.#expected.size > 0 && this.#expected.delete(refKey(refOf(object)))
      if (!expected && this.#seen.has(kindKey({ group: groupOf(object.apiVersion), kind: object.kind })))
        continue
      for (const fact of tells(object)) this.#await(fact, object)
    }
    for (const change of changes)
      if ('read' in change && change.read && change.kind !== 'every' && isOwn(change))
        this.#seen.add(kindKey(change.kind))
  }

  #moved({ moved, to }: ObjectMoved, objectOf: FactTellers['objectOf']): KubeObject | undefined {
    if (to === 'here') return objectOf(moved)
    // Whoever takes it over later awaits it again.
    this.#awaited.delete(refKey(moved))
    return undefined
  }

  #await(fact: FactKind, object: KubeObject): void {
    const about = refOf(object)
    const [subject, key] = [refKey(about), refKey(factRef(fact, about))]
    const awaited = this.#awaited.get(subject) ?? new Set()
    if (awaited.has(key)) return
    this.#awaited.set(subject, awaited.add(key))
    this.#facts.of(fact).awaited(about)
  }
}

const objectIn = (change: WorldChange): KubeObject | undefined =>
  'object' in change && isOwn(change) && change.given !== true ? change.object : undefined

const isOwn = ({ cluster = '' }: { readonly cluster?: string }): boolean => cluster === managementCluster
