import { type Fields, isFields } from '../foreign/value.ts'
import { holdsConditions, saysNothingOfNow } from '../foreign/walk-status.ts'
import type { Path } from './rule.ts'

/** One entry of a list of conditions, as it stands there. */
export interface Entry {
  readonly path: Path
  readonly fields: Fields
  /** Empty where there is none. */
  readonly type: string
}

/** A place where an object keeps conditions. */
export interface ConditionList {
  readonly path: Path
  readonly value: unknown
  readonly entries: readonly Entry[]
}

// As deep as conditions are kept by anybody; hostile nests end here.
const deepest = 7
const most = 200

/** All places below the status where conditions are kept, with every entry that is an object. */
export function conditionLists(status: unknown): readonly ConditionList[] {
  const found: ConditionList[] = []
  const visit = (value: unknown, path: Path): void => {
    if (path.length > deepest || found.length >= most) return
    if (Array.isArray(value)) for (const [at, item] of value.entries()) visit(item, [...path, at])
    if (!isFields(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null || isPassedOver(key)) continue
      const place = [...path, key]
      if (holdsConditions(key)) found.push({ path: place, value: inner, entries: entriesOf(inner, place) })
      else visit(inner, place)
    }
  }
  visit(status, ['status'])
  return found
}

// What is kept for readers of an older model follows that model and cannot change.
const isPassedOver = (key: string): boolean => key === 'backCompatibility' || saysNothingOfNow(key)

function entriesOf(value: unknown, path: Path): readonly Entry[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((fields: unknown, at) =>
    isFields(fields)
      ? [{ path: [...path, at], fields, type: typeof fields['type'] === 'string' ? fields['type'] : '' }]
      : [],
  )
}
