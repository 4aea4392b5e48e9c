import {
  type Condition,
  getCondition,
  type SeverityCondition,
  sameStateExceptGeneration,
} from '@sitrep/conditions'
import { at, type Fields, type ObjectRef, type Reading, text, type View, type World } from '@sitrep/status'
import { conditionsOf } from '../../model/conditions.ts'
import type { OldOwnership } from '../../old-model/observe.ts'
import { hasOldWords, oldWordsFor } from '../../old-model/spoken.ts'

const saidByOthers: View<readonly Condition[]> = {
  name: 'saidByOthers',
  of: (object) => conditionsOf(object).filter(hasOldWords),
}

/** What control planes and health checks of ours say on a Machine, and nobody has told in the older model. */
export function observeSpoken(
  world: World<Fields>,
  ref: ObjectRef,
  { ofOthers }: OldOwnership,
): readonly Condition[] {
  const said = world.spoken.filter(hasOldWords)
  if (said.length === 0) return said
  const shown = { ...ref, layer: 'reported' } as const
  const reported = itemsOf(world.get(shown, saidByOthers))
  const theirs = itemsOf(world.get(shown, ofOthers))
  const nodeName = text(at(world.previous, 'nodeRef', 'name'))
  return said.filter((condition) => {
    if (!reported.some((other) => sameStateExceptGeneration(condition, other))) return true
    // Whoever says the same has told it in both models, and may have put more into words than follows from the condition.
    return !meansTheSame(oldWordsFor(condition, nodeName), theirs)
  })
}

const itemsOf = <Item>(reading: Reading<readonly Item[]>): readonly Item[] =>
  reading.read ? (reading.item ?? []) : []

function meansTheSame(words: SeverityCondition | undefined, among: readonly SeverityCondition[]): boolean {
  const told = words && getCondition(among, words.type)
  return (
    told?.status === words?.status && told?.reason === words?.reason && told?.severity === words?.severity
  )
}
