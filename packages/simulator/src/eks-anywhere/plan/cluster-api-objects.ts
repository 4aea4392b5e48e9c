import {
  clusterKind,
  kubeadmConfigTemplateKind,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
} from '@sitrep/cluster-api/kinds'
import {
  annotations as eksAnnotations,
  etcdadmClusterKind,
  systemNamespace,
} from '@sitrep/eks-anywhere/kinds'
import type { KindRef, KubeObject, ObjectRef } from '@sitrep/status'
import { simulatedClusterKind, simulatedTemplateKind } from '../../cluster-api/kinds.ts'
import type { WantedCluster, WantedGroup } from './wanted.ts'

/** Where an object lies that is made of a Cluster. */
export const systemRef = (kind: KindRef, name: string): ObjectRef => ({
  ...kind,
  namespace: systemNamespace,
  name,
})

export const reference = ({ group, kind }: KindRef, name: string): object => ({ apiGroup: group, kind, name })

interface Named {
  readonly name: string
  readonly cluster: string
  readonly spec: object
  readonly annotations?: Readonly<Record<string, string>>
}

function made({ group, kind }: KindRef, { name, cluster, spec, annotations }: Named): KubeObject {
  return {
    apiVersion: `${group}/v1beta2`,
    kind,
    metadata: {
      name,
      namespace: systemNamespace,
      labels: { [labels.clusterName]: cluster },
      ...(annotations && { annotations }),
    },
    spec,
  }
}

export const etcdName = (cluster: string): string => `${cluster}-etcd`

export function clusterObject(name: string, { externalEtcd }: WantedCluster): KubeObject {
  return made(clusterKind, {
    name,
    cluster: name,
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: ['192.168.0.0/16'] },
        services: { cidrBlocks: ['10.96.0.0/12'] },
      },
      controlPlaneRef: reference(kubeadmControlPlaneKind, name),
      infrastructureRef: reference(simulatedClusterKind, name),
      ...(externalEtcd && { managedExternalEtcdRef: reference(etcdadmClusterKind, etcdName(name)) }),
    },
  })
}

export const infrastructureObject = (name: string): KubeObject =>
  made(simulatedClusterKind, { name, cluster: name, spec: {} })

export const templateObject = (name: string, cluster: string, spec: object): KubeObject =>
  made(simulatedTemplateKind, { name, cluster, spec: { template: { spec } } })

export const bootstrapObject = (name: string, cluster: string): KubeObject =>
  made(kubeadmConfigTemplateKind, {
    name,
    cluster,
    spec: { template: { spec: { joinConfiguration: {} } } },
  })

/** What a control plane asks for, apart from its name. */
export interface ControlPlaneParts {
  readonly replicas: number
  readonly version: string
  readonly template: string
}

export function controlPlaneObject(
  name: string,
  { replicas, version, template }: ControlPlaneParts,
  { externalEtcd }: WantedCluster,
): KubeObject {
  const etcd = externalEtcd && { external: { endpoints: [], caFile: '', certFile: '', keyFile: '' } }
  return made(kubeadmControlPlaneKind, {
    name,
    cluster: name,
    spec: {
      replicas,
      version,
      machineTemplate: { spec: { infrastructureRef: reference(simulatedTemplateKind, template) } },
      kubeadmConfigSpec: {
        clusterConfiguration: etcd === undefined ? {} : { etcd },
        initConfiguration: {},
        joinConfiguration: {},
      },
      rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
    },
  })
}

export interface DeploymentParts {
  readonly cluster: string
  readonly version: string
  readonly template: string
}

export const deploymentName = (cluster: string, { name }: WantedGroup): string => `${cluster}-${name}`

export function deploymentObject(
  group: WantedGroup,
  { cluster, version, template }: DeploymentParts,
): KubeObject {
  const name = deploymentName(cluster, group)
  const own = { [labels.clusterName]: cluster, [labels.deploymentName]: name }
  const { autoscaling } = group
  return made(machineDeploymentKind, {
    name,
    cluster,
    ...(autoscaling && {
      annotations: {
        [eksAnnotations.autoscalerMinimum]: String(autoscaling.minimum),
        [eksAnnotations.autoscalerMaximum]: String(autoscaling.maximum),
      },
    }),
    spec: {
      clusterName: cluster,
      replicas: autoscaling?.minimum ?? group.count,
      rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
      selector: { matchLabels: own },
      template: {
        metadata: { labels: own },
        spec: {
          clusterName: cluster,
          version,
          bootstrap: { configRef: reference(kubeadmConfigTemplateKind, name) },
          infrastructureRef: reference(simulatedTemplateKind, template),
        },
      },
    },
  })
}
