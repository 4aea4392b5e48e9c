import { type ConditionRules, False, isTrue, otherwise, True, Unknown } from '@sitrep/conditions'
import { replicasLeft } from '../facts/deletion.ts'
import { type ClusterFacts, controlPlaneOf, isSettling, upgradeReason } from '../facts/facts.ts'
import { types } from '../types.ts'
import { controlPlaneOutdated, controlPlaneUnread, whyUnread } from './control-plane-rows.ts'

/** How many control plane replicas are asked for, and how many there are. */
export const wanted = ({ spec }: ClusterFacts): number => spec.controlPlaneCount
export const replicas = (f: ClusterFacts): number => controlPlaneOf(f)?.replicas ?? 0
const upToDate = (f: ClusterFacts): number => controlPlaneOf(f)?.upToDate ?? 0
const ready = (f: ClusterFacts): number => controlPlaneOf(f)?.ready ?? 0

const etcdUnread = ({ spec, clusterApi, etcd }: ClusterFacts): boolean =>
  spec.externalEtcd && (!clusterApi.read || etcd?.read === false)
const etcdMissing = ({ spec, etcd }: ClusterFacts): boolean =>
  spec.externalEtcd && (etcd === undefined || (etcd.read && etcd.item === undefined))
const etcdUnready = ({ spec, etcd }: ClusterFacts): boolean =>
  spec.externalEtcd && etcd?.read === true && etcd.item?.ready === false
const etcdWhy = ({ clusterApi, etcd }: ClusterFacts): string =>
  `External etcd cannot be read: ${whyUnread(clusterApi) || (etcd ? whyUnread(etcd) : '')}`

const tooFew = (f: ClusterFacts): boolean => controlPlaneOf(f) === undefined || replicas(f) < wanted(f)

const scalingUp = (f: ClusterFacts): string =>
  `Scaling up control plane to ${wanted(f)} replicas (actual ${replicas(f)})`
const scalingDown = (f: ClusterFacts): string =>
  `Scaling down control plane to ${wanted(f)} replicas (actual ${replicas(f)})`
const upgrading = (f: ClusterFacts): string =>
  `Upgrading control plane, ${replicas(f)} replicas (up to date ${upToDate(f)})`
const comingUp = (f: ClusterFacts): string =>
  `Scaling up control plane, ${wanted(f)} replicas (actual ${ready(f)})`
const notReady = (f: ClusterFacts): string =>
  `Control plane expected not ready any more, ${wanted(f)} replicas (actual ${ready(f)})`
const unavailable = (f: ClusterFacts): string =>
  `KubeadmControlPlane ${controlPlaneOf(f)?.name} is not available`
const unsaid = (f: ClusterFacts): string =>
  `KubeadmControlPlane ${controlPlaneOf(f)?.name} does not say whether it is available`
const healthMessage = (f: ClusterFacts): string => controlPlaneOf(f)?.componentsMessage ?? ''

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneReady: ConditionRules<ClusterFacts> = {
  type: types.controlPlane,
  rows: [
    ['the cluster is being deleted',                             (f) => f.treatment.deleting,               False('Deleting', replicasLeft('control plane'))],
    controlPlaneUnread,
    ['external etcd cannot be read',                             etcdUnread,                                Unknown('InternalError', etcdWhy)],
    ['there is no external etcd yet',                            etcdMissing,                               False('ExternalEtcdNotAvailable', 'Etcd cluster is not available')],
    ['external etcd was never ready',                            (f) => etcdUnready(f) && !isTrue(f.said, types.initialized), False('ExternalEtcdNotAvailable', 'Etcd is not ready')],
    ['external etcd is not ready',                               etcdUnready,                               False('RollingUpgradeInProgress', 'Etcd is not ready')],
    controlPlaneOutdated,
    ['fewer replicas than wanted',                               tooFew,                                    False('ScalingUp', scalingUp)],
    ['not all replicas are up to date',                          (f) => replicas(f) > upToDate(f),          False(upgradeReason, upgrading)],
    ['more replicas than wanted',                                (f) => replicas(f) > wanted(f),            False('ScalingDown', scalingDown)],
    ['not all replicas are ready yet',                           (f) => ready(f) < wanted(f) && isSettling(f, types.controlPlane), False('ScalingUp', comingUp)],
    ['not all replicas are ready any more',                      (f) => ready(f) < wanted(f),               False('NodesNotReady', notReady)],
    ['components of the control plane are unhealthy',            (f) => controlPlaneOf(f)?.componentsHealthy === 'False', False('ControlPlaneComponentsUnhealthy', healthMessage)],
    ['the control plane is not Available',                       (f) => controlPlaneOf(f)?.available === 'False', False('KubeadmControlPlaneNotReady', unavailable)],
    ['the control plane does not say whether it is Available',   (f) => controlPlaneOf(f)?.available !== 'True',  Unknown('KubeadmControlPlaneUnknown', unsaid)],
    ['otherwise',                                                otherwise,                                 True('')],
  ],
}
