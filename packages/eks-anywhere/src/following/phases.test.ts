import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counted } from '@sitrep/cluster-api/testing'
import type { KubeObject } from '@sitrep/status'
import { phasesOf } from '@sitrep/status/following'
import { inWords, object, status } from '@sitrep/status/testing'
import type { ClusterFacts } from './facts.ts'
import { nothingSeen } from './following.testing.ts'
import { clusterPhases } from './phases.ts'

const apiVersion = 'anywhere.eks.amazonaws.com/v1alpha1'
const spec = {
  kubernetesVersion: '1.34',
  controlPlaneConfiguration: { count: 3 },
  workerNodeGroupConfigurations: [
    { name: 'a', count: 1 },
    { name: 'b', count: 1 },
  ],
  clusterNetwork: { cniConfig: { cilium: {} } },
}
const cluster = (generation: number, reported: unknown, differing: object = {}) =>
  object(apiVersion, 'Cluster', { generation, spec: { ...spec, ...differing }, status: reported })
const good = [
  'Ready True',
  'ControlPlaneInitialized True',
  'ControlPlaneReady True',
  'DefaultCNIConfigured True',
  'WorkersReady True',
]
const without = (type: string, words: string): readonly string[] => [
  ...good.filter((each) => !each.startsWith(type)),
  words,
]

type Counters = Parameters<typeof counted>[1]
const controlPlane = (counters: Counters, version = 'v1.34.1-eks-1-34-1'): KubeObject => {
  const found = counted('KubeadmControlPlane', counters)
  return { ...found, spec: { ...(found.spec as object), version } }
}
const group = (name: string, counters: Counters, version = 'v1.34.1-eks-1-34-1'): KubeObject => {
  const found = counted('MachineDeployment', counters)
  const spec = { ...(found.spec as object), template: { spec: { version } } }
  return { ...found, metadata: { ...found.metadata, name: `prod-${name}` }, spec }
}

const ready: ClusterFacts = {
  ...nothingSeen,
  cluster: cluster(2, status(2, good)),
  controlPlane: controlPlane([3, 3, 3, 3]),
  workers: [group('a', [1, 1, 1, 1]), group('b', [1, 1, 1, 1])],
  kubeconfig: { is: 'written', path: 'prod.kubeconfig' },
}

type Case = [name: string, given: Partial<ClusterFacts>, says: RegExp, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['complete',             {},                                                                     /^spec done, control-plane-initialized done, kubeconfig done \S+, cni done, control-plane done 3\/3, workers done 2\/2, ready done$/, 'all five conditions are true of this generation'],
  ['never looked at',      { cluster: cluster(1, {}), controlPlane: undefined, workers: [] }, /^spec working.*control-plane waiting 0\/3.*workers waiting 0\/2/,   'the spec tells how many are wanted before anything is there'],
  ['invalid',              { cluster: cluster(2, status(2, good, { failureMessage: 'Invalid prod VSphereDatacenterConfig: no such folder' })) }, /^spec working \(Invalid prod .* folder\).*ready waiting$/, 'a healthy cluster can have an invalid spec'],
  ['older generation',     { cluster: cluster(3, status(2, good)) },                               /control-plane (working|waiting) 3\/3 \(the status is about an older generation\).*ready waiting/, 'true of the spec of before'],
  ['not finished',         { cluster: cluster(3, status(3, good, { reconciledGeneration: 2 })) },  /ready working \(generation 3 is not carried out to its end yet, 2 is\)$/, 'the cluster is ready, as in example 4 of the document, and the change is not'],
  ['finished',             { cluster: cluster(3, status(3, good, { reconciledGeneration: 3 })) },  /ready done$/,                                                   'a pass has'],
  ['first node awaited',   { cluster: cluster(2, status(2, without('ControlPlaneInitialized', 'ControlPlaneInitialized False ControlPlaneInitializationInProgress: The first control plane instance is not available yet'))) }, /control-plane-initialized working \(The first/, 'its words are shown'],
  ['initialized long ago', { cluster: cluster(3, status(2, good)) },                               /control-plane-initialized done/,                                'that never goes back'],
  ['custom CNI',           { cluster: cluster(2, status(2, without('DefaultCNIConfigured', 'DefaultCNIConfigured False SkipUpgradesForDefaultCNIConfigured: Configured to skip default Cilium CNI upgrades'))) }, /cni skipped \(Configured to skip.*ready done$/, 'nobody waits for what is left to the user'],
  ['CNI upgrade',          { cluster: cluster(2, status(2, without('DefaultCNIConfigured', 'DefaultCNIConfigured False DefaultCNIUpgradeInProgressReason: Cilium version upgrade needed'))) }, /cni working \(Cilium version upgrade needed\)/, 'this one is waited for'],
  ['CNI with its version', { cluster: cluster(2, status(2, good, { defaultCNI: { name: 'cilium', version: 'v1.11.15-eksa.1', status: 'applied' } })) }, /cni done \(cilium v1.11.15-eksa.1\)/, 'people look for it when the network fails'],
  ['kindnetd',             { cluster: cluster(2, status(2, without('DefaultCNI', 'DefaultCNIConfigured False ControlPlaneNotReady')), { clusterNetwork: { cniConfig: { kindnetd: {} } } }) }, /cni skipped \(kindnetd/, 'the genuine controller never says that it is configured'],
  ['scaling up',           { cluster: cluster(2, status(2, without('WorkersReady', 'WorkersReady False ScalingUp: Scaling up worker nodes, 2 expected (1 actual)'))), workers: [group('a', [1, 1, 1, 1])] }, /workers working 1\/2 \(Scaling up worker nodes, 2 expected \(1 actual\)\)/, 'counts stand beside the words'],
  ['autoscaled',           { cluster: cluster(2, status(2, good), { workerNodeGroupConfigurations: [{ name: 'a', autoscalingConfiguration: { minCount: 1, maxCount: 5 } }] }), workers: [group('a', [4, 4, 4, 4])] }, /workers done 4\/4/, 'how many the autoscaler wants stands in the deployment'],
  ['old workers below',    { workers: [group('a', [1, 1, 1, 1], 'v1.33.9-eks-1-33-9'), group('b', [1, 1, 1, 1])] },  /workers working 2\/2, ready waiting/, 'they have not been told of the version yet'],
  ['old size below',       { cluster: cluster(2, status(2, good), { workerNodeGroupConfigurations: [{ name: 'a', count: 4 }] }) }, /workers working 2\/4, ready waiting/, 'they have not been told of the count yet'],
  ['rolling below',        { workers: [group('a', [1, 2, 1, 1]), group('b', [1, 1, 1, 1])] },                         /workers working 2\/2, ready waiting/, 'the condition was told before it began'],
  ['old control plane',    { controlPlane: controlPlane([3, 3, 3, 3], 'v1.33.9-eks-1-33-9') },                        /control-plane working 3\/3/,         'it has not been told of the version yet'],
  ['nothing may be read',  { blind: true, controlPlane: undefined, workers: [] },                                     /ready done$/,                        'the cluster itself is all there is to go by'],
  ['stale below',          { controlPlane: counted('KubeadmControlPlane', [3, 3, 3, 3], { generation: 2, status: { observedGeneration: 1 } }) }, /control-plane working 0\/3.*ready waiting/, 'the condition was told from what was below it before'],
]

describe('The way of a Cluster of EKS Anywhere', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}, because ${because}`, () => {
      assert.match(inWords(phasesOf(clusterPhases, { ...ready, ...given })), says)
    })
  }
})
