import { getCondition } from '../get.ts'
import type { ConditionedObject } from '../source.ts'
import { foldStretches, isStretched } from '../stretches.ts'
import type { MergeStrategy } from './strategy.ts'

type Objects = readonly ConditionedObject[]

// Only remembered, never changed: by strategy and type.
const folds: WeakMap<MergeStrategy, Map<string, (objects: Objects) => Objects>> = new WeakMap()

/**
 * Of a list in stretches, the objects that decide what an aggregate of it says: of all that are well and say nothing about it, one in each
 * stretch stands for the others. Any other list as it is, and where the reason is a function, for it may ask for all of them.
 */
export function heardAmong(objects: Objects, type: string, strategy: MergeStrategy | undefined): Objects {
  if (strategy === undefined || typeof strategy.reason === 'function') return objects
  if (!isStretched(objects)) return objects
  const byType = folds.get(strategy) ?? new Map<string, (objects: Objects) => Objects>()
  const known = byType.get(type)
  if (known !== undefined) return known(objects)
  const fold = foldStretches(
    (items: Objects) => heardOf(items, type, strategy),
    (parts) => parts.flat(),
  )
  folds.set(strategy, byType.set(type, fold))
  return fold(objects)
}

function heardOf(items: Objects, type: string, { priority }: MergeStrategy): Objects {
  let silent = false
  return items.filter((object) => {
    const condition = getCondition(object?.conditions, type)
    if (condition === undefined || condition.message || priority(condition) !== 'info') return true
    const stands = !silent
    silent = true
    return stands
  })
}
