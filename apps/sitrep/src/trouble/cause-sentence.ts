import { headline } from '@sitrep/present'
import { formatRef } from '@sitrep/status'
import type { ComputedObject } from '../source/computed-world.ts'
import type { TreeWorld } from '../tree/build-tree.ts'
import { isWrong } from './fold-troubles.ts'
import { troubleOf } from './told-trouble.ts'
import { holdsOf, reportedEngine } from './troubles-in.ts'

/** What is wrong with an object and where that began, among the objects at hand; nothing where nothing is. */
export function causeSentence(
  { ref, computed }: ComputedObject,
  { objects, families, now }: TreeWorld & { readonly now: string },
): string | undefined {
  const all = objects.map((each) => each.computed)
  const weighing = { now, holds: holdsOf(families) }
  const engine = reportedEngine(all, families, now)
  const told = troubleOf({ ref, object: computed }, { engine, families, ...weighing })
  if (told === undefined || !isWrong({ top: told })) return undefined
  return told.explained === undefined
    ? `${formatRef(ref)}: ${told.causes[0]?.words ?? ''}`
    : headline(told.explained, { ...weighing, whole: told.whole })
}
