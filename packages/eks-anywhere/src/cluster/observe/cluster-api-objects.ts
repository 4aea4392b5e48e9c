import {
  clusterKind,
  conditionList,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
  machineKind,
  secretKind,
} from '@sitrep/cluster-api'
import {
  at,
  type KubeObject,
  type Listing,
  number,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { annotations, etcdadmClusterKind, systemNamespace } from '../../kinds.ts'
import type { ClusterApiCluster, ControlPlaneForEksAnywhere, DeploymentSeen } from '../types.ts'

const isCurrent = ({ metadata, status }: KubeObject): boolean =>
  (metadata.generation ?? 0) === (number(at(status, 'observedGeneration')) ?? 0)

const count = (status: unknown, name: string): number => number(at(status, name)) ?? 0

function conditionIn(status: unknown, type: string): { status?: string; message?: string } {
  return conditionList(at(status, 'conditions')).find((condition) => condition.type === type) ?? {}
}

const clusterApiCluster: View<ClusterApiCluster> = {
  name: 'clusterForEksAnywhere',
  of: ({ spec }) => ({
    controlPlaneName: text(at(spec, 'controlPlaneRef', 'name')) ?? '',
    etcdName: text(at(spec, 'managedExternalEtcdRef', 'name')),
  }),
}

const controlPlane: View<ControlPlaneForEksAnywhere> = {
  name: 'controlPlaneForEksAnywhere',
  of: (object) => {
    const { metadata, spec, status } = object
    const healthy = conditionIn(status, 'ControlPlaneComponentsHealthy')
    return {
      name: metadata.name,
      current: isCurrent(object),
      replicas: count(status, 'replicas'),
      upToDate: count(status, 'upToDateReplicas'),
      ready: count(status, 'readyReplicas'),
      version: text(at(spec, 'version')) ?? '',
      reachedVersion: text(at(status, 'version')) ?? '',
      available: conditionIn(status, 'Available').status,
      componentsHealthy: healthy.status,
      componentsMessage: text(healthy.message) ?? '',
    }
  },
}

const deployment: View<DeploymentSeen> = {
  name: 'deploymentForEksAnywhere',
  of: (object) => {
    const { metadata, status } = object
    return {
      name: metadata.name,
      current: isCurrent(object),
      replicas: count(status, 'replicas'),
      upToDate: count(status, 'upToDateReplicas'),
      ready: count(status, 'readyReplicas'),
      autoscaled: metadata.annotations?.[annotations.autoscalerMinimum] !== undefined,
      readyStatus: conditionIn(status, 'Ready').status,
      availableStatus: conditionIn(status, 'Available').status,
    }
  },
}

const externalEtcd: View<{ readonly ready: boolean }> = {
  name: 'externalEtcd',
  // Its Ready condition waits for old members, which only go once the control plane has moved: it would wait for itself.
  of: (object) => ({ ready: isCurrent(object) && at(object.status, 'ready') === true }),
}

/** That an object is there, and nothing of it. */
export const presence: View<true> = { name: 'presence', of: () => true }

export const readClusterApiCluster = (world: World, name: string): Reading<ClusterApiCluster> =>
  world.get({ ...clusterKind, namespace: systemNamespace, name }, clusterApiCluster)

export const readControlPlane = (world: World, name: string): Reading<ControlPlaneForEksAnywhere> =>
  world.get({ ...kubeadmControlPlaneKind, namespace: systemNamespace, name }, controlPlane)

export const readNamedControlPlane = (world: World, name: string): Reading<true> =>
  world.get({ ...kubeadmControlPlaneKind, namespace: systemNamespace, name }, presence)

export const readEtcd = (world: World, name: string): Reading<{ readonly ready: boolean }> =>
  world.get({ ...etcdadmClusterKind, namespace: systemNamespace, name }, externalEtcd)

/** Whether Cluster API has made the Secret by which the API server of the cluster is reached. */
export const readKubeconfig = (world: World, name: string): Reading<true> =>
  world.get({ ...secretKind, namespace: systemNamespace, name: `${name}-kubeconfig` }, presence)

export const readDeployments = (world: World, cluster: string): Listing<DeploymentSeen> =>
  world.list(
    {
      ...machineDeploymentKind,
      namespace: systemNamespace,
      by: { label: labels.clusterName, value: cluster },
    },
    deployment,
  )

const reachableMachine: View<string | undefined> = {
  name: 'machineReachableFromOutside',
  of: ({ metadata, status }) => {
    const told = metadata.labels ?? {}
    const isAsked = labels.controlPlane in told || 'cluster.x-k8s.io/etcd-cluster' in told
    const addresses = at(status, 'addresses')
    const outside = Array.isArray(addresses) && addresses.some((one) => at(one, 'type') === 'ExternalIP')
    return isAsked && outside ? metadata.name : undefined
  },
}

/** The Machines whose certificates can be looked at from outside. */
export const readReachableMachines = (world: World, cluster: string): Listing<string> =>
  world.list({ ...machineKind, by: { label: labels.clusterName, value: cluster } }, reachableMachine)
