import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import type { Schema } from '../schema/schema.ts'
import { PatchRefusal } from './patch-refusal.ts'
import {
  deletionPrefix,
  directiveKey,
  fieldOfDirective,
  isDirective,
  orderPrefix,
  retainKeys,
  withoutDirectives,
  withoutNullMembers,
} from './strategic-directives.ts'
import { deleteFromList, type ListMerge, mergeList, unknownDirective } from './strategic-list.ts'
import { arrange, checkOrder, kindOfItems, wrongType } from './strategic-order.ts'
import { type FieldStrategy, listField, objectField } from './strategic-schema.ts'

export type StrategicMergeOutcome =
  | { readonly kind: 'patched'; readonly object: JsonObject }
  /** `code` is the HTTP status that kube-apiserver answers with; a 422 has a message of its own that hides this one. */
  | { readonly kind: 'refused'; readonly code: 400 | 422 | 500; readonly message: string }

/**
 * Applies a strategic merge patch; merge keys and strategies come from the schema. Neither argument is changed.
 * Source: k8s.io/apimachinery v0.36.3 pkg/util/strategicpatch (behaviour).
 */
export function applyStrategicMergePatch(
  schema: Schema,
  object: JsonObject,
  patch: JsonObject,
): StrategicMergeOutcome {
  try {
    return { kind: 'patched', object: mergeObject(schema, object, patch) }
  } catch (error) {
    if (!(error instanceof PatchRefusal)) throw error
    return { kind: 'refused', code: error.code, message: error.message }
  }
}

function mergeObject(schema: Schema | undefined, original: JsonObject, patch: JsonObject): JsonObject {
  if (Object.hasOwn(patch, directiveKey)) return followDirective(patch)
  const merged: MutableJsonObject = { ...retainKeys(original, patch) }
  const ordered = mergeOrderedLists(schema, merged, patch)
  const keys = Object.keys(patch)
  for (const key of keys.filter((name) => name.startsWith(deletionPrefix))) {
    mergeDeletions(schema, merged, [key, patch[key] ?? null])
  }
  for (const key of keys) {
    if (isDirective(key) || ordered.has(key)) continue
    mergeField(schema, merged, [key, patch[key] ?? null])
  }
  return merged
}

function followDirective(patch: JsonObject): JsonObject {
  const { [directiveKey]: directive = null, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  throw unknownDirective(directive, patch)
}

function mergeField(
  schema: Schema | undefined,
  merged: MutableJsonObject,
  [key, value]: readonly [string, Json],
): void {
  if (value === null) {
    delete merged[key]
    return
  }
  const current = getOwn(merged, key)
  if (isJsonObject(current) && isJsonObject(value)) {
    const field = objectField(schema, key)
    const whole = field.strategy === 'replace'
    setOwn(merged, key, whole ? value : mergeObject(field.schema, current, value))
    return
  }
  if (isJsonArray(current) && isJsonArray(value)) {
    const field = listField(schema, key)
    setOwn(
      merged,
      key,
      field.strategy === 'merge' ? mergeList(current, value, listMerge(field)).items : value,
    )
    return
  }
  const added = withoutDirectives(withoutNullMembers(value))
  if (added === undefined) delete merged[key]
  else setOwn(merged, key, added)
}

function mergeDeletions(
  schema: Schema | undefined,
  merged: MutableJsonObject,
  [key, value]: readonly [string, Json],
): void {
  const name = fieldOfDirective(key, deletionPrefix)
  const current = getOwn(merged, name)
  if (value === null) delete merged[name]
  else if (isJsonArray(current) && isJsonArray(value)) {
    setOwn(merged, name, deleteFromList(current, value, listMerge(listField(schema, name))))
  } else if (isJsonObject(current) && isJsonObject(value)) mergeField(schema, merged, [name, value])
}

/** Merges every list that `$setElementOrder` speaks of and says which those were. */
function mergeOrderedLists(
  schema: Schema | undefined,
  merged: MutableJsonObject,
  patch: JsonObject,
): ReadonlySet<string> {
  const fields = new Set<string>()
  for (const key of Object.keys(patch)) {
    if (!key.startsWith(orderPrefix)) continue
    const order = patch[key]
    if (!isJsonArray(order)) throw wrongType([], order)
    const name = fieldOfDirective(key, orderPrefix)
    const list = mergeOrderedList(listField(schema, name), order, [getOwn(merged, name), getOwn(patch, name)])
    if (list === undefined) continue
    setOwn(merged, name, list)
    fields.add(name)
  }
  return fields
}

function mergeOrderedList(
  field: FieldStrategy,
  order: readonly Json[],
  [current, change]: readonly [Json | undefined, Json | undefined],
): readonly Json[] | undefined {
  if (current !== undefined && !isJsonArray(current)) throw wrongType([], current)
  if (change !== undefined && !isJsonArray(change)) throw wrongType([], change)
  checkOrder(change ?? [], order, field.mergeKey)
  if (current === undefined && change === undefined) return undefined
  const kind = kindOfItems(current ?? [], change ?? [])
  const identity = { kind, mergeKey: field.mergeKey }
  if (change === undefined) return arrange(current ?? [], order, current ?? [], identity)
  if (current === undefined) return arrange(addedList(change), order, [], identity)
  if (field.strategy !== 'merge') return arrange(change, order, current, identity)
  const { items, server } = mergeList(current, change, listMerge(field))
  return arrange(items, order, server, identity)
}

function addedList(change: readonly Json[]): readonly Json[] {
  const added = withoutDirectives(change)
  return isJsonArray(added) ? added : []
}

function listMerge({ schema, mergeKey }: FieldStrategy): ListMerge {
  return { mergeKey, mergeItem: (original, patch) => mergeObject(schema, original, patch) }
}
