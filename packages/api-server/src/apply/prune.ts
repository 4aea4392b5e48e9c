import type { Json, KubeObject } from '../json/json.ts'
import { difference, emptySet, type FieldSet, intersection, isEmptySet, union } from './field-set.ts'
import { type FieldType, objectType } from './field-type.ts'
import { withNamedFields } from './named-fields.ts'
import { ownedFieldsInSteps } from './owned-fields.ts'
import type { Owner, Owners } from './owner.ts'
import { inVersion, type OwnershipContext, type Steps } from './ownership-context.ts'
import { removeFields } from './remove.ts'

/**
 * Takes away from a merged object what its applier owned before (`last`), does not apply any more, and nobody else owns.
 * Source: sigs.k8s.io/structured-merge-diff v6.3.3 merge/update.go (behaviour).
 */
export function* prune(
  context: OwnershipContext,
  merged: KubeObject,
  { owners, last }: { readonly owners: Owners; readonly last: Owner | undefined },
): Steps<KubeObject> {
  if (last === undefined || isEmptySet(last.fields)) return merged
  const type = typeIn(context, last.apiVersion)
  if (type === undefined) return merged
  const converted = yield* inVersion(merged, last.apiVersion)
  yield
  const bare = without(type, converted, withNamedFields(type, last.fields))
  const owned = yield* addOwnedBack(context, { merged: converted, pruned: bare }, owners)
  const kept = yield* dropDangling(
    type,
    { merged: converted, pruned: yield* inVersion(owned, last.apiVersion) },
    last,
  )
  return yield* inVersion(kept, context.apiVersion)
}

interface Pruning {
  readonly merged: KubeObject
  readonly pruned: KubeObject
}

function typeIn({ schemaFor }: OwnershipContext, apiVersion: string): FieldType | undefined {
  const schema = schemaFor(apiVersion)
  return schema === undefined ? undefined : objectType(schema)
}

/** Brings back what somebody owns, version by version; the version of the objects first, as conversion may need its fields. */
function* addOwnedBack(context: OwnershipContext, pruning: Pruning, owners: Owners): Steps<KubeObject> {
  const byVersion = new Map<string, FieldSet>([[pruning.merged.apiVersion, emptySet]])
  for (const { apiVersion, fields } of owners.values()) {
    byVersion.set(apiVersion, union(byVersion.get(apiVersion) ?? emptySet, fields))
  }
  let { merged, pruned } = pruning
  for (const [apiVersion, fields] of byVersion) {
    const type = typeIn(context, apiVersion)
    if (type === undefined) continue
    merged = yield* inVersion(merged, apiVersion)
    pruned = yield* inVersion(pruned, apiVersion)
    yield
    const all = yield* fieldsIn(type, merged)
    const left = yield* fieldsIn(type, pruned)
    const wanted = union(left, withNamedFields(type, fields))
    yield
    pruned = without(type, merged, difference(all, wanted))
  }
  return pruned
}

/** Keeps what the applier never owned though it stands inside something that is gone. */
function* dropDangling(type: FieldType, { merged, pruned }: Pruning, last: Owner): Steps<KubeObject> {
  yield
  const all = yield* fieldsIn(type, merged)
  const kept = yield* fieldsIn(type, pruned)
  const lost = difference(all, kept)
  yield
  const gone = intersection(lost, withNamedFields(type, last.fields))
  yield
  return without(type, merged, gone)
}

// Each of the two takes long where an object has very many members.
function* fieldsIn(type: FieldType, object: KubeObject): Steps<FieldSet> {
  const owned = yield* ownedFieldsInSteps(type, object)
  yield
  const named = withNamedFields(type, owned)
  yield
  return named
}

function without(type: FieldType, object: KubeObject, fields: FieldSet): KubeObject {
  const left: Json = removeFields(type, object, fields)
  // Kind, version and name are never among the fields to remove, so an object is left.
  return left as KubeObject
}
