import {
  type ConditionRules,
  type ConditionState,
  False,
  getCondition,
  isTrue,
  keep,
  otherwise,
  report,
  True,
} from '@sitrep/conditions'
import { type ClusterFacts, controlPlaneOf, controlPlaneUnreadable, upgradeReason } from '../facts/facts.ts'
import { types } from '../types.ts'

const expected = ({ spec }: ClusterFacts): number => spec.controlPlaneCount
const replicas = (f: ClusterFacts): number => controlPlaneOf(f)?.replicas ?? 0
const upToDate = (f: ClusterFacts): number => controlPlaneOf(f)?.upToDate ?? 0
const ready = (f: ClusterFacts): number => controlPlaneOf(f)?.ready ?? 0

const etcdMissing = ({ spec, etcd }: ClusterFacts): boolean => spec.externalEtcd && etcd === undefined
const etcdUnready = ({ spec, etcd }: ClusterFacts): boolean =>
  spec.externalEtcd && etcd?.read === true && !etcd.item?.ready

const copied = ({ said }: ClusterFacts): ConditionState => {
  const { reason = '', message = '' } = getCondition(said, types.initialized) ?? {}
  return { status: 'False', reason, message }
}
const copiedWords = {
  statuses: ['False'],
  reasons: ['ControlPlaneInitializationInProgress', 'OutdatedInformation'],
  message: 'that of ControlPlaneInitialized',
} as const

const upgrading = (f: ClusterFacts): string =>
  `Control plane nodes not up-to-date yet, ${replicas(f)} upgrading (${upToDate(f)} up to date)`
const counted = (what: string) => (f: ClusterFacts) =>
  `${what} control plane nodes, ${expected(f)} expected (${replicas(f)} actual)`
const notReady = (f: ClusterFacts): string =>
  `Control plane nodes not ready yet, ${expected(f)} expected (${ready(f)} ready)`
const unhealthy = (f: ClusterFacts): string => controlPlaneOf(f)?.componentsMessage ?? ''
const unavailable = (f: ClusterFacts): string =>
  `Kubeadm control plane ${controlPlaneOf(f)?.name} not ready yet`

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneReady: ConditionRules<ClusterFacts> = {
  type: types.controlPlane,
  rows: [
    ['control plane or external etcd cannot be read',  controlPlaneUnreadable,                               keep],
    ['there is no Cluster API Cluster to name the external etcd', etcdMissing,                               False('ExternalEtcdNotAvailable', 'Etcd cluster is not available')],
    ['external etcd is not ready',                     etcdUnready,                                          False('RollingUpgradeInProgress', 'Etcd is not ready')],
    ['ControlPlaneInitialized is not True',            (f) => !isTrue(f.said, types.initialized),            report(copied, copiedWords)],
    ['there is no KubeadmControlPlane',                (f) => controlPlaneOf(f) === undefined,               keep],
    ['the status of the control plane is of an older generation', (f) => !controlPlaneOf(f)?.current,        False('OutdatedInformation')],
    ['not all replicas are up to date',                (f) => replicas(f) > upToDate(f),                     False(upgradeReason, upgrading)],
    ['fewer replicas than wanted',                     (f) => replicas(f) < expected(f),                     False('ScalingUp', counted('Scaling up'))],
    ['more replicas than wanted',                      (f) => replicas(f) > expected(f),                     False('ScalingDown', counted('Scaling down'))],
    ['not as many replicas ready as wanted',           (f) => ready(f) !== expected(f),                      False('NodesNotReady', notReady)],
    ['components of the control plane are unhealthy',  (f) => controlPlaneOf(f)?.componentsHealthy === 'False', False('ControlPlaneComponentsUnhealthy', unhealthy)],
    ['the control plane is not Available',             (f) => controlPlaneOf(f)?.available === 'False',      False('KubeadmControlPlaneNotReady', unavailable)],
    ['otherwise',                                      otherwise,                                            True('')],
  ],
}
