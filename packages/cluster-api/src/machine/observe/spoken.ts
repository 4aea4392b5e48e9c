import {
  type Condition,
  getCondition,
  type SeverityCondition,
  sameSeverityState,
  sameStateExceptGeneration,
} from '@sitrep/conditions'
import { at, type Fields, type ObjectRef, type Reading, text, type View, type World } from '@sitrep/status'
import { conditionList, conditionsOf } from '../../model/conditions.ts'
import type { OldOwnership } from '../../old-model/observe.ts'
import { oldConditionsIn } from '../../old-model/old-conditions.ts'
import { hasOldWords, oldWordsFor } from '../../old-model/spoken.ts'

const saidByOthers: View<readonly Condition[]> = {
  name: 'saidByOthers',
  of: (object) => conditionsOf(object).filter(hasOldWords),
}

/** What control planes and health checks say on a Machine now, and have not told in the older model themselves. */
export function observeSpoken(
  world: World<Fields>,
  ref: ObjectRef,
  { ofOthers }: OldOwnership,
): readonly Condition[] {
  const { previous } = world
  const said = conditionList(at(previous, 'conditions')).filter(hasOldWords)
  if (said.length === 0) return said
  const shown = { ...ref, layer: 'reported' } as const
  const reported = itemsOf(world.get(shown, saidByOthers))
  const [before, theirs] = [oldConditionsIn(previous), itemsOf(world.get(shown, ofOthers))]
  const nodeName = text(at(previous, 'nodeRef', 'name'))
  return said.filter((condition) => {
    if (!reported.some((other) => sameStateExceptGeneration(condition, other))) return true
    // What stands there already was told in both models by whoever said it. Where only our own words fit to it, they have been
    // written and an earlier state comes back: to take that for somebody's word would write it again, and so on with each that comes.
    const words = oldWordsFor(condition, nodeName)
    return isSaid(words, before) && !isSaid(words, theirs)
  })
}

const itemsOf = <Item>(reading: Reading<readonly Item[]>): readonly Item[] =>
  reading.read ? (reading.item ?? []) : []

const isSaid = (words: SeverityCondition | undefined, among: readonly SeverityCondition[]): boolean =>
  words !== undefined && sameSeverityState(words, getCondition(among, words.type))
