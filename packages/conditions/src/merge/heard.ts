import { getCondition } from '../get.ts'
import type { ConditionedObject } from '../source.ts'
import { foldStretches, isStretched } from '../stretches.ts'
import type { MergeStrategy } from './strategy.ts'

type Objects = readonly ConditionedObject[]

/** Those who have something to say, and one of those who are well and say nothing. */
interface Heard {
  readonly loud: Objects
  readonly silent: ConditionedObject | undefined
}

// Only remembered, never changed: by strategy and type.
const folds: WeakMap<MergeStrategy, Map<string, (objects: Objects) => Heard>> = new WeakMap()

/**
 * Of a list in stretches, the objects that decide what an aggregate of it says: of all that are well and say nothing about it, one stands
 * for the others. Any other list as it is, and where the reason is a function, for it may ask for all of them.
 */
export function heardAmong(objects: Objects, type: string, strategy: MergeStrategy | undefined): Objects {
  if (strategy === undefined || typeof strategy.reason === 'function') return objects
  if (!isStretched(objects)) return objects
  const { loud, silent } = foldFor(type, strategy)(objects)
  return silent === undefined ? loud : [...loud, silent]
}

function foldFor(type: string, strategy: MergeStrategy): (objects: Objects) => Heard {
  const byType = folds.get(strategy) ?? new Map<string, (objects: Objects) => Heard>()
  const known = byType.get(type)
  if (known !== undefined) return known
  const fold = foldStretches((items: Objects) => heardOf(items, type, strategy), together)
  folds.set(strategy, byType.set(type, fold))
  return fold
}

function heardOf(items: Objects, type: string, { priority }: MergeStrategy): Heard {
  const isLoud = (object: ConditionedObject): boolean => {
    const condition = getCondition(object?.conditions, type)
    return condition === undefined || Boolean(condition.message) || priority(condition) !== 'info'
  }
  return { loud: items.filter(isLoud), silent: items.find((object) => !isLoud(object)) }
}

function together(parts: readonly Heard[]): Heard {
  const loud: ConditionedObject[] = []
  for (const part of parts) for (const object of part.loud) loud.push(object)
  return { loud, silent: parts.find(({ silent }) => silent !== undefined)?.silent }
}
