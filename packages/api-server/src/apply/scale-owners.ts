import type { Json, JsonObject } from '../json/json.ts'
import { type FieldSet, fieldSetOf, hasPath } from './field-set.ts'
import { decodeManagedFields, encodeManagedFields } from './managed-fields.ts'
import { type Owner, type Owners, rewritten } from './owner.ts'
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

function ownersIn(managedFields: Json | undefined): Owners {
  const decoded = decodeManagedFields(managedFields)
  return decoded.kind === 'decoded' ? decoded.owners : new Map()
}

function owns(fields: FieldSet, path: readonly string[]): boolean {
  return hasPath(fields, path.map(fieldElement))
}
