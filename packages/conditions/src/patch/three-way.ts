import { ConditionsError } from '../errors.ts'
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
  /** The list with this condition set in it. */
  write(list: readonly Item[], given: Item): readonly Item[]
}

/** What has to be done to come from one list to the other; the order of the lists is no difference. */
export function diffLists<Item extends AnyCondition>(
  before: readonly Item[],
  after: readonly Item[],
  equal: (a: Item, b: Item) => boolean,
): readonly Operation<Item>[] {
  if (!before) throw new ConditionsError('before-missing', 'error creating patch: before object is nil')
  if (!after) throw new ConditionsError('after-missing', 'error creating patch: after object is nil')
  const old = firstByType(listOf(before))
  const kept = firstByType(listOf(after))
  const operations: Operation<Item>[] = []
  for (const condition of after) {
    const was = old.get(condition.type)
    if (was === undefined) operations.push({ op: 'Add', after: condition })
    else if (!equal(was, condition)) operations.push({ op: 'Change', before: was, after: condition })
  }
  for (const condition of before) {
    if (!kept.has(condition.type)) operations.push({ op: 'Remove', before: condition })
  }
  return operations
}

function firstByType<Item extends AnyCondition>(list: readonly Item[]): ReadonlyMap<string, Item> {
  const first = new Map<string, Item>()
  for (const item of list) {
    if (!first.has(item.type)) first.set(item.type, item)
  }
  return first
}

/** Carries out the operations on a copy and throws at the first conflict, so that a failure changes nothing. */
export function applyOperations<Item extends AnyCondition>(
  operations: readonly Operation<Item>[],
  latest: readonly Item[],
  by: Ownership & { readonly model: PatchModel<Item> },
): readonly Item[] {
  const owned = new Set(by.owned)
  let list = listOf(latest)
  for (const operation of operations) {
    const { type } = operation.op === 'Remove' ? operation.before : operation.after
    const found = list.find((item) => item.type === type)
    if (!by.force && !owned.has(type)) {
      if (settled(operation, found, by.model)) continue
      refuseConflict(operation, found, by.model)
    }
    list = operation.op === 'Remove' ? without(list, type) : by.model.write(list, operation.after)
  }
  return list
}

function without<Item extends AnyCondition>(list: readonly Item[], type: string): readonly Item[] {
  return list.some((item) => item.type === type) ? list.filter((item) => item.type !== type) : list
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
