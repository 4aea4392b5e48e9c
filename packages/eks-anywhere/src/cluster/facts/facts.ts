import {
  getCondition,
  oneOf,
  type ReasonChoice,
  type SeverityCondition,
  type SeverityResult,
  summarizeSeverity,
} from '@sitrep/conditions'
import { skipReason } from '../../kinds.ts'
import { type ClusterObserved, type ControlPlaneForEksAnywhere, types } from '../types.ts'
import type { PassEnd } from './pass.ts'

/** What the rules ask about: the observation, what the pass came to, and what was said of the conditions so far. */
export interface ClusterFacts
  extends Pick<
    ClusterObserved,
    | 'name'
    | 'spec'
    | 'treatment'
    | 'controlPlane'
    | 'clusterApi'
    | 'etcd'
    | 'deployments'
    | 'kubeconfig'
    | 'cni'
    | 'release'
  > {
  /** The conditions as they stood before this pass. */
  readonly before: readonly SeverityCondition[]
  /** The conditions as this pass has left them so far: one table after the other adds to it. */
  readonly said: readonly SeverityCondition[]
  readonly pass: PassEnd
}

/** What is known before the first table is asked. */
export function factsOf(observed: ClusterObserved, pass: PassEnd): ClusterFacts {
  const {
    name,
    spec,
    treatment,
    controlPlane,
    clusterApi,
    etcd,
    deployments,
    kubeconfig,
    cni,
    release,
    before,
  } = observed
  return {
    name,
    spec,
    treatment,
    controlPlane,
    clusterApi,
    etcd,
    deployments,
    kubeconfig,
    cni,
    release,
    before,
    said: before,
    pass,
  }
}

/** The control plane, where there is one and it could be read. */
export const controlPlaneOf = ({ controlPlane }: ClusterFacts): ControlPlaneForEksAnywhere | undefined =>
  controlPlane.read ? controlPlane.item : undefined

/** Whether the control plane or its external etcd cannot be read: the released system then says nothing at all. */
export function controlPlaneUnreadable({ controlPlane, spec, clusterApi, etcd }: ClusterFacts): boolean {
  if (!controlPlane.read) return true
  if (!spec.externalEtcd) return false
  if (!clusterApi.read) return true
  return clusterApi.item !== undefined && (!etcd?.read || etcd.item === undefined)
}

/** Whether anything that the conditions stand on cannot be read. */
export const statusUnreadable = (f: ClusterFacts): boolean => controlPlaneUnreadable(f) || !f.deployments.read

/**
 * Whether replicas are still on their way to being ready. Once they were, those that are not have failed: the document
 * speaks of scaling up alone, which would tell a broken node as progress.
 */
export function isSettling({ before }: ClusterFacts, type: string): boolean {
  const condition = getCondition(before, type)
  return condition?.status !== 'True' && condition?.reason !== 'NodesNotReady'
}

/** Which kind of upgrade goes on; workers follow the control plane. */
export const upgradeReason: ReasonChoice<ClusterFacts> = oneOf(
  ['RollingUpgradeInProgress', 'InPlaceUpgradeInProgress'],
  ({ spec }: ClusterFacts) =>
    spec.upgradesInPlace ? 'InPlaceUpgradeInProgress' : 'RollingUpgradeInProgress',
)

const always = [types.initialized, types.controlPlane, types.workers]

/** The other conditions in one. A CNI that is not to be upgraded, or that is fine, is left out. */
export function summaryOf({ name, said }: ClusterFacts): SeverityResult | undefined {
  const cni = getCondition(said, types.cni)
  const counts = cni === undefined || (cni.status === 'False' && cni.reason !== skipReason)
  return summarizeSeverity(
    { kind: 'Cluster', name, conditions: said },
    { types: counts ? [...always, types.cni] : always },
  )
}
