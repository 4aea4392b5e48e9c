import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clusterApi } from '@sitrep/cluster-api'
import { createEngine, type Engine, type Explanation, fileChanges } from '@sitrep/engine'
import { createCatalog, type KubeObject, type Profile, profiles } from '@sitrep/status'
import { eksAnywhere } from './index.ts'

const namespace = 'eksa-system'
const at = '2026-01-01T12:00:00Z'
const core = 'cluster.x-k8s.io/v1beta2'
const labels = {
  'cluster.x-k8s.io/cluster-name': 'prod',
  'cluster.x-k8s.io/set-name': 'prod-md-0-a',
  'cluster.x-k8s.io/deployment-name': 'prod-md-0',
}
const controlled = (kind: string, name: string) => [
  { apiVersion: core, kind, name, uid: name, controller: true },
]
const selector = { matchLabels: labels }
const infrastructureRef = {
  apiGroup: 'infrastructure.cluster.x-k8s.io',
  kind: 'DockerMachine',
  name: 'prod-md-0-a-1',
}
const machineSpec = {
  clusterName: 'prod',
  version: 'v1.30.9',
  bootstrap: { dataSecretName: 'x' },
  infrastructureRef,
}
const template = {
  metadata: { labels },
  spec: {
    ...machineSpec,
    infrastructureRef: { ...infrastructureRef, kind: 'DockerMachineTemplate', name: 'md' },
  },
}

const nodeCondition = (type: string, status: string): object => ({
  type,
  status,
  reason: 'Kubelet',
  message: '',
  lastTransitionTime: '2026-01-01T10:00:00Z',
})

const node = (ready: 'True' | 'False'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'worker-1', annotations: { 'sitrep.dev/cluster': `${namespace}/prod` } },
  spec: { providerID: 'docker:////worker-1' },
  status: {
    conditions: [
      nodeCondition('Ready', ready),
      ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => nodeCondition(type, 'False')),
    ],
    nodeInfo: { kubeletVersion: 'v1.30.9' },
  },
})

const objects: readonly KubeObject[] = [
  {
    apiVersion: 'anywhere.eks.amazonaws.com/v1alpha1',
    kind: 'Cluster',
    metadata: { name: 'prod', namespace: 'default', generation: 1 },
    spec: {
      controlPlaneConfiguration: { count: 1 },
      workerNodeGroupConfigurations: [{ name: 'md-0', count: 1 }],
    },
    status: {
      conditions: [
        { type: 'ControlPlaneInitialized', status: 'True', lastTransitionTime: '2026-01-01T10:00:00Z' },
      ],
    },
  },
  {
    apiVersion: core,
    kind: 'Cluster',
    metadata: { name: 'prod', namespace, uid: 'prod', generation: 1 },
    spec: {},
    status: {
      initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
      conditions: [
        {
          type: 'ControlPlaneInitialized',
          status: 'True',
          reason: 'Initialized',
          message: '',
          lastTransitionTime: '2026-01-01T10:00:00Z',
        },
      ],
    },
  },
  {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'ClusterProbe',
    metadata: { name: 'prod', namespace },
    status: { lastProbeTime: at, lastProbeSuccessTime: at, consecutiveFailures: 0 },
  },
  {
    apiVersion: core,
    kind: 'MachineDeployment',
    metadata: { name: 'prod-md-0', namespace, uid: 'prod-md-0', generation: 1, labels },
    spec: { clusterName: 'prod', replicas: 1, selector, template },
  },
  {
    apiVersion: core,
    kind: 'MachineSet',
    metadata: {
      name: 'prod-md-0-a',
      namespace,
      uid: 'prod-md-0-a',
      generation: 1,
      labels,
      ownerReferences: controlled('MachineDeployment', 'prod-md-0'),
    },
    spec: { clusterName: 'prod', replicas: 1, selector, template },
  },
  {
    apiVersion: core,
    kind: 'Machine',
    metadata: {
      name: 'prod-md-0-a-1',
      namespace,
      uid: 'machine-1',
      generation: 1,
      labels,
      ownerReferences: controlled('MachineSet', 'prod-md-0-a'),
    },
    spec: { ...machineSpec, providerID: 'docker:////worker-1' },
    status: { nodeRef: { name: 'worker-1' } },
  },
  {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
    kind: 'DockerMachine',
    metadata: { name: 'prod-md-0-a-1', namespace },
    spec: { providerID: 'docker:////worker-1' },
    status: { initialization: { provisioned: true } },
  },
  node('True'),
]

const ours = { group: 'anywhere.eks.amazonaws.com', kind: 'Cluster', namespace: 'default', name: 'prod' }

const workers = (engine: Engine): string | undefined => {
  const { conditions = [] } = (engine.object(ours)?.status ?? {}) as {
    conditions?: readonly { type: string; message?: string }[]
  }
  return conditions.find(({ type }) => type === 'WorkersReady')?.message
}

const said: Readonly<Record<Profile, readonly [before: string | undefined, after: string]>> = {
  proposal: [undefined, 'Workers expected not ready any more, 1 replicas (actual 0)'],
  released: [undefined, 'Worker nodes not ready yet, 1 expected (0 ready)'],
}

const kindsOf = ({ ref, causes }: Explanation): readonly string[] => [ref.kind, ...causes.flatMap(kindsOf)]

describe('a Node that goes bad', () => {
  for (const profile of profiles) {
    it(`is told by the EKS Anywhere Cluster in the same apply, four levels up (${profile})`, () => {
      const catalog = createCatalog(clusterApi({ profile }), eksAnywhere({ profile }))
      const engine = createEngine(catalog)
      engine.apply(fileChanges(objects, catalog.reach), at)
      const before = workers(engine)
      const changes = engine.apply(
        [{ cluster: `${namespace}/prod`, object: node('False') }],
        '2026-01-01T12:01:00Z',
      )

      assert.deepEqual([before, workers(engine)], said[profile])
      const why = engine.explain(ours, 'WorkersReady')
      assert.ok(
        why !== undefined && kindsOf(why).includes('Machine'),
        'the chain of causes leads to the Machine',
      )
      assert.deepEqual(
        changes.map(({ ref }) => ref.kind),
        ['Machine', 'MachineSet', 'MachineDeployment', 'Cluster', 'Cluster', 'Node'],
      )
    })
  }
})
