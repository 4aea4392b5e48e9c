import {
  clusterKind,
  kubeadmConfigTemplateKind,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
  machineHealthCheckKind,
} from '@sitrep/cluster-api/kinds'
import type { KindRef, KubeObject } from '@sitrep/status'
import { simulatedClusterKind, simulatedTemplateKind } from '../kinds.ts'
import type { ScenarioCluster, WorkerGroup } from './types.ts'

/** What a user would apply for a cluster of this size. */
export function clusterObjects(cluster: ScenarioCluster): readonly KubeObject[] {
  const { name, version, controlPlane, workers, healthCheckMs } = cluster
  return [
    object(cluster, simulatedClusterKind, { name, spec: {} }),
    object(cluster, simulatedTemplateKind, { name: `${name}-cp`, spec: { template: { spec: {} } } }),
    object(cluster, clusterKind, {
      name,
      spec: {
        clusterNetwork: { pods: { cidrBlocks: ['192.168.0.0/16'] } },
        controlPlaneRef: reference(kubeadmControlPlaneKind, `${name}-cp`),
        infrastructureRef: reference(simulatedClusterKind, name),
      },
    }),
    object(cluster, kubeadmControlPlaneKind, {
      name: `${name}-cp`,
      spec: {
        replicas: controlPlane,
        version,
        machineTemplate: { spec: { infrastructureRef: reference(simulatedTemplateKind, `${name}-cp`) } },
        kubeadmConfigSpec: { clusterConfiguration: {}, initConfiguration: {}, joinConfiguration: {} },
        rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
      },
    }),
    ...workers.flatMap((group) => workerObjects(cluster, group)),
    ...(healthCheckMs === undefined ? [] : [healthCheck(cluster, healthCheckMs)]),
  ]
}

function workerObjects(cluster: ScenarioCluster, group: WorkerGroup): readonly KubeObject[] {
  const name = `${cluster.name}-${group.name}`
  const { maxSurge = 1, maxUnavailable = 0, replicas } = group
  const own = { [labels.clusterName]: cluster.name, [labels.deploymentName]: name }
  return [
    object(cluster, simulatedTemplateKind, { name, spec: { template: { spec: {} } } }),
    object(cluster, kubeadmConfigTemplateKind, {
      name,
      spec: { template: { spec: { joinConfiguration: {} } } },
    }),
    object(cluster, machineDeploymentKind, {
      name,
      spec: {
        clusterName: cluster.name,
        replicas,
        rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } },
        selector: { matchLabels: own },
        template: {
          metadata: { labels: own },
          spec: {
            clusterName: cluster.name,
            version: cluster.version,
            bootstrap: { configRef: reference(kubeadmConfigTemplateKind, name) },
            infrastructureRef: reference(simulatedTemplateKind, name),
          },
        },
      },
    }),
  ]
}

function healthCheck(cluster: ScenarioCluster, milliseconds: number): KubeObject {
  const timeoutSeconds = Math.round(milliseconds / 1000)
  const unhealthy = (status: string): object => ({ type: 'Ready', status, timeoutSeconds })
  return object(cluster, machineHealthCheckKind, {
    name: `${cluster.name}-workers`,
    spec: {
      clusterName: cluster.name,
      selector: {
        matchLabels: { [labels.clusterName]: cluster.name },
        matchExpressions: [{ key: labels.deploymentName, operator: 'Exists' }],
      },
      checks: { unhealthyNodeConditions: [unhealthy('False'), unhealthy('Unknown')] },
      remediation: { triggerIf: { unhealthyLessThanOrEqualTo: '50%' } },
    },
  })
}

interface Named {
  readonly name: string
  readonly spec: unknown
}

function object(cluster: ScenarioCluster, { group, kind }: KindRef, { name, spec }: Named): KubeObject {
  return {
    apiVersion: `${group}/v1beta2`,
    kind,
    metadata: {
      name,
      namespace: cluster.namespace,
      labels: { [labels.clusterName]: cluster.name },
    },
    spec,
  }
}

const reference = ({ group, kind }: KindRef, name: string): object => ({ apiGroup: group, kind, name })
