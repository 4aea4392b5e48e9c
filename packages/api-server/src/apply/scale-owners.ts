import type { Json, JsonObject } from '../json/json.ts'
import { difference, type FieldSet, fieldSetOf, hasPath, isEmptySet } from './field-set.ts'
import { decodeManagedFields, encodeManagedFields } from './managed-fields.ts'
import { type Owner, type Owners, ownerId, rewritten, withFields } from './owner.ts'
import { fieldElement } from './path-element.ts'

/**
 * Where each version of a resource keeps its replicas (`['spec', 'replicas']`); null for a version without a scale. What
 * is owned in the terms of a version that is not listed is forgotten.
 */
export type ReplicasPaths = ReadonlyMap<string, readonly string[] | null>

const scaleVersion = 'autoscaling/v1'
const replicasInScale = ['spec', 'replicas']

/** The managed fields of a Scale: those entries of its parent that own the replicas, in the terms of a Scale. */
export function scaleManagedFields(
  parent: Json | undefined,
  paths: ReplicasPaths,
): readonly JsonObject[] | undefined {
  const owners = new Map<string, Owner>()
  for (const [id, owner] of ownersIn(parent)) {
    const path = paths.get(owner.apiVersion)
    if (!path || !owns(owner.fields, path)) continue
    owners.set(id, rewritten(owner, { fields: fieldSetOf(replicasInScale), apiVersion: scaleVersion }))
  }
  return encodeManagedFields(owners)
}

export interface ScaledParent {
  /** The managed fields of the parent before its Scale was written. */
  readonly parent: Json | undefined
  /** The managed fields of the Scale after it was written. */
  readonly scale: Json | undefined
  /** The version in whose terms the writer of the Scale owns the replicas. */
  readonly apiVersion: string
  readonly paths: ReplicasPaths
}

/** The managed fields of the parent after its Scale was written: whoever owns the replicas there owns them here. */
export function parentManagedFields({
  parent,
  scale,
  apiVersion,
  paths,
}: ScaledParent): readonly JsonObject[] | undefined {
  const before = ownersIn(parent)
  const scalers = new Map([...ownersIn(scale).values()].map((owner) => [anyVersion(owner), owner]))
  const owners = new Map<string, Owner>()
  for (const [id, owner] of before) {
    const path = paths.get(owner.apiVersion)
    if (path === undefined) continue
    const scales = path !== null && owns(owner.fields, path)
    const lost = scales && !scalers.delete(anyVersion(owner))
    const kept = lost ? difference(owner.fields, fieldSetOf(path)) : owner.fields
    if (!isEmptySet(kept)) owners.set(id, withFields(owner, kept))
  }
  const path = paths.get(apiVersion)
  for (const owner of path ? scalers.values() : []) {
    if (!path || !owns(owner.fields, replicasInScale)) continue
    const scaler = rewritten(owner, { fields: fieldSetOf(path), apiVersion })
    const id = ownerId(scaler)
    // The server takes the time from the parent's entry, so an entry that is new here has none.
    owners.set(id, { ...scaler, time: before.get(id)?.time })
  }
  return encodeManagedFields(owners)
}

/** An owner of a Scale has lost the version in whose terms it owns its fields of the parent. */
function anyVersion(owner: Owner): string {
  return ownerId({ ...owner, apiVersion: '' })
}

function ownersIn(managedFields: Json | undefined): Owners {
  const decoded = decodeManagedFields(managedFields)
  return decoded.kind === 'decoded' ? decoded.owners : new Map()
}

function owns(fields: FieldSet, path: readonly string[]): boolean {
  return hasPath(fields, path.map(fieldElement))
}
