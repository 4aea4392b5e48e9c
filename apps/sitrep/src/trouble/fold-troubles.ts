import { chainTo, type Explained, gravities, likeness } from '@sitrep/present'
import { formatRef, type ObjectRef, refKey } from '@sitrep/status'
import type { FirstCause, ToldTrouble } from './told-trouble.ts'

/** One cause with all that is not as it should be because of it. */
export interface FoldedTrouble {
  /** The object that stands above all others that the cause concerns. */
  readonly top: ToldTrouble
  readonly cause: FirstCause
  /** The others, in the order of their names. */
  readonly also: readonly ObjectRef[]
  /** How many objects have this cause of their own: alike in everything but their names. */
  readonly alike: number
}

/** Who owns an object, as far as that is at hand. */
export type OwnersOf = (ref: ObjectRef) => readonly ObjectRef[]

/** Objects with one first cause as one, the gravest first, then those that concern most, then what has lasted longest. */
export function foldTroubles(all: readonly ToldTrouble[], ownersOf: OwnersOf): readonly FoldedTrouble[] {
  const pairs = all.flatMap((told) => told.causes.map((cause) => ({ told, cause })))
  const groups = Map.groupBy(pairs, ({ cause }) => `${refKey(cause.ref)} ${cause.words}`)
  const single = [...groups.values()].flatMap((found): readonly Part[] => {
    const [first] = found
    return first === undefined
      ? []
      : [{ cause: first.cause, top: topOf(found, ownersOf), members: found.map(({ told }) => told) }]
  })
  // What several objects below one say in the same words is one cause: a quota stops every machine for itself.
  const alike = Map.groupBy(single, ({ top, cause }) => `${refKey(top.ref)} ${likenessOf(cause)}`)
  return [...alike.values()].map(folded).toSorted(byWeight)
}

interface Part {
  readonly cause: FirstCause
  readonly top: ToldTrouble
  readonly members: readonly ToldTrouble[]
}

// Owners stand above what they own, and what follows from another object stands above that.
function topOf(
  found: readonly { readonly told: ToldTrouble; readonly cause: FirstCause }[],
  ownersOf: OwnersOf,
): ToldTrouble {
  const members = found.map(({ told }) => told)
  const unowned = without(members, (told) => ownedBy(told.ref, ownersOf))
  const ways = new Map(
    found
      .filter(({ told }) => unowned.includes(told))
      .map(({ told, cause }) => [refKey(told.ref), wayOf(told, cause)]),
  )
  const tops = unowned.filter(
    ({ ref }) => ![...ways].some(([key, way]) => key !== refKey(ref) && way.has(refKey(ref))),
  )
  const [top] = (tops.length > 0 ? tops : unowned).toSorted(byName)
  return top as ToldTrouble
}

function without(
  members: readonly ToldTrouble[],
  above: (told: ToldTrouble) => ReadonlySet<string>,
): readonly ToldTrouble[] {
  const keys = new Set(members.map(({ ref }) => refKey(ref)))
  const left = members.filter((told) => ![...above(told)].some((key) => keys.has(key)))
  return left.length > 0 ? left : members
}

function ownedBy(ref: ObjectRef, ownersOf: OwnersOf): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...ownersOf(ref)]
  for (let owner = waiting.shift(); owner !== undefined; owner = waiting.shift()) {
    if (found.has(refKey(owner))) continue
    found.add(refKey(owner))
    waiting.push(...ownersOf(owner))
  }
  found.delete(refKey(ref))
  return found
}

function folded(parts: readonly Part[]): FoldedTrouble {
  const { top, cause } = parts[0] as Part
  const also = parts.flatMap(({ members }) => members).filter(({ ref }) => refKey(ref) !== refKey(top.ref))
  const refs = new Map(also.toSorted(byName).map(({ ref }) => [refKey(ref), ref]))
  return { top, cause, also: [...refs.values()], alike: parts.length }
}

// The objects between an object in trouble and the first cause.
function wayOf({ ref, explained }: ToldTrouble, cause: FirstCause): ReadonlySet<string> {
  if (explained === undefined || cause.explained === undefined) return new Set()
  const keys = new Set<string>()
  const collect = (each: Explained): void => {
    keys.add(refKey(each.ref))
    each.causes.forEach(collect)
  }
  collect(chainTo(explained, [cause.explained]))
  keys.delete(refKey(ref))
  return keys
}

const likenessOf = (cause: FirstCause): string =>
  cause.explained === undefined
    ? `${refKey(cause.ref)} ${cause.words}`
    : likeness({ ...cause.explained, causes: [] })

const nameOf = ({ ref }: ToldTrouble): string => formatRef(ref)
const byName = (a: ToldTrouble, b: ToldTrouble): number => (nameOf(a) < nameOf(b) ? -1 : 1)

function byWeight(a: FoldedTrouble, b: FoldedTrouble): number {
  const gravity = gravities.indexOf(a.top.gravity) - gravities.indexOf(b.top.gravity)
  if (gravity !== 0) return gravity
  if (a.also.length !== b.also.length) return b.also.length - a.also.length
  const [one, other] = [a.top.since ?? '', b.top.since ?? '']
  if (one !== other) return one < other ? -1 : 1
  return byName(a.top, b.top)
}
