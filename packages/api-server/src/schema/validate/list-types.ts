import type { FieldError } from '../../errors/field-error.ts'
import { duplicate, invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../../json/own.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import { inGoOrder } from '../go-order.ts'

/** Lists of type set hold no item twice, lists of type map no two items with the same keys. */
export function validateListTypes(schema: CompiledSchema, object: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = []
  visit(object, { schema, path: '', errors })
  return errors
}

interface Visit {
  readonly schema: CompiledSchema | undefined
  readonly path: string
  readonly errors: FieldError[]
}

function visit(value: Json, { schema, path, errors }: Visit): void {
  if (!schema?.has('keyed-lists')) return
  if (isJsonArray(value)) visitItems(value, { schema, path, errors })
  else if (isJsonObject(value)) {
    for (const key of Object.keys(value).sort()) {
      const property = schema.properties.get(key)
      const at = property ? (path === '' ? key : `${path}.${key}`) : `${path}[${key}]`
      visit(value[key] as Json, { schema: property ?? schema.additional, path: at, errors })
    }
  }
}

function visitItems(
  items: readonly Json[],
  { schema, path, errors }: Visit & { schema: CompiledSchema },
): void {
  const listType = schema.source['x-kubernetes-list-type']
  if (listType === 'set')
    errors.push(
      ...repeated(items).map((index) => duplicate(`${path}[${index}]`, inGoOrder(items[index] as Json))),
    )
  if (listType === 'map') errors.push(...mapErrors(items, schema, path))
  for (const [index, item] of items.entries()) {
    visit(item, { schema: schema.items, path: `${path}[${index}]`, errors })
  }
}

function mapErrors(items: readonly Json[], schema: CompiledSchema, path: string): readonly FieldError[] {
  const stranger = items.findIndex((item) => item !== null && !isJsonObject(item))
  if (stranger >= 0) {
    const at = `${path}[${stranger}]`
    return [invalidValue(at, items[stranger] as Json, 'must be an object for an array of list-type map')]
  }
  const names = schema.source['x-kubernetes-list-map-keys'] ?? []
  if (haveOwnNames(items as readonly (JsonObject | null)[], names)) return []
  const keys = items.map((item) => keyOf(item as JsonObject | null, names))
  return repeated(keys).map((index) => duplicate(`${path}[${index}]`, inGoOrder(keys[index] as Json)))
}

/** Whether one text tells all items apart, as a condition's type does: the form of nearly all lists, found without writing keys down. */
function haveOwnNames(items: readonly (JsonObject | null)[], names: readonly string[]): boolean {
  const [name, another] = names
  if (name === undefined || another !== undefined) return false
  const seen = new Set<string>()
  for (const item of items) {
    const own = item === null ? undefined : getOwn(item, name)
    if (typeof own !== 'string') return false
    seen.add(own)
  }
  return seen.size === items.length
}

/** The members that tell one item from another; a missing one is missing here too. */
function keyOf(item: JsonObject | null, names: readonly string[]): JsonObject {
  const key: MutableJsonObject = {}
  for (const name of names) {
    const value = item === null ? undefined : getOwn(item, name)
    if (value !== undefined) setOwn(key, name, value)
  }
  return key
}

/** The index of the second appearance of each value that appears more than once. */
function repeated(values: readonly Json[]): readonly number[] {
  if (values.length < 2) return []
  const seen = new Map<string, number>()
  const indexes: number[] = []
  for (const [index, value] of values.entries()) {
    const text = stringifyJson(inGoOrder(value))
    const times = seen.get(text) ?? 0
    if (times === 1) indexes.push(index)
    seen.set(text, times + 1)
  }
  return indexes
}
