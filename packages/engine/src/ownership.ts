import {
  conditionsAt,
  formatAddress,
  type KubeObject,
  listName,
  type ObjectRef,
  parseAddress,
  standingLists,
} from '@sitrep/status'
import type { Problem } from './change.ts'
import type { Keeper, Slot } from './graph.ts'
import type { Status } from './said.ts'
import { bySlot } from './slot-order.ts'

/** The addresses of an object that some definition decides. */
export function claimsOn(slot: Slot | undefined): readonly string[] {
  const own = slot?.keeper?.claims ?? []
  if (slot?.said === undefined) return own
  return [...new Set([...own, ...[...slot.said.values()].flatMap(spokenIn)])]
}

/** The object whose definition decides what stands at an address. */
export function ownerOn(slot: Slot | undefined, address: string): ObjectRef | undefined {
  if (slot?.keeper?.claims.includes(address)) return slot.ref
  for (const [keeper, said] of slot?.said ?? []) if (spokenIn(said).includes(address)) return keeper.slot.ref
  return undefined
}

const spokenIn = (
  said: NonNullable<Slot['said']> extends Map<unknown, infer Said> ? Said : never,
): readonly string[] =>
  said.flatMap(({ at, conditions, absent = [] }) =>
    [...conditions.map(({ type }) => type), ...absent].map((type) => formatAddress({ at, type })),
  )

/** The addresses of an object that more than one definition claims, and objects that more than one makes. */
function ownershipProblems(slot: Slot): readonly Problem[] {
  if (slot.said === undefined) return []
  const owners = new Map<string, Slot[]>()
  const claim = (address: string, owner: Slot): void => {
    const present = owners.get(address)
    if (present === undefined) owners.set(address, [owner])
    else present.push(owner)
  }
  for (const address of slot.keeper?.claims ?? []) claim(address, slot)
  for (const [keeper, said] of slot.said)
    for (const address of new Set(spokenIn(said))) claim(address, keeper.slot)
  const problems: Problem[] = []
  for (const [type, slots] of owners) {
    if (slots.length < 2) continue
    problems.push({ problem: 'two-owners', type, owners: slots.sort(bySlot).map((owner) => owner.ref) })
  }
  return problems
}

/** The part of a reported object that wakes its own definition: everything but the status that this definition writes. */
export function ownInput(slot: Slot, object: KubeObject): unknown {
  const { status, ...rest } = object
  const claims = slot.keeper?.claims ?? []
  const { lists } = slot.table
  const { owned } = slot.table.knowledge
  const fixed = lists.flatMap((list) =>
    list.entries === undefined
      ? conditionsAt(object, listName(list), [list]).filter(
          ({ type }) => !claims.includes(formatAddress({ at: listName(list), type })),
        )
      : [],
  )
  return {
    ...rest,
    conditions: fixed,
    ...(lists.some(({ entries }) => entries !== undefined) && { entries: foreignEntries(slot, object) }),
    ...(owned !== undefined && { fields: foreignFields(status, owned) }),
  }
}

// Of our own entries only what others put into them.
function foreignEntries(slot: Slot, object: KubeObject): unknown {
  const claims = slot.keeper?.claims ?? []
  const ours = new Set(claims.map((address) => parseAddress(address).at ?? ''))
  return standingLists(object, slot.table.lists).flatMap(({ at, entry, conditions }): readonly unknown[] => {
    if (entry === undefined) return []
    if (!ours.has(at)) return [[at, entry]]
    return [[at, conditions.filter(({ type }) => !claims.includes(formatAddress({ at, type })))]]
  })
}

const foreignFields = (status: unknown, owned: ReadonlySet<string>): unknown =>
  Object.entries((status ?? {}) as Status).filter(([name]) => !owned.has(name))

/** The mistakes to hand out with an object: by the turn that made them, not again by every later one. */
export function problemsOf(slot: Slot, ran: ReadonlySet<Keeper>): readonly Problem[] {
  const problem = slot.keeper !== undefined && ran.has(slot.keeper) ? slot.keeper.problem : undefined
  const shared = ownershipProblems(slot)
  return problem === undefined ? shared : [problem, ...shared]
}

/** Whether there are any. */
export function hasProblems(slot: Slot, ran: ReadonlySet<Keeper>): boolean {
  if (slot.keeper?.problem !== undefined && ran.has(slot.keeper)) return true
  return slot.said !== undefined && ownershipProblems(slot).length > 0
}
