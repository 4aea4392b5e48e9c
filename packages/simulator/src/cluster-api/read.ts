import { annotations, clusterKind, labels } from '@sitrep/cluster-api/kinds'
import { at, type KindRef, type KubeObject, text } from '@sitrep/status'
import type { World } from '../world/world.ts'
import { faults } from './kinds.ts'

/** The Cluster that an object belongs to: by its spec, else by its label. */
export function clusterOf(world: World, object: KubeObject): KubeObject | undefined {
  const name = text(at(object.spec, 'clusterName')) ?? object.metadata.labels?.[labels.clusterName]
  if (name === undefined) return undefined
  const { namespace } = object.metadata
  return world.get({ ...clusterKind, name, ...(namespace !== undefined && { namespace }) })
}

/** Objects whose label names this Cluster. */
export const ofCluster = (
  world: World,
  { metadata: { namespace = '', name } }: KubeObject,
  kind: KindRef,
): readonly KubeObject[] => world.labelled(kind, { namespace, label: labels.clusterName, value: name })

/** Whether nobody is to touch the object: it or its Cluster is paused. */
export function isPaused(cluster: KubeObject | undefined, object: KubeObject): boolean {
  return (
    at(cluster?.spec, 'paused') === true || object.metadata.annotations?.[annotations.paused] !== undefined
  )
}

/** Whether nobody gets through to the workload cluster, by order of a scenario or of a person. */
export const isCutOff = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[faults.connection] === 'lost'

export const isControlPlaneMachine = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[labels.controlPlane] !== undefined

export const isProvisioned = (infrastructure: KubeObject | undefined): boolean =>
  at(infrastructure?.status, 'initialization', 'provisioned') === true

/** The kind of objects that a template makes. */
export const kindOfTemplate = ({ group, kind }: KindRef): KindRef => ({
  group,
  kind: kind.replace(/Template$/, ''),
})
