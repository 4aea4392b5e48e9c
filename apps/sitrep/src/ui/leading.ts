import { familyKinds, type KubeObject, type ObjectRef, refKey } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import type { ComputedObject } from '../source/computed-world.ts'
import { heightsIn, holdersOf, type Known } from '../tree/heights.ts'
import { isWrong } from '../trouble/fold-troubles.ts'
import type { Sight } from './sight.ts'

/** The objects that lead: those that a family knows and that stand below no other, and whatever a trouble concerns first. */
export function leadingIn(sight: Sight): readonly ComputedObject[] {
  const { objects, folded, byKey } = sight
  const known = knownIn(sight)
  const below = belowOthers(sight, known)
  const leads = objects.filter(({ ref, computed }) => known.known(ref, computed) && !below(ref, computed))
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

function knownIn({ families, byKey, at }: Sight): Known {
  return {
    look: (ref) => byKey.get(refKey(ref))?.computed,
    known: (_, object) =>
      familyKinds(families, object).length > 0 && !judge(object, { now: at, families }).quiet,
  }
}

/** Whether something stands below another object, by its own words or by those of the other. */
function belowOthers(
  { families, objects }: Sight,
  known: Known,
): (ref: ObjectRef, object: KubeObject) => boolean {
  const heights = heightsIn(families)
  const said = new Set<string>()
  for (const { ref, computed } of objects)
    if (known.known(ref, computed)) for (const each of heights.below(ref, computed)) said.add(refKey(each))
  return (ref, object) => said.has(refKey(ref)) || holdersOf(heights, known, { ref, object }).length > 0
}
