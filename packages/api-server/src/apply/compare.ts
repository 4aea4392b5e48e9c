import { same } from '@sitrep/status/same'
import type { Json } from '../json/json.ts'
import { getOwn } from '../json/own.ts'
import { describe } from './describe.ts'
import { emptySet, type FieldSet, leaf, recursiveDifference, sortedNode, union } from './field-set.ts'
import type { FieldType, ListType, MapType } from './field-type.ts'
import { itemsByElement } from './list-item.ts'
import { formOf, listIn, mapIn, memberOf } from './value-form.ts'

/** Which fields differ between two objects, by how they differ. */
export interface Comparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

const unchanged: Comparison = { added: emptySet, modified: emptySet, removed: emptySet }

/** Compares two objects of one type. */
export function compareObjects(type: FieldType, before: Json, after: Json): Comparison {
  const change = compareValues(type, before, after)
  // A root that changed its form has no name to be owned by.
  if (change === undefined || change.modified === leaf) return unchanged
  return {
    added: change.added ?? emptySet,
    modified: change.modified ?? emptySet,
    removed: change.removed ?? emptySet,
  }
}

/** The comparison without some fields and all that lies below them. */
export function ignoreFields(comparison: Comparison, ignored: FieldSet): Comparison {
  return {
    added: recursiveDifference(comparison.added, ignored),
    modified: recursiveDifference(comparison.modified, ignored),
    removed: recursiveDifference(comparison.removed, ignored),
  }
}

type Draft = { [element: string]: FieldSet }

interface Change {
  readonly added?: FieldSet | undefined
  readonly modified?: FieldSet | undefined
  readonly removed?: FieldSet | undefined
}

/** Collects the changes of the parts of one container. */
class Changes {
  #added: Draft | undefined
  #modified: Draft | undefined
  #removed: Draft | undefined

  add(element: string, node: FieldSet): void {
    this.#added ??= {}
    this.#added[element] = node
  }

  remove(element: string, node: FieldSet): void {
    this.#removed ??= {}
    this.#removed[element] = node
  }

  modify(element: string): void {
    this.#modified ??= {}
    this.#modified[element] = leaf
  }

  include(element: string, change: Change | undefined): void {
    if (change === undefined) return
    if (change.added !== undefined) this.add(element, change.added)
    if (change.removed !== undefined) this.remove(element, change.removed)
    if (change.modified === undefined) return
    this.#modified ??= {}
    this.#modified[element] = change.modified
  }

  get all(): Change | undefined {
    if (this.#added === undefined && this.#modified === undefined && this.#removed === undefined) {
      return undefined
    }
    return { added: sorted(this.#added), modified: sorted(this.#modified), removed: sorted(this.#removed) }
  }
}

function sorted(node: FieldSet | undefined): FieldSet | undefined {
  return node === undefined ? undefined : sortedNode(node)
}

function compareValues(type: FieldType, before: Json, after: Json): Change | undefined {
  if (before === after) return undefined
  const form = formOf(type, after)
  const change = compareAs(type, form, [before, after])
  const otherForm = formOf(type, before)
  return otherForm === form ? change : both(compareAs(type, otherForm, [before, after]), change)
}

type Pair = readonly [before: Json, after: Json]

function compareAs(type: FieldType, form: 'map' | 'scalar' | 'list', pair: Pair): Change | undefined {
  if (form === 'map' && type.map !== undefined) return compareMaps(type.map, pair)
  if (form === 'list' && type.list !== undefined) return compareLists(type.list, pair)
  return compareWhole(pair)
}

function both(a: Change | undefined, b: Change | undefined): Change | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return {
    added: either(a.added, b.added),
    modified: either(a.modified, b.modified),
    removed: either(a.removed, b.removed),
  }
}

function either(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  return a === undefined || b === undefined ? (a ?? b) : union(a, b)
}

const modifiedWhole: Change = { modified: leaf }

function compareWhole([before, after]: Pair): Change | undefined {
  return same(before, after) ? undefined : modifiedWhole
}

function compareMaps(map: MapType, [before, after]: Pair): Change | undefined {
  const left = mapIn(before)
  const right = mapIn(after)
  // Empty and null are told apart by treating them as scalars.
  const [mineAll, theirsAll] = [Object.keys(left ?? {}), Object.keys(right ?? {})]
  if (map.atomic || (mineAll.length === 0 && theirsAll.length === 0)) return compareWhole([before, after])
  const changes = new Changes()
  let common = 0
  for (const key of theirsAll) {
    const theirs = right?.[key] ?? null
    // Nothing that is inherited equals a value of JSON.
    const mine = left?.[key] === theirs ? theirs : left && getOwn(left, key)
    if (mine !== undefined) common++
    if (mine === theirs) continue
    const { element, type } = memberOf(map, key)
    if (mine === undefined) changes.add(element, describe(type, theirs))
    else changes.include(element, compareValues(type, mine, theirs))
  }
  if (common === mineAll.length) return changes.all
  for (const key of mineAll) {
    if (right !== undefined && Object.hasOwn(right, key)) continue
    const { element, type } = memberOf(map, key)
    changes.remove(element, describe(type, left?.[key] ?? null))
  }
  return changes.all
}

function compareLists(list: ListType, [before, after]: Pair): Change | undefined {
  const left = listIn(before) ?? []
  const right = listIn(after) ?? []
  if (list.relation === 'atomic' || (left.length === 0 && right.length === 0)) {
    return compareWhole([before, after])
  }
  const mine = itemsByElement(list, left)
  const theirs = itemsByElement(list, right)
  const changes = new Changes()
  for (const [element, items] of mine) {
    compareItems(changes, [list, element], [items, theirs.get(element) ?? []])
  }
  for (const [element, items] of theirs) {
    if (!mine.has(element)) compareItems(changes, [list, element], [[], items])
  }
  return changes.all
}

type Items = readonly Json[]

/** Items that share an element stand for one field: what matters is whether there is one of them, or several. */
function compareItems(
  changes: Changes,
  [list, element]: readonly [ListType, string],
  [left, right]: readonly [Items, Items],
): void {
  const [mine] = left
  const [theirs] = right
  if (left.length > 1 && right.length > 1) {
    if (!same(left, right)) changes.modify(element)
    return
  }
  if (left.length > 1) {
    changes.remove(element, leaf)
    if (theirs !== undefined) changes.add(element, describe(list.item, theirs))
    return
  }
  if (right.length > 1) {
    if (mine !== undefined) changes.remove(element, describe(list.item, mine))
    changes.add(element, leaf)
    return
  }
  if (mine === undefined && theirs !== undefined) changes.add(element, describe(list.item, theirs))
  else if (theirs === undefined && mine !== undefined) changes.remove(element, describe(list.item, mine))
  else if (mine !== undefined && theirs !== undefined) {
    changes.include(element, compareValues(list.item, mine, theirs))
  }
}
