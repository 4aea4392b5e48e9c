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

/** Whether something is wrong, or nobody knows: what is paused or under way is neither. */
export const isWrong = ({ top }: { readonly top: Pick<ToldTrouble, 'gravity'> }): boolean =>
  gravities.indexOf(top.gravity) <= gravities.indexOf('unclear')

/** Who owns an object, as far as that is at hand. */
export type OwnersOf = (ref: ObjectRef) => readonly ObjectRef[]

/** Objects with one first cause as one, the gravest first, then those that concern most, then what has lasted longest. */
export function foldTroubles(all: readonly ToldTrouble[], ownersOf: OwnersOf): readonly FoldedTrouble[] {
  const pairs = all.flatMap((told) => told.causes.map((cause) => ({ told, cause })))
  const groups = Map.groupBy(pairs, ({ cause }) => `${refKey(cause.ref)} ${cause.words}`)
  const single = [...groups.values()].map((found): Part => {
    const { told, cause } = topOf(found, ownersOf)
    return { cause, top: told, members: found.map((each) => each.told) }
  })
  // What several objects below one say in the same words is one cause: a quota stops every machine for itself.
  const alike = Map.groupBy(single, ({ top, cause }) => `${refKey(top.ref)} ${likenessOf(cause)}`)
  return inOrder([...alike.values()].map(folded))
}

interface Pair {
  readonly told: ToldTrouble
  readonly cause: FirstCause
}

interface Part {
  readonly cause: FirstCause
  readonly top: ToldTrouble
  readonly members: readonly ToldTrouble[]
}

// Owners stand above what they own, and what follows from another object stands above that.
function topOf(found: readonly Pair[], ownersOf: OwnersOf): Pair {
  const keys = new Set(found.map(({ told }) => refKey(told.ref)))
  const unowned = found.filter(({ told }) => ![...ownedBy(told.ref, ownersOf)].some((key) => keys.has(key)))
  const candidates = unowned.length > 0 ? unowned : found
  const ways = candidates.map(({ told, cause }) => ({ key: refKey(told.ref), way: wayOf(told, cause) }))
  const tops = candidates.filter(({ told }) => {
    const own = refKey(told.ref)
    return !ways.some(({ key, way }) => key !== own && way.has(own))
  })
  const [top] = (tops.length > 0 ? tops : candidates).toSorted((a, b) => byName(a.told, b.told))
  return top as Pair
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
  const own = new Set([top.ref, ...parts.map((part) => part.cause.ref)].map(refKey))
  const also = parts.flatMap(({ members }) => members).filter(({ ref }) => !own.has(refKey(ref)))
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

// What is wrong with one object stands together, in the order in which explain tells it.
function inOrder(all: readonly FoldedTrouble[]): readonly FoldedTrouble[] {
  const weights = new Map<string, number>()
  const placeOf = ({ top }: FoldedTrouble): string => `${top.gravity} ${refKey(top.ref)}`
  for (const each of all)
    weights.set(placeOf(each), Math.max(weights.get(placeOf(each)) ?? 0, each.also.length))
  const weightOf = (each: FoldedTrouble): number => weights.get(placeOf(each)) ?? 0
  const rankOf = ({ top, cause }: FoldedTrouble): number => top.causes.indexOf(cause)
  return all.toSorted((a, b) => {
    const gravity = gravities.indexOf(a.top.gravity) - gravities.indexOf(b.top.gravity)
    if (gravity !== 0) return gravity
    if (weightOf(a) !== weightOf(b)) return weightOf(b) - weightOf(a)
    const [one, other] = [a.top.since ?? '', b.top.since ?? '']
    if (one !== other) return one < other ? -1 : 1
    return refKey(a.top.ref) === refKey(b.top.ref) ? rankOf(a) - rankOf(b) : byName(a.top, b.top)
  })
}
