import { type Fields, isFields } from '../foreign/value.ts'
import { holdsConditions, saysNothingOfNow } from '../foreign/walk-status.ts'
import type { Path } from './path.ts'

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
  /** The same list in another observation of the object, also where the entries around it come in another order. */
  readonly key: string
  readonly value: unknown
  readonly entries: readonly Entry[]
}

// As deep as conditions are kept by anybody; hostile nests end here.
const deepest = 7
const most = 200

/** All places below the status where conditions are kept, with every entry that is an object. */
export function conditionLists(status: unknown): readonly ConditionList[] {
  const found: ConditionList[] = []
  const visit = (value: unknown, path: Path, key: string): void => {
    if (path.length > deepest || found.length >= most) return
    if (Array.isArray(value))
      for (const [at, item] of value.entries()) visit(item, [...path, at], `${key}[${labelOf(item, at)}]`)
    if (!isFields(value)) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null || isPassedOver(name)) continue
      const [place, inside] = [[...path, name], `${key}.${name}`]
      if (holdsConditions(name))
        found.push({ path: place, key: inside, value: inner, entries: entriesOf(inner, place) })
      else visit(inner, place, inside)
    }
  }
  visit(status, ['status'], 'status')
  return found
}

// Parents, ancestors and listeners are told by what they are about, and by who says it.
function labelOf(item: unknown, at: number): string {
  if (!isFields(item)) return String(at)
  const about = [item['parentRef'], item['ancestorRef'], item['name'], item['controllerName']]
  return about.some((each) => each !== undefined) ? JSON.stringify(about) : String(at)
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
