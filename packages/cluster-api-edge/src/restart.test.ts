import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { etcdMembershipKind, reach } from '@sitrep/cluster-api'
import type { Controller } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { eventually } from '@sitrep/controller/testing'
import type { KubeObject, OwnerReference } from '@sitrep/status'
import { clusterApiEdge } from './cluster-api-edge.ts'
import { openReleasedStory, type ReleasedStory } from './released.testing.ts'
import type { FactSource } from './remote/fact-source.ts'

const namespace = 'prod'
const long = '2025-12-31T00:00:00Z'
const initialized = { type: 'Initialized', status: 'True', reason: 'Initialized', message: '' }
const labels = { 'cluster.x-k8s.io/cluster-name': 'blue', 'cluster.x-k8s.io/control-plane': '' }
const membership = { members: [{ id: '1', name: 'n1', alarms: [] }], leader: '1' }

const cluster: KubeObject = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'blue', namespace },
  spec: {
    controlPlaneEndpoint: { host: '10.0.0.1', port: 6443 },
    controlPlaneRef: { apiGroup: 'controlplane.cluster.x-k8s.io', kind: 'KubeadmControlPlane', name: 'blue' },
  },
  status: { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } },
}
const controlPlane = (uid: string): KubeObject => ({
  apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
  kind: 'KubeadmControlPlane',
  metadata: {
    name: 'blue',
    namespace,
    labels,
    ownerReferences: [owner('Cluster', 'cluster.x-k8s.io/v1beta2', uid)],
  },
  spec: { replicas: 1, version: 'v1.34.1', machineTemplate: { spec: {} } },
  status: {
    initialization: { controlPlaneInitialized: true },
    conditions: [{ ...initialized, lastTransitionTime: long }],
  },
})
const machine = (uid: string): KubeObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: {
    name: 'm1',
    namespace,
    labels,
    ownerReferences: [owner('KubeadmControlPlane', 'controlplane.cluster.x-k8s.io/v1beta2', uid)],
  },
  spec: {
    clusterName: 'blue',
    version: 'v1.34.1',
    providerID: 'docker:////n1',
    bootstrap: { dataSecretName: 'm1' },
    infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'DockerMachine', name: 'm1' },
  },
  status: { nodeRef: { name: 'n1' } },
})

function owner(kind: string, apiVersion: string, uid: string): OwnerReference {
  return { apiVersion, kind, name: 'blue', uid, controller: true }
}

async function fillWorkload(workload: Connection): Promise<void> {
  const post = (path: string, body: unknown): Promise<unknown> =>
    workload.request({ method: 'POST', path, body })
  const good = [{ type: 'Ready', status: 'True', lastTransitionTime: long, lastHeartbeatTime: long }]
  const put = (path: string, status: object): Promise<unknown> =>
    workload.request({ method: 'PATCH', path, body: { status }, contentType: 'application/merge-patch+json' })
  await post('/api/v1/nodes', {
    metadata: { name: 'n1', labels: { 'node-role.kubernetes.io/control-plane': '' } },
    spec: { providerID: 'docker:////n1' },
  })
  await put('/api/v1/nodes/n1/status', { conditions: good })
  for (const component of ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler']) {
    await post('/api/v1/namespaces/kube-system/pods', {
      metadata: { name: `${component}-n1` },
      spec: { nodeName: 'n1', containers: [{ name: component, image: 'i' }] },
    })
    await put(`/api/v1/namespaces/kube-system/pods/${component}-n1/status`, {
      phase: 'Running',
      conditions: ['PodScheduled', 'Initialized', 'Ready'].map((type) => ({ ...good[0], type })),
    })
  }
}

describe('A control plane that was available before a start', () => {
  let story: ReleasedStory
  let answer: PromiseWithResolvers<object | undefined>
  let looks = 0
  const etcd: FactSource = {
    fact: { kind: etcdMembershipKind, about: reach.clusters },
    look: () => {
      looks++
      return answer.promise
    },
  }
  const start = (): Controller => story.start([clusterApiEdge({ sources: [etcd] })])
  const available = async (): Promise<string> => {
    const found = await story.condition('KubeadmControlPlane', 'blue', 'Available')
    return `${found?.status} ${found?.message ?? ''}`.trim()
  }
  beforeEach(() => {
    answer = Promise.withResolvers()
    looks = 0
  })
  // A look that is under way is waited for when a controller stops.
  afterEach(() => answer.resolve(undefined))
  before(async () => {
    story = await openReleasedStory()
    await fillWorkload(await story.addWorkload('blue'))
    const uidOf = async (object: KubeObject): Promise<string> =>
      (await story.create(object)).metadata.uid ?? ''
    await uidOf(machine(await uidOf(controlPlane(await uidOf(cluster)))))
    for (const purpose of ['ca', 'sa', 'proxy', 'etcd'])
      await story.connection.request({
        method: 'POST',
        path: '/api/v1/namespaces/prod/secrets',
        body: { metadata: { name: `blue-${purpose}` }, data: { 'tls.crt': 'YQ==', 'tls.key': 'YQ==' } },
      })
    answer = Promise.withResolvers()
    answer.resolve(membership)
    const first = start()
    await eventually('it is available', async () => (await available()) === 'True')
    await first.settled()
    await first.stop()
  })
  after(() => story.close())

  const quiet = async (controller: Controller): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) await story.timing.advance(10, 10)
    await controller.settled()
  }

  it('stays as it is until etcd has answered: nothing is written and no Event is made', async () => {
    const [events, writes] = [await story.events(), story.written.length]
    const controller = start()
    await eventually('etcd is being asked', () => looks > 0)
    await quiet(controller)
    assert.deepEqual(await story.events(), events)
    assert.deepEqual(story.written.slice(writes), [])
    answer.resolve(membership)
    await quiet(controller)
    assert.deepEqual(story.written.slice(writes), [])
    assert.equal(await available(), 'True')
    await controller.stop()
  })

  it('is not known to be so once asking has failed', async () => {
    const controller = start()
    await eventually('etcd is being asked', () => looks > 0)
    await quiet(controller)
    assert.equal(await available(), 'True')
    answer.resolve(undefined)
    await eventually('that is said', async () => (await available()).startsWith('Unknown'))
    assert.match(await available(), /Failed to get etcd members/)
    await controller.stop()
  })

  it('keeps what was read before it while nobody reaches the cluster, for the grace period and no longer', async () => {
    const nodeReady = async (): Promise<string | undefined> =>
      (await story.condition('Machine', 'm1', 'NodeReady'))?.status
    const nowhere = { clusters: [{ name: 'a', cluster: { server: 'http://127.0.0.1:1' } }] }
    const rest = {
      users: [{ name: 'a', user: {} }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    }
    const value = btoa(JSON.stringify({ ...nowhere, ...rest, 'current-context': 'a' }))
    await story.connection.request({
      method: 'PATCH',
      path: '/api/v1/namespaces/prod/secrets/blue-kubeconfig',
      body: { data: { value } },
      contentType: 'application/merge-patch+json',
    })
    // The control plane has been there for longer than any grace period.
    await story.timing.advance(3_600_000)
    const controller = start()
    await eventually('it has failed often enough', async () => {
      await story.timing.advance(1_000, 1_000)
      return (await story.condition('Cluster', 'blue', 'RemoteConnectionProbe'))?.status === 'False'
    })
    await story.timing.advance(180_000, 1_000)
    await quiet(controller)
    assert.equal(await nodeReady(), 'True')
    await eventually('that is over', async () => {
      await story.timing.advance(1_000, 1_000)
      return (await nodeReady()) === 'Unknown'
    })
    await controller.stop()
  })
})
