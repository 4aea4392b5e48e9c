import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FollowedFacts, kindKey } from '@sitrep/status'
import { progressOf } from '@sitrep/status/following'
import { inWords, nothingFound, object, status } from '@sitrep/status/testing'
import { eksAnywhereFollowing, ordinaryFinalizers, paused } from './index.ts'

const [following = assert.fail()] = eksAnywhereFollowing
const apiVersion = 'anywhere.eks.amazonaws.com/v1alpha1'
const cluster = object(apiVersion, 'Cluster', { spec: { controlPlaneConfiguration: { count: 3 } } })
const below = object('cluster.x-k8s.io/v1beta2', 'Cluster', {
  spec: {
    controlPlaneRef: {
      apiGroup: 'controlplane.cluster.x-k8s.io',
      kind: 'KubeadmControlPlane',
      name: 'prod-cp',
    },
  },
})

describe('A cluster of EKS Anywhere that is followed', () => {
  const watched = (found: FollowedFacts['found']): readonly string[] =>
    following
      .watches(cluster, found)
      .map(({ name, kind, namespace, objectName = '' }) =>
        `${name}: ${kindKey(kind)} ${namespace} ${objectName}`.trim(),
      )

  it('leads to the Cluster below it, and that one to its control plane', () => {
    const first = [
      'capiCluster: Cluster.cluster.x-k8s.io eksa-system prod',
      'workers: MachineDeployment.cluster.x-k8s.io eksa-system',
      'workers: MachinePool.cluster.x-k8s.io eksa-system',
      'machines: Machine.cluster.x-k8s.io eksa-system',
    ]
    assert.deepEqual(watched({}), first)
    assert.deepEqual(watched({ capiCluster: [below] }), [
      ...first,
      'controlPlane: KubeadmControlPlane.controlplane.cluster.x-k8s.io eksa-system prod-cp',
    ])
  })

  const good = ['Ready True', 'ControlPlaneInitialized True', 'ControlPlaneReady True', 'WorkersReady True']
  const facts: FollowedFacts = {
    ...nothingFound,
    object: { ...cluster, status: status(1, [...good, 'DefaultCNIConfigured True']) },
    kubeconfig: { is: 'written', path: 'x' },
  }
  type Case = [name: string, given: Partial<FollowedFacts>, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing is below',        {},                          /control-plane working 0\/3/, 'the conditions may be about what was there before'],
    ['machines are forbidden',  { forbidden: ['machines'] }, /ready done$/,                'the cluster itself is all there is to go by'],
    ['workers are forbidden',   { forbidden: ['workers'] },  /ready done$/,                'the same'],
  ]
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      assert.match(inWords(progressOf(following, { ...facts, ...given }).phases), says)
    })
  }

  it('tells what is wrong with the Cluster below it', () => {
    const broken = { ...below, status: status(1, ['InfrastructureReady False CreationFailed: no network']) }
    const { troubles } = progressOf(following, { ...facts, found: { capiCluster: [broken] } })
    assert.deepEqual(
      troubles.map(({ text }) => text),
      ['no network'],
    )
  })

  it('has its kubeconfig and all that goes with it where EKS Anywhere keeps them', () => {
    const { namespace, labelSelector } = following.deletes?.(cluster) ?? assert.fail()
    const secret = following.kubeconfig?.secret(cluster)
    assert.deepEqual(secret, { namespace: 'eksa-system', name: 'prod-kubeconfig', key: 'value' })
    assert.deepEqual([namespace, labelSelector], ['eksa-system', 'cluster.x-k8s.io/cluster-name=prod'])
    assert.equal(following.kubeconfig?.usable(cluster), false)
    assert.equal(following.kubeconfig?.usable(facts.object ?? cluster), true)
  })

  it('is held by a pause and not by its own finalizer', () => {
    const held = (value: string) =>
      object(apiVersion, 'Cluster', { annotations: { 'anywhere.eks.amazonaws.com/paused': value } })
    assert.deepEqual([paused(cluster), paused(held('true')), paused(held('false'))], [false, true, false])
    assert.ok(ordinaryFinalizers.test('clusters.anywhere.eks.amazonaws.com/finalizer'))
    assert.ok(!ordinaryFinalizers.test('example.com/finalizer'))
  })
})
