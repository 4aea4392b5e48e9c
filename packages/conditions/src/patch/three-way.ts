import { ConditionsError } from '../errors.ts'
import { getCondition } from '../get.ts'
import { listOf } from '../list.ts'
import type { AnyCondition } from '../severity/condition.ts'
import { conflictError } from './conflict.ts'
import type { Operation } from './operation.ts'

/** Who may overwrite what somebody else has changed meanwhile. */
export interface Ownership {
  /** Types that are written and removed whatever stands there. */
  readonly owned?: readonly string[] | undefined
  /** Treats every type as owned. */
  readonly force?: boolean | undefined
}

/** What a patch needs to know of the conditions it is made of. */
export interface PatchModel<Item> {
  /** Equal in everything, time included. */
  equal(a: Item, b: Item): boolean
  /** Says the same, since whenever. */
  sameState(a: Item, b: Item): boolean
  /** What stands in the place of a condition once the given one was set. */
  next(existing: Item | undefined, given: Item): Item
}

/** What has to be done to come from one list to the other; the order of the lists is no difference. */
export function diffLists<Item extends AnyCondition>(
  before: readonly Item[],
  after: readonly Item[],
  equal: (a: Item, b: Item) => boolean,
): readonly Operation<Item>[] {
  if (!before) throw new ConditionsError('before-missing', 'the conditions before the change are missing')
  if (!after) throw new ConditionsError('after-missing', 'the conditions after the change are missing')
  const old = finder(listOf(before))
  const kept = finder(listOf(after))
  const operations: Operation<Item>[] = []
  for (const condition of after) {
    const was = old(condition.type)
    if (was === undefined) operations.push({ op: 'Add', after: condition })
    else if (!equal(was, condition)) operations.push({ op: 'Change', before: was, after: condition })
  }
  for (const condition of before) {
    if (kept(condition.type) === undefined) operations.push({ op: 'Remove', before: condition })
  }
  return operations
}

// Below this size a list is searched faster than a map of it is made; an API server keeps no more than 32 conditions.
const searchedSize = 32

function finder<Item extends AnyCondition>(list: readonly Item[]): (type: string) => Item | undefined {
  if (list.length <= searchedSize) return (type) => getCondition(list, type)
  const first = new Map<string, Item>()
  for (const item of list) {
    if (!first.has(item.type)) first.set(item.type, item)
  }
  return (type) => first.get(type)
}

/** A list after a patch. */
export interface Applied<Item> {
  readonly list: readonly Item[]
  /** Whether any condition was set, be it to what it said before. */
  readonly written: boolean
}

/** Carries out the operations on a copy and throws at the first conflict, so that a failure changes nothing. */
export function applyOperations<Item extends AnyCondition>(
  operations: readonly Operation<Item>[],
  latest: readonly Item[],
  by: Ownership & { readonly model: PatchModel<Item> },
): Applied<Item> {
  const owned = new Set(by.owned)
  let list = [...listOf(latest)]
  let written = false
  for (const operation of operations) {
    const { type } = operation.op === 'Remove' ? operation.before : operation.after
    const index = list.findIndex((item) => item.type === type)
    if (!by.force && !owned.has(type)) {
      if (settled(operation, list[index], by.model)) continue
      refuseConflict(operation, list[index], by.model)
    }
    if (operation.op === 'Remove') {
      if (index >= 0) list = list.filter((item) => item.type !== type)
      continue
    }
    list[index < 0 ? list.length : index] = by.model.next(list[index], operation.after)
    written = true
  }
  return { list, written }
}

/** Whether somebody else has already brought about what the operation wants; their time then stays. */
function settled<Item>(
  operation: Operation<Item>,
  found: Item | undefined,
  { equal, sameState }: PatchModel<Item>,
): boolean {
  if (operation.op === 'Remove' || found === undefined) return false
  if (operation.op === 'Change' && equal(found, operation.before)) return false
  return sameState(found, operation.after)
}

function refuseConflict<Item extends AnyCondition>(
  operation: Operation<Item>,
  found: Item | undefined,
  { equal, sameState }: PatchModel<Item>,
): void {
  switch (operation.op) {
    case 'Add':
      if (found !== undefined) throw conflictError(operation, found)
      return
    case 'Change':
      if (found === undefined || !equal(found, operation.before)) throw conflictError(operation, found)
      return
    case 'Remove':
      if (found !== undefined && !sameState(found, operation.before)) throw conflictError(operation, found)
  }
}
