import { daemonSetKind, kubeadmControlPlaneKind, machineDeploymentKind } from '@sitrep/cluster-api'
import { type Decision, isTrue, type Source } from '@sitrep/conditions'
import { etcdadmClusterKind, systemNamespace } from '../../kinds.ts'
import { type DeploymentSeen, types } from '../types.ts'
import { type ClusterFacts, controlPlaneOf } from './facts.ts'

/** The condition of a control plane or a group of workers that tells why a reason of ours is so. */
const explainedBy: Readonly<Record<string, string>> = {
  ScalingUp: 'ScalingUp',
  ScalingDown: 'ScalingDown',
  NodesNotReady: 'MachinesReady',
  ControlPlaneComponentsUnhealthy: 'ControlPlaneComponentsHealthy',
}

/** What a decision rests on, for whoever asks why; `upToDate` is what Cluster API calls its condition on old machines. */
export function sourcesOf(decision: Decision, facts: ClusterFacts, upToDate: string): readonly Source[] {
  const reason = decision.outcome === 'set' ? decision.condition.reason : ''
  const type = reason.endsWith('UpgradeInProgress') ? upToDate : (explainedBy[reason] ?? 'Available')
  switch (decision.type) {
    case types.initialized:
    case types.controlPlane:
      return controlPlaneSources(facts, type)
    case types.workers:
      return workerSources(facts, type)
    case types.cni:
      return cniSources(facts)
    default:
      return []
  }
}

function controlPlaneSources(facts: ClusterFacts, condition: string): readonly Source[] {
  const { spec, clusterApi, etcd } = facts
  const etcdName = clusterApi.read ? clusterApi.item?.etcdName : undefined
  if (spec.externalEtcd && etcdName !== undefined && !(etcd?.read && etcd.item?.ready))
    return [{ ref: inSystem(etcdadmClusterKind, etcdName), field: 'status.ready' }]
  const seen = controlPlaneOf(facts)
  if (seen === undefined) return [{ field: 'spec.controlPlaneConfiguration.count' }]
  const ref = inSystem(kubeadmControlPlaneKind, seen.name)
  return seen.current ? [{ ref, condition }] : [{ ref, field: 'status.observedGeneration' }]
}

function workerSources({ said, deployments }: ClusterFacts, condition: string): readonly Source[] {
  if (!isTrue(said, types.initialized)) return [{ condition: types.initialized }]
  const troubled = deployments.read ? deployments.items.filter(isTroubled) : []
  if (troubled.length === 0) return [{ field: 'spec.workerNodeGroupConfigurations' }]
  return troubled.map(({ name, current }) => {
    const ref = inSystem(machineDeploymentKind, name)
    return current ? { ref, condition } : { ref, field: 'status.observedGeneration' }
  })
}

const isTroubled = ({ current, replicas, upToDate, ready, availableStatus }: DeploymentSeen): boolean =>
  !current || upToDate < replicas || ready < replicas || availableStatus !== 'True'

function cniSources({ said, name, spec }: ClusterFacts): readonly Source[] {
  if (!isTrue(said, types.initialized)) return [{ condition: types.initialized }]
  const ref = {
    ...daemonSetKind,
    cluster: `${systemNamespace}/${name}`,
    namespace: 'kube-system',
    name: spec.cilium === undefined ? 'kindnet' : 'cilium',
  }
  return [{ ref, field: 'status.numberReady' }]
}

const inSystem = (kind: typeof daemonSetKind, name: string): NonNullable<Source['ref']> => ({
  ...kind,
  namespace: systemNamespace,
  name,
})
