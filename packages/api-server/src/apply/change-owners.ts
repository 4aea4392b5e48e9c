import type { KubeObject } from '../json/json.ts'
import { type Comparison, compareObjects, ignoreFields } from './compare.ts'
import { compareCreated } from './compare-created.ts'
import {
  difference,
  emptySet,
  type FieldSet,
  intersection,
  isEmptySet,
  rememberedDifference,
  union,
} from './field-set.ts'
import { objectType } from './field-type.ts'
import { UnidentifiedItem } from './list-item.ts'
import { type Owner, type Owners, withFields } from './owner.ts'
import { inVersion, type OwnershipContext, type Steps } from './ownership-context.ts'
import { reconcileWithSchema } from './reconcile.ts'
import { problemsOf } from './validate.ts'

/** What a change of an object means for those who own its fields. */
export interface OwnershipChange {
  /** The change in the terms of the request's version. */
  readonly comparison: Comparison
  /** The owners after the change, whoever is in the way of it having lost what it touches. */
  readonly owners: Owners
  /** What the change touches of what others own. */
  readonly conflicts: ReadonlyMap<string, FieldSet>
  /** Whether the object does not fit the schema of a version in whose terms somebody owns a part of it. */
  readonly unreadable: boolean
}

export interface ObjectChange {
  /** Undefined: there was no object. */
  readonly before: KubeObject | undefined
  readonly after: KubeObject
  /** The identity of the owner who makes the change, and so is not in its own way. */
  readonly author?: string
}

/** Works out who loses what by a change, each owner's fields being seen in that owner's version. */
export function* changeOwners(
  context: OwnershipContext,
  owners: Owners,
  change: ObjectChange,
): Steps<OwnershipChange> {
  try {
    return yield* changeReadable(context, owners, change)
  } catch (error) {
    if (error instanceof UnidentifiedItem) return nobodyOwns
    throw error
  }
}

const nobodyOwns: OwnershipChange = {
  comparison: { added: emptySet, modified: emptySet, removed: emptySet },
  owners: new Map(),
  conflicts: new Map(),
  unreadable: true,
}

function* changeReadable(
  context: OwnershipContext,
  owners: Owners,
  { before, after, author }: ObjectChange,
): Steps<OwnershipChange> {
  const comparison = compareIn(context, context.apiVersion, [before, after])
  const comparisons = new Map<string, Comparison>([[context.apiVersion, comparison]])
  const conflicts = new Map<string, FieldSet>()
  const remaining = new Map<string, Owner>()
  let unreadable = false
  for (const [id, owner] of owners) {
    yield
    if (id === author) {
      if (!isEmptySet(owner.fields)) remaining.set(id, owner)
      continue
    }
    const { apiVersion } = owner
    if (context.schemaFor(apiVersion) === undefined) continue
    let seen = comparisons.get(apiVersion)
    if (seen === undefined) {
      const old = before === undefined ? undefined : yield* inVersion(before, apiVersion)
      const converted = yield* inVersion(after, apiVersion)
      unreadable ||= !fitsVersion(context, converted)
      seen = compareIn(context, apiVersion, [old, converted])
      comparisons.set(apiVersion, seen)
    }
    const touched = intersection(owner.fields, union(seen.modified, seen.added))
    if (!isEmptySet(touched)) conflicts.set(id, touched)
    yield
    const left = withFields(owner, difference(rememberedDifference(owner.fields, touched), seen.removed))
    if (!isEmptySet(left.fields)) remaining.set(id, left)
  }
  return { comparison, owners: remaining, conflicts, unreadable }
}

/** Versions that differ in more than their name, converted by changing that, do not fit each other's schema. */
function fitsVersion({ schemaFor }: OwnershipContext, object: KubeObject): boolean {
  const schema = schemaFor(object.apiVersion)
  return schema === undefined || problemsOf(objectType(schema), object) === undefined
}

function compareIn(
  { schemaFor, resetFields, blank }: OwnershipContext,
  apiVersion: string,
  [before, after]: readonly [KubeObject | undefined, KubeObject],
): Comparison {
  const schema = schemaFor(apiVersion)
  if (schema === undefined) throw new TypeError(`no schema for ${apiVersion}`)
  const type = objectType(schema)
  const ignored = resetFields(apiVersion)
  if (before === undefined) {
    const empty = blank.apiVersion === apiVersion ? blank : { ...blank, apiVersion }
    return compareCreated({ type, blank: empty, object: after, ignored })
  }
  const comparison = compareObjects(type, before, after)
  return ignored === undefined ? comparison : ignoreFields(comparison, ignored)
}

// A set and a type never change, so neither does the answer.
const reconciled = new WeakMap<FieldSet, object>()

/** The owners with their sets adapted to the schemas of today. Those of versions that are gone are forgotten. */
export function reconcileOwners({ schemaFor }: OwnershipContext, owners: Owners): Owners {
  const result = new Map<string, Owner>()
  for (const [id, owner] of owners) {
    const schema = schemaFor(owner.apiVersion)
    if (schema === undefined) continue
    const type = objectType(schema)
    if (reconciled.get(owner.fields) === type) {
      result.set(id, owner)
      continue
    }
    const fields = reconcileWithSchema(type, owner.fields)
    reconciled.set(fields, type)
    result.set(id, withFields(owner, fields))
  }
  return result
}
