import type { WorldChange } from '@sitrep/engine'
import type { KubeObject, OwnerReference } from '@sitrep/status'

/** A fleet as one person would describe it. */
export interface Fleet {
  readonly clusters: number
  readonly controlPlanes: number
  readonly workers: number
}

const namespace = 'fleet'
const core = 'cluster.x-k8s.io/v1beta2'
const infrastructure = 'infrastructure.cluster.x-k8s.io'
const bootstrap = 'bootstrap.cluster.x-k8s.io'
const version = 'v1.34.1'
/** When everything came to be. */
export const created = '2026-01-01T00:00:00Z'

/** The instant at which the fleet is judged: everything has been there for an hour. */
export const now = '2026-01-01T01:00:00Z'

/** The name of a cluster of the fleet. */
export const clusterName = (index: number): string => `c-${String(index).padStart(4, '0')}`

/** All objects of one cluster, management and workload side, as they come from an API server: with a status where others write it. */
export function* clusterObjects(fleet: Fleet, index: number): Iterable<WorldChange> {
  const name = clusterName(index)
  const cluster = `${namespace}/${name}`
  yield { cluster, kind: 'every', read: true }
  yield* clusterItself(fleet, name)
  for (let at = 0; at < fleet.controlPlanes; at++) yield* machine(name, `${name}-cp-${at}`, 'control-plane')
  for (let at = 0; at < fleet.workers; at++)
    yield* machine(name, `${name}-md-0-x7k2p-${String(at).padStart(3, '0')}`, 'worker')
}

/** The certificates of a cluster. One that is missing would be asked for by its name, with a watch of its own. */
export function* certificates(cluster: string): Iterable<WorldChange> {
  for (const purpose of ['ca', 'sa', 'proxy', 'etcd']) {
    const labels = { 'cluster.x-k8s.io/cluster-name': cluster }
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'cluster.x-k8s.io/secret',
      metadata: meta(`${cluster}-${purpose}`, { uid: `secret-${cluster}-${purpose}`, labels }),
      data: { 'tls.crt': 'Y2VydGlmaWNhdGU=', 'tls.key': 'a2V5' },
    }
    yield { object: secret }
  }
}

function* clusterItself({ controlPlanes, workers }: Fleet, name: string): Iterable<WorldChange> {
  const labels = { 'cluster.x-k8s.io/cluster-name': name }
  yield {
    object: {
      apiVersion: core,
      kind: 'Cluster',
      metadata: meta(name, { generation: 2, labels }),
      spec: {
        controlPlaneEndpoint: { host: '10.0.0.10', port: 6443 },
        controlPlaneRef: {
          apiGroup: 'controlplane.cluster.x-k8s.io',
          kind: 'KubeadmControlPlane',
          name: `${name}-cp`,
        },
        infrastructureRef: { apiGroup: infrastructure, kind: 'DockerCluster', name },
      },
    },
  }
  yield {
    object: {
      apiVersion: `${infrastructure}/v1beta2`,
      kind: 'DockerCluster',
      metadata: meta(name, { labels, ownerReferences: [owner('Cluster', name)] }),
      spec: { controlPlaneEndpoint: { host: '10.0.0.10', port: 6443 } },
      status: { initialization: { provisioned: true }, conditions: [condition('Ready')] },
    },
  }
  yield {
    object: {
      apiVersion: 'sitrep.dev/v1alpha1',
      kind: 'ClusterProbe',
      metadata: { name, namespace },
      status: { lastProbeTime: now, lastProbeSuccessTime: now, consecutiveFailures: 0 },
    },
  }
  yield {
    object: {
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
      kind: 'KubeadmControlPlane',
      metadata: meta(`${name}-cp`, { generation: 1, labels, ownerReferences: [owner('Cluster', name)] }),
      spec: {
        replicas: controlPlanes,
        version,
        machineTemplate: {
          spec: {
            infrastructureRef: {
              apiGroup: infrastructure,
              kind: 'DockerMachineTemplate',
              name: `${name}-cp`,
            },
          },
        },
        kubeadmConfigSpec: {},
      },
      status: { initialization: { controlPlaneInitialized: true } },
    },
  }
  yield* templates(name)
  yield* workerOwners(name, workers)
}

function* templates(name: string): Iterable<WorldChange> {
  for (const [group, kind, template] of [
    [infrastructure, 'DockerMachineTemplate', `${name}-cp`],
    [infrastructure, 'DockerMachineTemplate', `${name}-md-0`],
    [bootstrap, 'KubeadmConfigTemplate', `${name}-md-0`],
  ] as const) {
    yield {
      object: {
        apiVersion: `${group}/v1beta2`,
        kind,
        metadata: meta(template, { ownerReferences: [owner('Cluster', name)] }),
        spec: {},
      },
    }
  }
}

function* workerOwners(name: string, workers: number): Iterable<WorldChange> {
  const deployment = `${name}-md-0`
  const set = `${deployment}-x7k2p`
  const labels = { 'cluster.x-k8s.io/cluster-name': name, 'cluster.x-k8s.io/deployment-name': deployment }
  const template = (own: object): object => ({
    metadata: { labels: own },
    spec: {
      clusterName: name,
      version,
      bootstrap: { configRef: { apiGroup: bootstrap, kind: 'KubeadmConfigTemplate', name: deployment } },
      infrastructureRef: { apiGroup: infrastructure, kind: 'DockerMachineTemplate', name: deployment },
    },
  })
  yield {
    object: {
      apiVersion: core,
      kind: 'MachineDeployment',
      metadata: meta(deployment, {
        generation: 1,
        labels,
        ownerReferences: [owner('Cluster', name)],
        annotations: revision,
      }),
      spec: {
        clusterName: name,
        replicas: workers,
        rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
        selector: { matchLabels: labels },
        template: template(labels),
      },
    },
  }
  const hashed = { ...labels, 'machine-template-hash': `1807804914-${name}` }
  yield {
    object: {
      apiVersion: core,
      kind: 'MachineSet',
      metadata: meta(set, {
        generation: 1,
        labels: hashed,
        ownerReferences: [owner('MachineDeployment', deployment, 'controls')],
        annotations: revision,
      }),
      spec: {
        clusterName: name,
        replicas: workers,
        selector: { matchLabels: hashed },
        template: template(hashed),
      },
    },
  }
}

const revision = { 'machinedeployment.clusters.x-k8s.io/revision': '1' }

function* machine(cluster: string, name: string, role: 'control-plane' | 'worker'): Iterable<WorldChange> {
  const [deployment, set] = [`${cluster}-md-0`, `${cluster}-md-0-x7k2p`]
  const labels: Record<string, string> =
    role === 'control-plane'
      ? {
          'cluster.x-k8s.io/cluster-name': cluster,
          'cluster.x-k8s.io/control-plane': '',
          'cluster.x-k8s.io/control-plane-name': `${cluster}-cp`,
        }
      : {
          'cluster.x-k8s.io/cluster-name': cluster,
          'cluster.x-k8s.io/deployment-name': deployment,
          'cluster.x-k8s.io/set-name': set,
          'machine-template-hash': `1807804914-${cluster}`,
        }
  const controller =
    role === 'control-plane'
      ? owner('KubeadmControlPlane', `${cluster}-cp`, 'controls')
      : owner('MachineSet', set, 'controls')
  const cloned = role === 'control-plane' ? `${cluster}-cp` : deployment
  const providerID = `docker:////${name}`
  yield {
    object: {
      apiVersion: core,
      kind: 'Machine',
      metadata: meta(name, {
        generation: 2,
        labels,
        ownerReferences: [controller],
        finalizers: ['machine.cluster.x-k8s.io'],
      }),
      spec: {
        clusterName: cluster,
        version,
        providerID,
        bootstrap: { configRef: { apiGroup: bootstrap, kind: 'KubeadmConfig', name }, dataSecretName: name },
        infrastructureRef: { apiGroup: infrastructure, kind: 'DockerMachine', name },
      },
    },
  }
  const annotations = {
    'cluster.x-k8s.io/cloned-from-name': cloned,
    'cluster.x-k8s.io/cloned-from-groupkind': `DockerMachineTemplate.${infrastructure}`,
  }
  yield {
    object: {
      apiVersion: `${infrastructure}/v1beta2`,
      kind: 'DockerMachine',
      metadata: meta(name, {
        labels,
        annotations,
        ownerReferences: [owner('Machine', name, 'controls')],
        finalizers: ['dockermachine'],
      }),
      spec: { providerID, customImage: 'kindest/node:v1.34.1' },
      status: {
        initialization: { provisioned: true },
        addresses: [
          { type: 'InternalIP', address: '172.18.0.4' },
          { type: 'Hostname', address: name },
        ],
        conditions: [condition('Ready'), condition('VMProvisioned'), condition('Paused', 'False')],
      },
    },
  }
  yield {
    object: {
      apiVersion: `${bootstrap}/v1beta2`,
      kind: 'KubeadmConfig',
      metadata: meta(name, { labels, annotations, ownerReferences: [owner('Machine', name, 'controls')] }),
      spec: {
        joinConfiguration: { nodeRegistration: { criSocket: 'unix:///var/run/containerd/containerd.sock' } },
      },
      status: {
        dataSecretName: name,
        initialization: { dataSecretCreated: true },
        conditions: [condition('Ready'), condition('DataSecretAvailable'), condition('Paused', 'False')],
      },
    },
  }
  yield { cluster: `${namespace}/${cluster}`, object: node(name, 'True') }
}

/** A Node as its kubelet reports it. */
export function node(name: string, ready: 'True' | 'False'): KubeObject {
  const state = (type: string, status: string): object => ({
    type,
    status,
    reason: 'Kubelet',
    message: `kubelet says ${status}`,
    lastHeartbeatTime: now,
    lastTransitionTime: created,
  })
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      uid: `node-${name}`,
      creationTimestamp: created,
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/arch': 'amd64' },
    },
    spec: { providerID: `docker:////${name}`, podCIDR: '10.244.1.0/24' },
    status: {
      addresses: [
        { type: 'InternalIP', address: '172.18.0.4' },
        { type: 'Hostname', address: name },
      ],
      allocatable: { cpu: '8', memory: '32Gi', pods: '110' },
      conditions: [
        state('Ready', ready),
        state('MemoryPressure', 'False'),
        state('DiskPressure', 'False'),
        state('PIDPressure', 'False'),
      ],
      nodeInfo: {
        kubeletVersion: version,
        osImage: 'Debian GNU/Linux 12',
        kernelVersion: '6.8.0',
        containerRuntimeVersion: 'containerd://2.1.0',
      },
    },
  }
}

function condition(type: string, status: 'True' | 'False' = 'True'): object {
  return { type, status, reason: type, message: '', observedGeneration: 1, lastTransitionTime: created }
}

function meta(name: string, more: Partial<KubeObject['metadata']>): KubeObject['metadata'] {
  return { name, namespace, uid: uidOf(name), creationTimestamp: created, ...more }
}

const uidOf = (name: string): string => `0b9dd2a1-8c4e-4f6e-9f3b-${name}`

function owner(kind: string, name: string, controls?: 'controls'): OwnerReference {
  const apiVersion = kind === 'KubeadmControlPlane' ? 'controlplane.cluster.x-k8s.io/v1beta2' : core
  return {
    apiVersion,
    kind,
    name,
    uid: uidOf(name),
    ...(controls && { controller: true, blockOwnerDeletion: true }),
  }
}
