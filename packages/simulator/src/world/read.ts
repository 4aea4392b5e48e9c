import {
  at,
  type ClusterName,
  fields,
  groupOf,
  type KubeObject,
  list,
  type ObjectRef,
  type OwnerReference,
  text,
} from '@sitrep/status'
import type { World } from './world.ts'

/** Whether somebody has asked for the object to go. */
export const isDeleting = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

/** The name under which the workload cluster of a Cluster is known. */
export const clusterNameOf = ({ metadata }: KubeObject): ClusterName =>
  `${metadata.namespace ?? ''}/${metadata.name}`

/** A reference in either layout, to an object in the same namespace as the one that refers. */
export function referred(from: KubeObject, reference: unknown): ObjectRef | undefined {
  const { kind, name, apiGroup, apiVersion } = fields(reference)
  if (text(kind) === undefined || text(name) === undefined) return undefined
  const { namespace } = from.metadata
  return {
    group: text(apiGroup) ?? groupOf(text(apiVersion) ?? ''),
    kind: String(kind),
    name: String(name),
    ...(namespace !== undefined && { namespace }),
  }
}

/** The object that a reference leads to. */
export function follow(world: World, from: KubeObject, reference: unknown): KubeObject | undefined {
  const ref = referred(from, reference)
  return ref && world.get(ref)
}

/** The status of a condition, as it is reported. */
export function conditionStatus(object: KubeObject, type: string): string | undefined {
  const found = list(at(object.status, 'conditions')).find((condition) => at(condition, 'type') === type)
  return text(at(found, 'status'))
}

/** A reference from a dependent to this object. */
export function ownerReference(owner: KubeObject, role: 'owner' | 'controller'): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid ?? '',
    ...(role === 'controller' && { controller: true, blockOwnerDeletion: true }),
  }
}
