import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FollowedObjects, kindKey } from '@sitrep/status'
import { progressOf } from '@sitrep/status/following'
import { nothingFound, object, status } from '@sitrep/status/testing'
import { ordinaryFinalizers } from './facts.ts'
import { counted } from './following.testing.ts'
import { clusterApiFollowing } from './index.ts'
import { paused } from './troubles.ts'

const [following = assert.fail()] = clusterApiFollowing
const apiVersion = 'cluster.x-k8s.io/v1beta2'
const plain = object(apiVersion, 'Cluster')
const group = 'controlplane.cluster.x-k8s.io'
const inFull = ({ name, kind, namespace, objectName, labelSelector }: FollowedObjects): string =>
  `${name}: ${kindKey(kind)} ${namespace}/${objectName ?? labelSelector}`

const labelled = [
  'workers: MachineDeployment.cluster.x-k8s.io team/cluster.x-k8s.io/cluster-name=prod',
  'workers: MachinePool.cluster.x-k8s.io team/cluster.x-k8s.io/cluster-name=prod',
  'machines: Machine.cluster.x-k8s.io team/cluster.x-k8s.io/cluster-name=prod',
]

describe('What is watched for a Cluster', () => {
  type Case = [name: string, controlPlaneRef: unknown, says: readonly string[], because: string]
  const cp = `controlPlane: KubeadmControlPlane.${group} team/prod-cp`
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['no control plane',  undefined,                                                                          [],   'nobody has named it yet'],
    ['by its group',      { apiGroup: group, kind: 'KubeadmControlPlane', name: 'prod-cp' },                  [cp], 'the later layout'],
    ['by its version',    { apiVersion: `${group}/v1beta1`, kind: 'KubeadmControlPlane', name: 'prod-cp' },   [cp], 'the older layout'],
    ['half a reference',  { apiGroup: group, kind: 'KubeadmControlPlane' },                                   [],   'it leads nowhere'],
  ]
  for (const [name, controlPlaneRef, says, because] of cases) {
    it(`${name}, because ${because}`, () => {
      const cluster = object(apiVersion, 'Cluster', { spec: { controlPlaneRef } })
      assert.deepEqual(following.watches(cluster, {}).map(inFull), [...labelled, ...says])
    })
  }
})

describe('A Cluster that is followed', () => {
  it('is told from what was found by its name', () => {
    const initialization = { infrastructureProvisioned: true, controlPlaneInitialized: true }
    const { phases, ready } = progressOf(following, {
      ...nothingFound,
      object: object(apiVersion, 'Cluster', { status: status(1, ['Available True'], { initialization }) }),
      found: {
        controlPlane: [counted('KubeadmControlPlane', [3, 3, 3, 3])],
        workers: [counted('MachineDeployment', [2, 2, 1, 2])],
      },
      kubeconfig: { is: 'written', path: 'x' },
    })
    assert.deepEqual(
      phases.flatMap(({ name, counts }) => (counts ? [`${name} ${counts.ready}/${counts.desired}`] : [])),
      ['control-plane 3/3', 'workers 1/2'],
    )
    assert.equal(ready, false)
  })

  it('has its kubeconfig in a Secret beside it, good from the first control plane node on', () => {
    const initialized = object(apiVersion, 'Cluster', {
      status: status(1, ['ControlPlaneInitialized True']),
    })
    assert.deepEqual(following.kubeconfig?.secret(plain), {
      namespace: 'team',
      name: 'prod-kubeconfig',
      key: 'value',
    })
    assert.equal(following.kubeconfig?.usable(plain), false)
    assert.equal(following.kubeconfig?.usable(initialized), true)
  })
})

describe('What goes with a Cluster', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [group: string, kind: string, goes: boolean, because: string][] = [
    ['cluster.x-k8s.io',                'Machine',               true,  'it is part of it'],
    [group,                             'KubeadmControlPlane',   true,  'it is part of it'],
    ['infrastructure.cluster.x-k8s.io', 'VSphereMachine',        true,  'whatever the provider calls it'],
    ['infrastructure.cluster.x-k8s.io', 'VSphereMachineTemplate', false, 'it is a plan for machines'],
    ['cluster.x-k8s.io',                'ClusterClass',          false, 'it is a plan for clusters'],
    ['cluster.x-k8s.io',                'MachineHealthCheck',    false, 'it is a rule about machines'],
    ['apps',                            'Deployment',            false, 'others look after it'],
  ]
  for (const [of, kind, goes, because] of cases) {
    it(`${kind}.${of}: ${goes}, because ${because}`, () => {
      assert.equal(following.deletes?.(plain).kinds({ group: of, kind }), goes)
    })
  }
  it('carries its name', () => {
    const { namespace, labelSelector } = following.deletes?.(plain) ?? assert.fail()
    assert.deepEqual([namespace, labelSelector], ['team', 'cluster.x-k8s.io/cluster-name=prod'])
  })
})

describe('What holds a deletion and what does not', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const finalizers: [finalizer: string, ordinary: boolean, because: string][] = [
    ['cluster.cluster.x-k8s.io',                            true,  'its controller takes it off'],
    ['vspheremachine.infrastructure.cluster.x-k8s.io',      true,  'so do those of providers'],
    ['kubeadm.controlplane.cluster.x-k8s.io/finalizer',     true,  'in either manner of writing'],
    ['example.com/backup',                                  false, 'somebody else has to act'],
    ['mycluster.x-k8s.io.example.com',                      false, 'it only looks like one'],
  ]
  for (const [finalizer, ordinary, because] of finalizers) {
    it(`${finalizer}: ${ordinary ? 'ordinary' : 'foreign'}, because ${because}`, () => {
      assert.equal(ordinaryFinalizers.test(finalizer), ordinary)
    })
  }

  const annotations = { 'cluster.x-k8s.io/paused': '' }
  const spec = { paused: true }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const pauses: [name: string, given: Parameters<typeof paused>[0], says: boolean, because: string][] = [
    ['nothing',            plain,                                                                       false, 'nobody asked for it'],
    ['the field',          object(apiVersion, 'Cluster', { spec }),                                     true,  'it says so'],
    ['the annotation',     object('infrastructure.cluster.x-k8s.io/v1', 'AnyMachine', { annotations }), true,  'every provider heeds it, whatever its value'],
    ['a field of others',  object('apps/v1', 'Deployment', { spec }),                                   false, 'what it means there is not known here'],
  ]
  for (const [name, given, says, because] of pauses) {
    it(`${name}: ${says ? 'paused' : 'not paused'}, because ${because}`, () => {
      assert.equal(paused(given), says)
    })
  }
})
