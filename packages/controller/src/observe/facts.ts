import { factGroup, type WorldChange } from '@sitrep/engine'
import { type FactKind, factRef, type KubeObject, type ObjectRef, refKey, refOf, same } from '@sitrep/status'

/** Where anybody tells what was seen outside the API: each as an object in memory that no server ever gets. */
export interface Facts {
  readonly of: (fact: FactKind) => FactTeller
}

/** Tells facts of one kind. An object that goes takes along what was told about it. */
export interface FactTeller {
  /** Says what is seen of an object, in place of what was said before. A fact that somebody else feeds is left to them. */
  readonly tell: (about: ObjectRef, status: unknown) => void
  /** Says that it is being found out: until it is told or taken back, what is reported of those who read it stands. */
  readonly awaited: (about: ObjectRef) => void
  /** It could not be found out: what was awaited is known not to be, what was told before stands. */
  readonly giveUp: (about: ObjectRef) => void
  /** Takes back what was told; what was awaited is known not to be. */
  readonly forget: (about: ObjectRef) => void
  /** Whether somebody else feeds it, so that looking would be in vain. */
  readonly leftToOthers: (about: ObjectRef) => boolean
}

interface Known {
  readonly fact: ObjectRef
  readonly about: string
  /** Absent while it is being found out. */
  readonly told?: { readonly status: unknown }
}

/** All facts that are told to one engine, and who tells them. */
export class ToldFacts implements Facts {
  readonly #feed: (changes: readonly WorldChange[]) => void
  readonly #known: Map<string, Known> = new Map()
  /** Which facts there are about an object. */
  readonly #about: Map<string, Set<string>> = new Map()
  readonly #others: Set<string> = new Set()

  constructor(feed: (changes: readonly WorldChange[]) => void) {
    this.#feed = feed
  }

  of(kind: FactKind): FactTeller {
    const leftToOthers = (about: ObjectRef): boolean => this.#others.has(refKey(factRef(kind, about)))
    return {
      leftToOthers,
      tell: (about, status) => {
        const fact = factRef(kind, about)
        const before = this.#known.get(refKey(fact))?.told
        if (leftToOthers(about) || (before !== undefined && same(before.status, status))) return
        this.#keep({ fact, about: refKey(about), told: { status } })
        this.#feed([{ cluster: fact.cluster ?? '', object: factObject(fact, status) }])
      },
      awaited: (about) => {
        const fact = factRef(kind, about)
        if (leftToOthers(about) || this.#known.has(refKey(fact))) return
        this.#keep({ fact, about: refKey(about) })
        this.#feed([{ awaited: fact }])
      },
      giveUp: (about) => {
        const key = refKey(factRef(kind, about))
        if (this.#known.get(key)?.told === undefined) this.#takeBack(key)
      },
      forget: (about) => this.#takeBack(refKey(factRef(kind, about))),
    }
  }

  /** Changes that came from outside: whoever feeds a fact goes on feeding it, until they say that it is gone. */
  fedByOthers(changes: readonly WorldChange[]): void {
    for (const change of changes) {
      const ref =
        'object' in change
          ? { ...refOf(change.object), cluster: change.cluster ?? '' }
          : 'gone' in change
            ? change.gone
            : undefined
      if (ref?.group !== factGroup) continue
      const key = refKey(ref)
      this.#drop(key)
      if ('gone' in change) this.#others.delete(key)
      else this.#others.add(key)
    }
  }

  /** Changes that are about to be taken in. */
  taking(changes: readonly WorldChange[]): void {
    if (this.#about.size === 0) return
    for (const change of changes)
      if ('gone' in change)
        for (const fact of this.#about.get(refKey(change.gone)) ?? []) this.#takeBack(fact)
      else if ('moved' in change && change.to !== 'here')
        for (const fact of this.#about.get(refKey(change.moved)) ?? []) this.#leave(fact)
  }

  // Whoever looks after the object from now on tells it.
  #leave(key: string): void {
    const known = this.#drop(key)
    if (known !== undefined) this.#feed([{ moved: known.fact, to: 'elsewhere' }])
  }

  #keep(known: Known): void {
    const key = refKey(known.fact)
    this.#known.set(key, known)
    const facts = this.#about.get(known.about)
    if (facts === undefined) this.#about.set(known.about, new Set([key]))
    else facts.add(key)
  }

  #takeBack(key: string): void {
    const known = this.#drop(key)
    if (known !== undefined) this.#feed([{ gone: known.fact }])
  }

  #drop(key: string): Known | undefined {
    const known = this.#known.get(key)
    if (known === undefined) return undefined
    this.#known.delete(key)
    const facts = this.#about.get(known.about)
    facts?.delete(key)
    if (facts?.size === 0) this.#about.delete(known.about)
    return known
  }
}

function factObject({ group, kind, namespace, name }: ObjectRef, status: unknown): KubeObject {
  return {
    apiVersion: `${group}/v1alpha1`,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    status,
  }
}
