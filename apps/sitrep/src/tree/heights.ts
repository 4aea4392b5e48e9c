import {
  type Family,
  groupOf,
  isChosen,
  type KindRef,
  type KubeObject,
  kindKey,
  type ObjectRef,
  parseReference,
  type Relation,
  refKey,
  valuesAt,
  type Way,
} from '@sitrep/status'

/** Where an object would lie that stands above another. */
export interface PlaceAbove {
  readonly ref: ObjectRef
  /** It tells what is wrong with those below; what only attaches itself to another has to tell that itself. */
  readonly tells: boolean
}

/** Tells what stands above what, as the relations of families draw their trees. */
export interface Heights {
  /** Where objects would lie that stand above this one by its own words: its owners, whose name it carries, whom it attaches itself to. */
  readonly above: (ref: ObjectRef, object: KubeObject) => readonly PlaceAbove[]
  /** Where objects would lie that stand below this one by its words: what it refers to, its namesakes. */
  readonly below: (ref: ObjectRef, object: KubeObject) => readonly ObjectRef[]
}

/** Reads the relations of all families once, for many objects. */
export function heightsIn(families: readonly Pick<Family, 'relations'>[]): Heights {
  const relations = families.flatMap((family) => family.relations ?? [])
  const upward = upwardIn(relations)
  return {
    above: (ref, object) => [
      ...ownersOf(ref, object).map(telling),
      ...(upward.get(kindKey(ref)) ?? []).flatMap((way) => way(ref, object)),
    ],
    below: (ref, object) =>
      relations
        .filter(({ of }) => (typeof of === 'string' ? of === kindKey(ref) : isChosen(of, object)))
        .flatMap(({ by }) => namedBelow(by, ref, object))
        .filter((each) => refKey(each) !== refKey(ref)),
  }
}

/** What stands for itself is decided among these. */
export interface Known {
  readonly look: (ref: ObjectRef) => KubeObject | undefined
  /** Whether an object can stand for itself: something is said of it here. */
  readonly known: (ref: ObjectRef, object: KubeObject) => boolean
}

/** Those above an object, by its own words, that are there and can stand for themselves. */
export function holdersOf(
  { above }: Heights,
  { look, known }: Known,
  { ref, object }: { readonly ref: ObjectRef; readonly object: KubeObject },
): readonly PlaceAbove[] {
  return above(ref, object).filter((each) => {
    const found = refKey(each.ref) === refKey(ref) ? undefined : look(each.ref)
    return found !== undefined && known(each.ref, found)
  })
}

const telling = (ref: ObjectRef): PlaceAbove => ({ ref, tells: true })

// What lives in no namespace is named without one, as is what lives beside.
const placesOf = (place: ObjectRef, namespace: string | undefined): readonly ObjectRef[] =>
  namespace === undefined ? [place] : [{ ...place, namespace }, place]

const ownersOf = (ref: ObjectRef, { metadata }: KubeObject): readonly ObjectRef[] =>
  (metadata.ownerReferences ?? []).flatMap(({ apiVersion = '', kind, name }) =>
    placesOf({ group: groupOf(apiVersion), kind, name }, ref.namespace),
  )

type Upward = (ref: ObjectRef, object: KubeObject) => readonly PlaceAbove[]

function upwardIn(relations: readonly Relation[]): ReadonlyMap<string, readonly Upward[]> {
  const found = new Map<string, Upward[]>()
  const add = (kinds: readonly KindRef[], way: Upward): void => {
    for (const kind of kinds) found.set(kindKey(kind), [...(found.get(kindKey(kind)) ?? []), way])
  }
  for (const { of, by } of relations) {
    const parent = typeof of === 'string' ? kindIn(of) : undefined
    if (by.way === 'labelled' && parent !== undefined)
      add(by.kinds, (ref, object) => {
        const name = object.metadata.labels?.[by.label]
        return name === undefined ? [] : placesOf({ ...parent, name }, ref.namespace).map(telling)
      })
    // What lives in no namespace and is referred to from one is a class of many: who is of it stands for itself.
    if (by.way === 'referred')
      add(by.kinds, (ref, object) =>
        referencesAt(object, by.path, { ref, kind: by.kind ?? parent })
          .filter((each) => each.namespace !== undefined || ref.namespace === undefined)
          .map((each) => ({ ref: each, tells: false })),
      )
  }
  return found
}

/** `Kind.group`, alone or behind the name of a part: `Listeners of Kind.group`. */
function kindIn(written: string): KindRef {
  const name = written.slice(written.lastIndexOf(' ') + 1)
  const dot = name.indexOf('.')
  return dot === -1 ? { group: '', kind: name } : { group: name.slice(dot + 1), kind: name.slice(0, dot) }
}

function namedBelow(by: Way, ref: ObjectRef, object: KubeObject): readonly ObjectRef[] {
  if (by.way === 'namesake') return [{ ...by.kind, namespace: by.namespace, name: ref.name }]
  // What is shown without what lies below it is only pointed at.
  if (by.way !== 'refers' || by.remote !== undefined || by.leaf) return []
  return referencesAt(object, by.path, { ref, kind: by.kind })
}

function referencesAt(
  object: KubeObject,
  path: string,
  { ref, kind: known }: { readonly ref: ObjectRef; readonly kind: KindRef | undefined },
): readonly ObjectRef[] {
  return valuesAt(object, path).flatMap((value) => {
    const reference = parseReference(value)
    const kind = reference?.kind ?? known?.kind
    if (reference === undefined || kind === undefined || kind === '') return []
    const { group = known?.group ?? ref.group, name, namespace = ref.namespace } = reference
    return placesOf({ group, kind, name }, namespace)
  })
}
