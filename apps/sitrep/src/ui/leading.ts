import {
  type Family,
  familyKinds,
  groupOf,
  isChosen,
  type KindRef,
  kindKey,
  parseReference,
  type Relation,
  refKey,
  valuesAt,
} from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import type { ComputedObject } from '../source/computed-world.ts'
import { isWrong } from '../trouble/fold-troubles.ts'
import type { Sight } from './sight.ts'

/** The objects that lead: those that a family knows and that stand below no other, and whatever a trouble concerns first. */
export function leadingIn(sight: Sight): readonly ComputedObject[] {
  const { families, objects, folded, byKey, at } = sight
  const below = belowOthers(sight)
  const leads = objects.filter(
    ({ ref, computed }) =>
      familyKinds(families, computed).length > 0 &&
      !below(ref, computed) &&
      !judge(computed, { now: at, families }).quiet,
  )
  const found = new Map(leads.map((each) => [refKey(each.ref), each]))
  for (const trouble of folded) {
    const { ref } = trouble.top
    const object = byKey.get(refKey(ref))
    // Work that goes on below another is told by that one, what is wrong may not be.
    if (object !== undefined && (isWrong(trouble) || !below(ref, object.computed)))
      found.set(refKey(ref), object)
  }
  return [...found.values()]
}

type Below = (ref: ComputedObject['ref'], object: ComputedObject['computed']) => boolean

/** Whether something stands below another object: by its owner, by the relations that name its kind, or because somebody refers to it. */
function belowOthers({ families, objects, byKey }: Sight): Below {
  const relations = families.flatMap((family) => family.relations ?? [])
  const kinds = new Set(relations.flatMap(({ by }) => ('kinds' in by ? (by.kinds ?? []) : [])).map(kindKey))
  const referred = new Set(objects.flatMap((object) => referencesOf(object, relations, families)))
  return (ref, { metadata }) => {
    const owners = (metadata.ownerReferences ?? []).map(({ apiVersion = '', kind, name }) =>
      refKey({ ...ref, group: groupOf(apiVersion), kind, name }),
    )
    return kinds.has(kindKey(ref)) || referred.has(refKey(ref)) || owners.some((owner) => byKey.has(owner))
  }
}

function referencesOf(
  { ref, computed }: ComputedObject,
  relations: readonly Relation[],
  families: readonly Family[],
): readonly string[] {
  if (familyKinds(families, computed).length === 0) return []
  const own = relations.filter(({ of }) =>
    typeof of === 'string' ? of === nameOf(ref) : isChosen(of, computed),
  )
  return own.flatMap(({ by }) =>
    by.way !== 'refers' || by.remote !== undefined
      ? []
      : valuesAt(computed, by.path).flatMap((value) => {
          const found = parseReference(value)
          if (found === undefined) return []
          const { group, kind, name, namespace = ref.namespace } = { ...by.kind, ...found }
          if (kind === undefined) return []
          const place = { group: group ?? ref.group, kind, name }
          // What lives in no namespace is referred to without one, as is what lives beside.
          return [refKey(place), ...(namespace === undefined ? [] : [refKey({ ...place, namespace })])]
        }),
  )
}

const nameOf = ({ group, kind }: KindRef): string => (group === '' ? kind : `${kind}.${group}`)
