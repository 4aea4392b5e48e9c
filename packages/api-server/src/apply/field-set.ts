import type { Json, JsonObject } from '../json/json.ts'
import { isJsonObject } from '../json/own.ts'
import { canonicalElement, compareElements, type PathElement } from './path-element.ts'

/**
 * A set of field paths, in the very form in which FieldsV1 is stored: a tree whose keys are path elements. A node is a
 * member of the set when it is empty or has the key `.`. Sets are canonical (elements in their one spelling, sorted, every
 * empty node is `leaf` and every empty set `emptySet`), never changed, and share what they have in common: an operation
 * that changes nothing gives back its first argument.
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet
}

type Draft = { [element: PathElement]: FieldSet }

/** A member without members below it. */
export const leaf: FieldSet = Object.freeze({})

export const emptySet: FieldSet = Object.freeze({})

const self = '.'

export function isMember(node: FieldSet): boolean {
  return node === leaf || node[self] !== undefined || isEmptySet(node)
}

/** Told without looking inside: to ask for the first of very many members takes as long as asking for all. */
export function isEmptySet(set: FieldSet): boolean {
  return set === emptySet || set === leaf
}

/** Builds a node from its children; undefined when nothing is left of it. */
export function nodeOf(member: boolean, children: FieldSet): FieldSet | undefined {
  if (isEmptySet(children)) return member ? leaf : undefined
  return member ? { [self]: leaf, ...children } : children
}

/** The set of the given paths, each a list of field names. */
export function fieldSetOf(...paths: readonly (readonly string[])[]): FieldSet {
  return paths.reduce<FieldSet>(
    (set, path) =>
      union(
        set,
        path.reduceRight<FieldSet>((below, name) => ({ [`f:${name}`]: below }), leaf),
      ),
    emptySet,
  )
}

/** Puts the children of a node under construction into their order. */
export function sortedNode(node: FieldSet): FieldSet {
  const keys = Object.keys(node)
  if (keys.length < 2) return node
  // The native order of texts is right for all but the rarest names, and many times faster.
  const plain = keys.every((key) => !needsCare.test(key))
  const misplaced = (key: string, at: number): boolean => {
    const before = keys[at - 1]
    return before !== undefined && (plain ? before > key : compareKeys(before, key) > 0)
  }
  if (!keys.some(misplaced)) return node
  const sorted: Draft = {}
  for (const key of plain ? keys.sort() : keys.sort(compareKeys)) sorted[key] = node[key] ?? leaf
  return sorted
}

/** Items, whose order is not that of their text, and names with characters whose UTF-16 order is not that of UTF-8. */
const needsCare = /^[^f.]|[\ud800-\uffff]/

function compareKeys(a: PathElement, b: PathElement): number {
  if (a === self || b === self) return a === b ? 0 : a === self ? -1 : 1
  return compareElements(a, b)
}

/** What is in either. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptySet(b)) return a
  if (isEmptySet(a)) return b
  let added = false
  let changes: Map<string, FieldSet> | undefined
  for (const key in b) {
    const theirs = b[key] ?? leaf
    const mine = a[key]
    const joined = mine === undefined ? theirs : joinNodes(mine, theirs)
    if (joined === mine) continue
    if (mine === undefined) added = true
    changes ??= new Map()
    changes.set(key, joined)
  }
  if (changes === undefined) return a
  const result: Draft = {}
  for (const key in a) result[key] = changes.get(key) ?? a[key] ?? leaf
  if (!added) return result
  for (const [key, node] of changes) result[key] = node
  return sortedNode(result)
}

/** What is in any. Halves are joined with halves: joined one after the other, each would be gone through again for every one behind it. */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  const [first = emptySet, second] = sets
  if (second === undefined) return first
  const middle = sets.length >>> 1
  return union(unionOf(sets.slice(0, middle)), unionOf(sets.slice(middle)))
}

// Sets never change: a remembered one cannot be told from a fresh one.
const shared = new WeakSet<FieldSet>()

/** Notes that many objects share a set, so that what is done to it is worth remembering. */
export function share(set: FieldSet): void {
  shared.add(set)
}

interface Remembered {
  readonly with: FieldSet
  readonly is: FieldSet
  readonly seen: 'once' | 'again'
}

/** An operation that remembers what came of it last where its first set is shared: one client does the same to object after object. */
function remembering(operation: (a: FieldSet, b: FieldSet) => FieldSet): typeof operation {
  const known = new WeakMap<FieldSet, Remembered>()
  return (a, b) => {
    if (!shared.has(a)) return operation(a, b)
    const last = known.get(a)
    const repeated = last !== undefined && sameSet(last.with, b)
    if (repeated && last.seen === 'again') return last.is
    const result = repeated ? last.is : operation(a, b)
    // Copied when it is met again, and so will be written again.
    const is = repeated && result !== a ? compacted(result) : result
    shared.add(is)
    known.set(a, { with: b, is, seen: repeated ? 'again' : 'once' })
    return is
  }
}

/** As `union`, of a set that may be shared. */
export const rememberedUnion: (a: FieldSet, b: FieldSet) => FieldSet = remembering(union)
/** As `difference`, of a set that may be shared. */
export const rememberedDifference: (a: FieldSet, b: FieldSet) => FieldSet = remembering(difference)

/** Sets are canonical: the same fields, in the same order. */
function sameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true
  const keys = Object.keys(a)
  let at = 0
  for (const key in b) if (keys[at++] !== key || !sameSet(a[key] ?? leaf, b[key] ?? leaf)) return false
  return at === keys.length
}

/** Copying more than this would take longer than it is worth. */
const mostCopied = 512

/**
 * The same set for keeping. An object that was filled name by name is held as a hash table once it has more than a dozen
 * members, and whatever contains one is written to JSON several times slower. A copy is not; but making it takes as long.
 */
export function compacted(set: FieldSet, left: { members: number } = { members: mostCopied }): FieldSet {
  left.members -= Object.keys(set).length
  if (isEmptySet(set) || left.members < 0) return set
  const copy: Draft = { ...set }
  for (const key in copy) copy[key] = compacted(copy[key] ?? leaf, left)
  return copy
}

function joinNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a
  if (a === leaf) return b[self] === undefined ? { [self]: leaf, ...b } : b
  if (b === leaf) return a[self] === undefined ? { [self]: leaf, ...a } : a
  return union(a, b)
}

/** What is in both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  let result: Draft | undefined
  for (const key in b) {
    const mine = a[key]
    const theirs = b[key]
    if (mine === undefined || theirs === undefined || key === self) continue
    const common = nodeOf(isMember(mine) && isMember(theirs), intersection(mine, theirs))
    if (common === undefined) continue
    result ??= {}
    result[key] = common
  }
  return result ?? emptySet
}

/** What is in the first and not in the second. Removing a path leaves what lies below it. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return without(a, changesIn(a, b, subtract)) ?? emptySet
}

/** As `difference`, but removing a path removes everything below it too. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return without(a, changesIn(a, b, subtractAll)) ?? emptySet
}

function subtractAll(mine: FieldSet, theirs: FieldSet): FieldSet | undefined {
  return isMember(theirs) ? undefined : without(mine, changesIn(mine, theirs, subtractAll))
}

function subtract(mine: FieldSet, theirs: FieldSet): FieldSet | undefined {
  const changes = changesIn(mine, theirs, subtract)
  return isMember(theirs) && isMember(mine)
    ? without(mine, changes ?? new Map(), 'itself')
    : without(mine, changes)
}

type Rest = (mine: FieldSet, theirs: FieldSet) => FieldSet | undefined
/** What is left of each child that does not stay as it is. */
type Changes = ReadonlyMap<PathElement, FieldSet | undefined>

function changesIn(a: FieldSet, b: FieldSet, rest: Rest): Changes | undefined {
  let changes: Map<PathElement, FieldSet | undefined> | undefined
  for (const key in b) {
    const mine = a[key]
    if (mine === undefined || key === self) continue
    const left = rest(mine, b[key] ?? leaf)
    if (left === mine) continue
    changes ??= new Map()
    changes.set(key, left)
  }
  return changes
}

/** The node after the changes, in one pass, with or without its own membership. */
function without(node: FieldSet, changes: Changes | undefined, also?: 'itself'): FieldSet | undefined {
  if (changes === undefined) return node
  const result: Draft = {}
  let children = 0
  let member = false
  for (const key in node) {
    if (key === self) {
      if (also === 'itself') continue
      result[key] = leaf
      member = true
      continue
    }
    const left = changes.has(key) ? changes.get(key) : node[key]
    if (left === undefined) continue
    result[key] = left
    children++
  }
  if (children > 0) return result
  return member ? leaf : undefined
}

/** The node without its own membership. */
export function childrenOf(node: FieldSet): FieldSet {
  if (node[self] === undefined) return isEmptySet(node) ? emptySet : node
  const { [self]: _, ...children } = node
  return isEmpty(children) ? emptySet : children
}

export function hasPath(set: FieldSet, path: readonly PathElement[]): boolean {
  let node: FieldSet | undefined = set
  for (const element of path) {
    node = node?.[element]
    if (node === undefined) return false
  }
  return path.length > 0 && node !== undefined && isMember(node)
}

/** All member paths: on each level first the members, then what lies below. */
export function pathsOf(set: FieldSet): PathElement[][] {
  const keys = Object.keys(set).filter((key) => key !== self)
  const members = keys.filter((key) => isMember(set[key] ?? leaf)).map((key) => [key])
  const below = keys.flatMap((key) => pathsOf(set[key] ?? leaf).map((path) => [key, ...path]))
  return [...members, ...below]
}

/** Reads FieldsV1 that somebody else wrote: canonical, or why it cannot be read. */
export function readFieldsV1(fields: Json): FieldSet | { readonly error: string } {
  if (fields === null) return emptySet
  const problems: string[] = []
  const set = childrenOf(readNode(fields, problems))
  const [error] = problems
  return error === undefined ? set : { error }
}

/** A node with its own membership; `emptySet` where nothing lies below it. */
function readNode(value: Json, problems: string[]): FieldSet {
  if (!isJsonObject(value)) {
    if (value !== null) problems.push(`expected an object of fields, got ${typeof value}`)
    return emptySet
  }
  const result: Draft = hasSelf(value) ? { [self]: leaf } : {}
  let count = 0
  for (const key of Object.keys(value)) {
    if (key === self) continue
    const element = canonicalElement(key)
    if (typeof element !== 'string') {
      if ('error' in element) problems.push(element.error)
      continue
    }
    count++
    const raw = value[key] ?? null
    const below = isJsonObject(raw) && isEmpty(raw) ? emptySet : readNode(raw, problems)
    const twin = result[element]
    if (twin === undefined) result[element] = isEmptySet(below) ? leaf : below
    else result[element] = isEmptySet(below) ? joinNodes(twin, leaf) : withLater(twin, below)
  }
  return count === 0 ? emptySet : sortedNode(result)
}

/** The same element in another spelling: the later one has its say about what lies below. */
function withLater(twin: FieldSet, later: FieldSet): FieldSet {
  return isMember(twin) ? joinNodes(later, leaf) : later
}

function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false
  return true
}

function hasSelf(value: Json): boolean {
  return isJsonObject(value) && Object.hasOwn(value, self)
}
