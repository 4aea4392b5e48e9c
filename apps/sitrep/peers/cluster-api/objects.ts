import { namespace } from './management-cluster.ts'

const infrastructure = 'infrastructure.cluster.x-k8s.io'

/** One object of the life, in its namespace. */
export const object = (apiVersion: string, kind: string, name: string, spec: object): object => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
  spec,
})

// Without any annotation the in-memory provider of 1.14.0 panics.
const dev = (kind: string, name: string, spec: object): object => ({
  apiVersion: `${infrastructure}/v1beta2`,
  kind,
  metadata: { name, namespace, annotations: { 'sitrep.dev/part-of': 'life' } },
  spec,
})

// As short as it can be while every stage still shows.
const soon = { provisioning: { startupDuration: '1s' } }
const inMemory = { backend: { inMemory: { vm: soon, node: soon, apiServer: soon, etcd: soon } } }

/** A template of machines that exist in memory only; another mark makes another machine of it. */
export const machineTemplate = (name: string): object =>
  dev('DevMachineTemplate', name, { template: { spec: inMemory } })

const registration = { nodeRegistration: { criSocket: 'unix:///var/run/containerd/containerd.sock' } }

const configTemplate = (name: string): object =>
  object('bootstrap.cluster.x-k8s.io/v1beta2', 'KubeadmConfigTemplate', name, {
    template: { spec: { joinConfiguration: registration } },
  })

const reference = (kind: string, name: string, apiGroup: string = infrastructure): object => ({
  apiGroup,
  kind,
  name,
})

const network = { pods: { cidrBlocks: ['192.168.0.0/16'] } }

/** A Cluster of the old kind: every object of it is written by hand. */
export interface PlainCluster {
  readonly name: string
  readonly version: string
  readonly controlPlane: number
  readonly workers: number
}

/** The objects of a Cluster with a control plane and one MachineDeployment. */
export const plainCluster = ({ name, version, controlPlane, workers }: PlainCluster): readonly object[] => [
  dev('DevCluster', name, { backend: { inMemory: {} } }),
  object('cluster.x-k8s.io/v1beta2', 'Cluster', name, {
    clusterNetwork: network,
    infrastructureRef: reference('DevCluster', name),
    controlPlaneRef: reference('KubeadmControlPlane', name, 'controlplane.cluster.x-k8s.io'),
  }),
  machineTemplate(`${name}-cp`),
  object('controlplane.cluster.x-k8s.io/v1beta2', 'KubeadmControlPlane', name, {
    replicas: controlPlane,
    version,
    machineTemplate: { spec: { infrastructureRef: reference('DevMachineTemplate', `${name}-cp`) } },
    kubeadmConfigSpec: { joinConfiguration: registration },
  }),
  machineTemplate(`${name}-md`),
  configTemplate(`${name}-md`),
  deployment({ name: `${name}-md`, cluster: name, version, replicas: workers }),
]

interface Deployment {
  readonly name: string
  readonly cluster: string
  readonly version: string
  readonly replicas: number
}

const deployment = ({ name, cluster, version, replicas }: Deployment): object =>
  object('cluster.x-k8s.io/v1beta2', 'MachineDeployment', name, {
    clusterName: cluster,
    replicas,
    selector: { matchLabels: { pool: name } },
    template: {
      metadata: { labels: { pool: name } },
      spec: {
        clusterName: cluster,
        version,
        bootstrap: {
          configRef: reference('KubeadmConfigTemplate', name, 'bootstrap.cluster.x-k8s.io'),
        },
        infrastructureRef: reference('DevMachineTemplate', name),
      },
    },
  })

/** Somebody who looks after the Machines of a MachineDeployment, and is not patient. */
export const healthCheck = (cluster: string): object =>
  object('cluster.x-k8s.io/v1beta2', 'MachineHealthCheck', `${cluster}-md`, {
    clusterName: cluster,
    selector: { matchLabels: { pool: `${cluster}-md` } },
    checks: {
      nodeStartupTimeoutSeconds: 300,
      unhealthyNodeConditions: ['False', 'Unknown'].map((status) => ({
        type: 'Ready',
        status,
        timeoutSeconds: 5,
      })),
    },
  })

/** A class of Clusters, and one Cluster that is made of it. */
export const classyCluster = (name: string, version: string): readonly object[] => [
  dev('DevClusterTemplate', 'class', { template: { spec: { backend: { inMemory: {} } } } }),
  machineTemplate('class'),
  configTemplate('class'),
  object('controlplane.cluster.x-k8s.io/v1beta2', 'KubeadmControlPlaneTemplate', 'class', {
    template: { spec: { kubeadmConfigSpec: { joinConfiguration: registration } } },
  }),
  object('cluster.x-k8s.io/v1beta2', 'ClusterClass', 'class', {
    infrastructure: { templateRef: template('DevClusterTemplate') },
    controlPlane: {
      templateRef: template('KubeadmControlPlaneTemplate', 'controlplane.cluster.x-k8s.io'),
      machineInfrastructure: { templateRef: template('DevMachineTemplate') },
    },
    workers: {
      machineDeployments: [
        {
          class: 'worker',
          bootstrap: { templateRef: template('KubeadmConfigTemplate', 'bootstrap.cluster.x-k8s.io') },
          infrastructure: { templateRef: template('DevMachineTemplate') },
        },
      ],
    },
  }),
  object('cluster.x-k8s.io/v1beta2', 'Cluster', name, {
    clusterNetwork: network,
    topology: {
      classRef: { name: 'class' },
      version,
      controlPlane: { replicas: 1 },
      workers: { machineDeployments: [{ class: 'worker', name: 'md', replicas: 1 }] },
    },
  }),
]

const template = (kind: string, group: string = infrastructure): object => ({
  apiVersion: `${group}/v1beta2`,
  kind,
  name: 'class',
})

/** A MachinePool whose infrastructure nobody looks after: what it says is written by hand. */
export const pool = (cluster: string, version: string): readonly object[] => [
  dev('SimulatedMachinePool', `${cluster}-pool`, { providerIDList: [`by-hand://${cluster}`] }),
  object('cluster.x-k8s.io/v1beta2', 'MachinePool', `${cluster}-pool`, {
    clusterName: cluster,
    replicas: 1,
    template: {
      spec: {
        clusterName: cluster,
        version,
        bootstrap: { dataSecretName: 'by-hand' },
        infrastructureRef: reference('SimulatedMachinePool', `${cluster}-pool`),
      },
    },
  }),
]

/** What the infrastructure of that pool says once its machine is there. */
export const poolStatus: object = {
  status: { ready: true, initialization: { provisioned: true }, replicas: 1 },
}

/** The Node of that machine. */
export const nodeOfPool = (cluster: string, kubeletVersion: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: `${cluster}-pool-node` },
  spec: { providerID: `by-hand://${cluster}` },
  status: {
    nodeInfo: { kubeletVersion },
    conditions: [
      { type: 'Ready', status: 'True', reason: 'KubeletReady', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ],
  },
})
