import {
  type Catalog,
  type ConditionList,
  type IndexDefinition,
  isChosen,
  isDescribed,
  type KindChoice,
  type KindRef,
  type KubeObject,
  kindKey,
  mainListOnly,
  type NarrowKind,
  type ServedKind,
  type ShapeDefinition,
  type StatusDefinition,
} from '@sitrep/status'

/** What the catalog says about one kind. */
export interface KnownKind {
  readonly kind: KindRef
  readonly definition: StatusDefinition | undefined
  /** The place of its definition in the catalog. */
  readonly rank: number
  readonly indexes: readonly IndexDefinition[]
  readonly shape: ShapeDefinition | undefined
  /** Which of its objects are followed, where not all of them are. */
  readonly narrow: NarrowKind | undefined
  /** Where its objects keep conditions. */
  readonly lists: readonly ConditionList[]
  /** Names of fields in the status that its definition writes, its lists among them; absent: all of them. */
  readonly owned: ReadonlySet<string> | undefined
  /** Its objects are made by passes, so they can always be read. */
  readonly derived: boolean
}

/** Says whether a choice of kinds is for the kind in question. */
type Fits = (choice: KindChoice) => boolean

/**
 * What the catalog says about every kind: about those that it names from the start, about those that it describes once a cluster serves
 * one or an object of one is seen.
 */
export class Kinds {
  readonly #catalog: Catalog
  readonly #derived: ReadonlySet<string>
  readonly #known: Map<string, KnownKind> = new Map()
  /** Kinds that a definition of the cluster tells of, by the name of that definition. */
  readonly #served: Map<string, ServedKind> = new Map()
  readonly #servedByKind: Map<string, ServedKind> = new Map()
  readonly #describes: boolean
  /** Counts up whenever a kind begins or ceases to have a status. */
  revision = 0

  constructor(catalog: Catalog) {
    this.#catalog = catalog
    const derived = catalog.definitions.flatMap(({ derives = [] }) => derives)
    this.#derived = new Set(derived.map(kindKey))
    const choices = [...catalog.definitions, ...catalog.indexes, ...catalog.shapes].map(({ kind }) => kind)
    this.#describes = choices.some(isDescribed)
    for (const choice of choices) if (!isDescribed(choice)) this.#know(choice, named(choice))
  }

  /** Whether it depends on the kinds that a cluster serves what there is to compute. */
  get describes(): boolean {
    return this.#describes
  }

  /** The kinds whose status is computed now. */
  get computed(): readonly KindRef[] {
    return [...this.#known.values()].flatMap(({ kind, definition }) =>
      definition === undefined ? [] : [kind],
    )
  }

  /** Those of them that a description fits and nobody names. */
  get described(): readonly KindRef[] {
    return [...this.#known.values()].flatMap(({ kind, definition }) =>
      definition !== undefined && isDescribed(definition.kind) ? [kind] : [],
    )
  }

  of(kind: KindRef): KnownKind {
    return this.#known.get(kindKey(kind)) ?? this.#knowledgeOf(kind, named(kind))
  }

  /** A definition of the cluster came, changed or went; tells for which kinds that makes a difference. */
  tell(definition: string, served: ServedKind | undefined): readonly KindRef[] {
    if (!this.#describes) return []
    const before = this.#served.get(definition)
    if (before !== undefined) this.#servedByKind.delete(kindKey(before))
    if (served === undefined) this.#served.delete(definition)
    else {
      this.#served.set(definition, served)
      this.#servedByKind.set(kindKey(served), served)
    }
    const changed = new Map(
      [before, served].flatMap((kind) => (kind === undefined ? [] : [[kindKey(kind), kind]])),
    )
    return [...changed.values()].filter(({ group, kind }) => this.#decideAgain({ group, kind }))
  }

  /** An object of a kind that nobody told of: its looks may tell. Says whether they made a difference. */
  recognise(kind: KindRef, object: KubeObject): boolean {
    // Groups of Kubernetes itself have no dot, and most objects of a world are of those.
    if (
      !this.#describes ||
      !kind.group.includes('.') ||
      this.#known.get(kindKey(kind))?.definition !== undefined
    )
      return false
    if (this.#servedAs(kind) !== undefined) return false
    const fits: Fits = (choice) => isChosen(choice, object)
    return this.#catalog.definitions.some((each) => fits(each.kind)) && this.#know(kind, fits)
  }

  #decideAgain(kind: KindRef): boolean {
    const served = this.#servedAs(kind)
    return this.#know(kind, (choice) =>
      isDescribed(choice) ? served !== undefined && choice.serves(served) : named(kind)(choice),
    )
  }

  #servedAs(kind: KindRef): ServedKind | undefined {
    return this.#servedByKind.get(kindKey(kind))
  }

  #know({ group, kind }: KindRef, fits: Fits): boolean {
    const before = this.of({ group, kind })
    const after = this.#knowledgeOf({ group, kind }, fits)
    const same =
      before.definition === after.definition &&
      before.shape === after.shape &&
      before.indexes.length === after.indexes.length &&
      before.indexes.every((index, at) => index === after.indexes[at])
    this.#known.set(kindKey(after.kind), after)
    if (before.definition !== after.definition) this.revision++
    return !same
  }

  // What is said of a kind by its name counts before what is said of kinds like it.
  #knowledgeOf(kind: KindRef, fits: Fits): KnownKind {
    const { definitions, indexes, shapes, narrow } = this.#catalog
    const definition = first(definitions, fits)
    return {
      kind,
      definition,
      rank: definition === undefined ? Number.POSITIVE_INFINITY : definitions.indexOf(definition),
      indexes: indexes.filter((index) => fits(index.kind)),
      shape: first(shapes, fits),
      narrow: first(narrow, fits),
      lists: definition?.lists ?? mainListOnly,
      owned: definition === undefined ? undefined : ownedBy(definition),
      derived: this.#derived.has(kindKey(kind)),
    }
  }
}

function ownedBy({ owns, lists = mainListOnly }: StatusDefinition): ReadonlySet<string> | undefined {
  return owns && new Set([...owns, ...lists.flatMap(({ path: [, name] }) => name ?? [])])
}

const named =
  ({ group, kind }: KindRef): Fits =>
  (choice) =>
    !isDescribed(choice) && choice.kind === kind && choice.group === group

const first = <Part extends { readonly kind: KindChoice }>(
  parts: readonly Part[],
  fits: Fits,
): Part | undefined =>
  parts.find(({ kind }) => !isDescribed(kind) && fits(kind)) ?? parts.find(({ kind }) => fits(kind))
