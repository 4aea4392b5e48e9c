import type { Json, JsonObject } from '../json/json.ts'
import { emptySet, type FieldSet, leaf } from './field-set.ts'
import { deduced, type FieldType, type ListType, type MapType } from './field-type.ts'
import { itemsByElement } from './list-item.ts'
import type { Steps } from './ownership-context.ts'
import { fieldElement, type PathElement } from './path-element.ts'
import { formOf, isEmptyMap, listIn, mapIn, sortedKeys } from './value-form.ts'

type Draft = { [element: string]: FieldSet }

/** The fields that whoever applies this object owns: its leaves, its items, and members of maps that have no fixed names. */
export function ownedFields(type: FieldType, object: Json): FieldSet {
  const children = fieldsBelow(type, object)
  return children === undefined || children === leaf ? emptySet : children
}

/** As `ownedFields`, others having their turn in maps of very many members, as far up as such maps stand. */
export function* ownedFieldsInSteps(type: FieldType, object: Json): Steps<FieldSet> {
  const value = mapIn(object)
  if (type.map === undefined || type.map.atomic || value === undefined) return ownedFields(type, object)
  return (yield* mapInSteps(type.map, value, levelsInSteps)) ?? emptySet
}

const levelsInSteps = 2
const membersInStep = 10_000

function* mapInSteps(map: MapType, value: JsonObject, levels: number): Steps<FieldSet | undefined> {
  let node: Draft | undefined
  let seen = 0
  for (const key of sortedKeys(value)) {
    if (++seen % membersInStep === 0) yield
    const { element, type, owned } = memberIn(map, key, value[key] ?? null)
    const [below, inner] = [type.map, mapIn(value[key])]
    const inSteps = levels > 0 && inner !== undefined && below?.atomic === false
    const fields = inSteps
      ? yield* mapInSteps(below, inner, levels - 1)
      : fieldsBelow(type, value[key] ?? null)
    const kept = ownedNode(fields, owned)
    if (kept === undefined) continue
    node ??= {}
    node[element] = kept
  }
  return node
}

interface Member {
  readonly element: PathElement
  readonly type: FieldType
  /** Whether the member itself is owned, and not only what lies below it. */
  readonly owned: boolean
}

function memberIn(map: MapType, key: string, member: Json): Member {
  const named = map.fields.get(key)
  if (named === undefined) return { element: fieldElement(key), type: map.rest ?? deduced, owned: true }
  return { ...named, owned: member === null || isEmpty(member) }
}

/** What is owned below a value; `leaf` when the value itself is. */
function fieldsBelow(type: FieldType, value: Json): FieldSet | undefined {
  if (typeof value !== 'object' && type.scalar !== undefined) return leaf
  const form = formOf(type, value)
  if (form === 'map' && type.map !== undefined) return fieldsOfMap(type.map, mapIn(value))
  if (form === 'list' && type.list !== undefined) return fieldsOfList(type.list, listIn(value))
  return leaf
}

function fieldsOfMap(map: MapType, value: JsonObject | undefined): FieldSet | undefined {
  if (map.atomic) return leaf
  if (value === undefined) return undefined
  let node: Draft | undefined
  for (const key of sortedKeys(value)) {
    const member = value[key] ?? null
    const { element, type, owned } = memberIn(map, key, member)
    const below = ownedNode(fieldsBelow(type, member), owned)
    if (below === undefined) continue
    node ??= {}
    node[element] = below
  }
  return node
}

function isEmpty(value: Json): boolean {
  const map = mapIn(value)
  return map !== undefined && isEmptyMap(map)
}

function fieldsOfList(list: ListType, value: readonly Json[] | undefined): FieldSet | undefined {
  if (list.relation === 'atomic') return leaf
  if (value === undefined) return undefined
  const items = itemsByElement(list, value)
  if (items.size === 0) return undefined
  const node: Draft = {}
  for (const [element, [item = null, ...twins]] of items) {
    node[element] = (twins.length === 0 ? ownedNode(fieldsBelow(list.item, item), true) : leaf) ?? leaf
  }
  return node
}

function ownedNode(below: FieldSet | undefined, owned: boolean): FieldSet | undefined {
  if (below === undefined) return owned ? leaf : undefined
  return owned && below !== leaf ? { '.': leaf, ...below } : below
}
