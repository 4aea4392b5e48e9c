import type { Condition } from '@sitrep/conditions'
import {
  type Family,
  familyKinds,
  formatRef,
  type KindRef,
  type KubeObject,
  kindKey,
  type ObjectRef,
  parseReference,
  type Reference,
  type Relation,
  type Reports,
  refKey,
  refOf,
  valuesAt,
  type Way,
} from '@sitrep/status'
import type { ComputedObject } from '../source/computed-world.ts'
import type { Branch } from './branch.ts'
import { type Graph, ObjectGraph } from './object-graph.ts'

/** A kind that could not be read, in words for the reader. */
export interface Unread {
  readonly kind: KindRef
  readonly why: string
}

/** What a tree is made from. */
export interface TreeWorld {
  readonly objects: readonly ComputedObject[]
  readonly unread?: readonly Unread[]
  /** Who knows what stands below what. */
  readonly families: readonly Family[]
}

/** The object with all that belongs to it, each shown once; what could not be read stands at the end. */
export function treeOf(root: ComputedObject, { objects, unread = [], families }: TreeWorld): Branch {
  const tree = treeIn(new ObjectGraph(objects), root, families)
  const blind = unread.map(({ kind, why }): Branch => ({ label: `${kind.kind}s`, unread: why, children: [] }))
  return { ...tree, children: [...tree.children, ...blind] }
}

/** The object with all that belongs to it among the objects of a graph, each shown once. */
export const treeIn = (graph: Graph, root: ComputedObject, families: readonly Family[]): Branch =>
  new TreeBuilder(graph, { home: root.ref.namespace, families }).branch(root, 'root')

/** An object, or a part of one, whose children are looked for. */
interface Parent {
  readonly object: ComputedObject
  readonly part?: string
}

interface Building {
  /** The namespace that need not be told. */
  readonly home: string | undefined
  readonly families: readonly Family[]
}

class TreeBuilder {
  readonly #graph: Graph
  readonly #shown: Set<string> = new Set()
  readonly #building: Building
  readonly #relations: Relations

  constructor(graph: Graph, building: Building) {
    this.#graph = graph
    this.#building = building
    this.#relations = relationsIn(building.families)
  }

  branch(object: ComputedObject, place: 'root' | 'below'): Branch {
    this.#shown.add(refKey(object.ref))
    const children = this.#relations
      .of(object.computed)
      .filter(({ only }) => only === undefined || only === place)
      .flatMap((relation) => this.#related({ object }, relation))
    return { ...titled(object, this.#building), object, children }
  }

  #related(parent: Parent, relation: Relation): readonly Branch[] {
    const found = this.#found(parent, relation)
    const { heading, together } = relation
    if (heading === undefined || found.length === 0) return found
    return together ? [{ heading, label: '', children: found }] : found.map((each) => ({ heading, ...each }))
  }

  #found(parent: Parent, { by, heading = '' }: Relation): readonly Branch[] {
    const { object } = parent
    switch (by.way) {
      case 'refers':
        return this.#references(object, by)
      case 'namesake':
        return this.#referenced({ ...by.kind, name: object.ref.name, namespace: by.namespace }, object.ref, {
          quiet: true,
        })
      case 'labelled':
        return this.#all(this.#labelled(object, by))
      case 'owns':
        return this.#all(by.kinds === undefined ? this.#graph.ownedBy(object) : this.#owned(object, by.kinds))
      case 'parts':
        return this.#parts(object, by, heading)
      case 'referred':
        return this.#referring(parent, by)
    }
  }

  /** Those that were not shown yet; an object with several owners stands where it is met first. */
  #all(objects: readonly ComputedObject[]): readonly Branch[] {
    return objects.flatMap((object) =>
      this.#shown.has(refKey(object.ref)) ? [] : [this.branch(object, 'below')],
    )
  }

  #references(object: ComputedObject, by: Extract<Way, { way: 'refers' }>): readonly Branch[] {
    const from = by.remote === undefined ? object.ref : inClusterOf(object, by.remote)
    return valuesAt(object.computed, by.path)
      .flatMap((value) => parseReference(value) ?? [])
      .filter(distinct)
      .flatMap((written) => {
        const reference = withDefaults(written, by.kind)
        const found = this.#referenced(reference, from, by)
        return by.reports === undefined
          ? found
          : found.map((each) => withReport(each, reference, { object, by }))
      })
  }

  /** What several refer to is shown below each of them, with what lies below it only once. */
  #referenced(
    reference: Reference,
    from: ObjectRef,
    { quiet, leaf }: { readonly quiet?: true; readonly leaf?: true },
  ): readonly Branch[] {
    const found = this.#graph.referred(reference, from)
    if (found !== undefined)
      return leaf || this.#shown.has(refKey(found.ref))
        ? [{ ...titled(found, this.#building), object: found, children: [] }]
        : [this.branch(found, 'below')]
    if (quiet) return []
    const { kind = '', name, namespace } = reference
    const place = namespace === undefined || namespace === from.namespace ? name : `${namespace}/${name}`
    return [{ label: `${kind} ${place}`.trim(), missing: true, children: [] }]
  }

  #labelled(
    { ref }: ComputedObject,
    { label, kinds }: Extract<Way, { way: 'labelled' }>,
  ): readonly ComputedObject[] {
    const mine = kinds.flatMap((kind) => this.#graph.carrying(kind, label, ref))
    const uids = new Set(mine.map(({ computed }) => computed.metadata.uid))
    return mine.filter(
      ({ computed }) => !(computed.metadata.ownerReferences ?? []).some(({ uid }) => uids.has(uid)),
    )
  }

  // Between a deployment and its Machines stand sets: a person looks for Machines.
  #owned(
    object: ComputedObject,
    kinds: readonly KindRef[],
    seen: Set<string> = new Set(),
  ): readonly ComputedObject[] {
    const wanted = new Set(kinds.map(kindKey))
    return this.#graph.ownedBy(object).flatMap((each) => {
      const key = refKey(each.ref)
      if (seen.has(key)) return []
      seen.add(key)
      return wanted.has(kindKey(each.ref)) ? [each] : this.#owned(each, kinds, seen)
    })
  }

  #parts(
    object: ComputedObject,
    { path, status, shows = [] }: Extract<Way, { way: 'parts' }>,
    heading: string,
  ): readonly Branch[] {
    const reports = valuesAt(object.computed, `${status}[]`)
    return valuesAt(object.computed, `${path}[]`).flatMap((value) => {
      const [name] = valuesAt(value, 'name')
      if (typeof name !== 'string') return []
      const report = reports.find((each) => (each as { name?: unknown } | null)?.name === name)
      const shown = shows.flatMap((field) => valuesAt(value, field)).join(' ')
      return [
        {
          label: shown === '' ? name : `${name}, ${shown}`,
          conditions: conditionsIn(report),
          children: this.#relations
            .ofPart(heading, object.computed)
            .flatMap((relation) => this.#related({ object, part: name }, relation)),
        },
      ]
    })
  }

  #referring(parent: Parent, by: Extract<Way, { way: 'referred' }>): readonly Branch[] {
    const { object, part } = parent
    return by.kinds.flatMap((kind) =>
      this.#graph.ofKind(kind, object.ref.cluster).flatMap((each): readonly Branch[] => {
        const references = valuesAt(each.computed, by.path)
          .flatMap((value) => parseReference(value) ?? [])
          .map((reference) => withDefaults(reference, by.kind))
        const mine = references.filter(
          (reference) => isTo(reference, each.ref, object.ref) && reference.part === part,
        )
        const shown = this.#shown.has(refKey(each.ref))
        // Who reports on each that it refers to is shown below each, with what lies below it only once.
        if (mine.length === 0 || (shown && by.reports === undefined)) return []
        const branch: Branch = shown
          ? { ...titled(each, this.#building), object: each, children: [] }
          : this.branch(each, 'below')
        const conditions = by.reports && conditionsAbout(parent, each, by.reports)
        return [{ ...branch, ...(conditions !== undefined && { conditions }) }]
      }),
    )
  }
}

// What is referred to part by part is reported on part by part.
function withReport(
  branch: Branch,
  reference: Reference,
  { object, by }: { readonly object: ComputedObject; readonly by: Extract<Way, { way: 'refers' }> },
): Branch {
  const label = reference.part === undefined ? branch.label : `${branch.label}, ${reference.part}`
  if (branch.object === undefined || by.reports === undefined) return { ...branch, label }
  const target = { object: branch.object, ...(reference.part !== undefined && { part: reference.part }) }
  return { ...branch, label, conditions: conditionsAbout(target, object, by.reports) }
}

// A cluster of its own is called by the namespace of what belongs to it and its name.
const inClusterOf = ({ ref, computed }: ComputedObject, field: string): ObjectRef => {
  const [name] = valuesAt(computed, field)
  return { ...ref, cluster: `${ref.namespace ?? ''}/${String(name)}` }
}

const distinct = (reference: Reference, at: number, all: readonly Reference[]): boolean =>
  all.findIndex((other) => JSON.stringify(other) === JSON.stringify(reference)) === at

function withDefaults(reference: Reference, kind: KindRef | undefined): Reference {
  if (kind === undefined) return reference
  const known = reference.kind ?? (kind.kind === '' ? undefined : kind.kind)
  return { ...reference, group: reference.group ?? kind.group, ...(known !== undefined && { kind: known }) }
}

const isTo = (reference: Reference, from: ObjectRef, to: ObjectRef): boolean =>
  reference.name === to.name &&
  (reference.kind ?? to.kind) === to.kind &&
  (reference.group ?? to.group) === to.group &&
  (to.namespace === undefined || (reference.namespace ?? from.namespace) === to.namespace)

// What refers to several may report on each of them apart.
function conditionsAbout(
  { object, part }: Parent,
  { ref, computed }: ComputedObject,
  { path, about }: Reports,
): readonly Condition[] {
  const reports = valuesAt(computed, path).filter((report) => {
    const [reference] = valuesAt(report, about).flatMap((value) => parseReference(value) ?? [])
    return reference !== undefined && isTo(reference, ref, object.ref) && reference.part === part
  })
  return reports.flatMap(conditionsIn)
}

const conditionsIn = (report: unknown): readonly Condition[] =>
  valuesAt(report, 'conditions[]').filter(
    (each): each is Condition => typeof (each as { type?: unknown } | null)?.type === 'string',
  )

/** Kind and name, and the version that is asked for where the kind has one. */
function titled(
  { ref, computed }: ComputedObject,
  { home, families }: Building,
): Pick<Branch, 'label' | 'version'> {
  const version = [
    'spec.version',
    ...familyKinds(families, computed).flatMap(({ versionAt }) => versionAt ?? []),
  ]
    .flatMap((path) => valuesAt(computed, path))
    .find((found): found is string => typeof found === 'string')
  const name = formatRef(ref.namespace === home ? { ...ref, namespace: '' } : ref)
  return version === undefined ? { label: name } : { label: `${name}, ${version}`, version }
}

/** Of what no family knows, what it owns. */
const otherwise: readonly Relation[] = [{ of: '*', by: { way: 'owns' } }]

/** What leads from one object to those below it. */
interface Relations {
  readonly of: (object: KubeObject) => readonly Relation[]
  /** From a part of an object, which goes by the heading under which parts stand. */
  readonly ofPart: (heading: string, object: KubeObject) => readonly Relation[]
}

/** The rows of all families, asked for an object or a part of one. */
function relationsIn(families: readonly Pick<Family, 'relations'>[]): Relations {
  const rows = families.flatMap(({ relations = [] }) => relations)
  return {
    of: (object) => {
      const key = kindKey(refOf(object))
      const own = rows.filter(({ of }) => (typeof of === 'string' ? of === key : of.recognises(object)))
      return own.length > 0 ? own : otherwise
    },
    ofPart: (heading, object) => rows.filter(({ of }) => of === `${heading} of ${kindKey(refOf(object))}`),
  }
}
