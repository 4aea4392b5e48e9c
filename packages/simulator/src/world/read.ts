import type { ClusterName, KindRef, KubeObject, ObjectRef, OwnerReference } from '@sitrep/status'
import { groupOf } from '@sitrep/status'
import { at, fields, list, text } from './fields.ts'
import { annotations, clusterKind, faults, labels } from './kinds.ts'
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

/** The Cluster that an object belongs to: by its spec, else by its label. */
export function clusterOf(world: World, object: KubeObject): KubeObject | undefined {
  const name = text(at(object.spec, 'clusterName')) ?? object.metadata.labels?.[labels.clusterName]
  if (name === undefined) return undefined
  const { namespace } = object.metadata
  return world.get({ ...clusterKind, name, ...(namespace !== undefined && { namespace }) })
}

/** Whether nobody is to touch the object: it or its Cluster is paused. */
export function isPaused(cluster: KubeObject | undefined, object: KubeObject): boolean {
  return (
    at(cluster?.spec, 'paused') === true || object.metadata.annotations?.[annotations.paused] !== undefined
  )
}

/** Whether nobody gets through to the workload cluster, by order of a scenario or of a person. */
export const isCutOff = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[faults.connection] === 'lost'

/** The status of a condition, as it is reported. */
export function conditionStatus(object: KubeObject, type: string): string | undefined {
  const found = list(at(object.status, 'conditions')).find((condition) => at(condition, 'type') === type)
  return text(at(found, 'status'))
}

export const isControlPlaneMachine = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[labels.controlPlane] !== undefined

export const isProvisioned = (infrastructure: KubeObject | undefined): boolean =>
  at(infrastructure?.status, 'initialization', 'provisioned') === true

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

/** The kind of objects that a template makes. */
export const kindOfTemplate = ({ group, kind }: KindRef): KindRef => ({
  group,
  kind: kind.replace(/Template$/, ''),
})
