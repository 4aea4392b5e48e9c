import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { phasesOf } from '@sitrep/status/following'
import { inWords, object, status } from '@sitrep/status/testing'
import type { ClusterFacts } from './facts.ts'
import { counted, nothingSeen } from './following.testing.ts'
import { clusterPhases } from './phases.ts'

const apiVersion = 'cluster.x-k8s.io/v1beta2'
const initialized = { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } }
const cluster = (generation: number, reported: unknown) =>
  object(apiVersion, 'Cluster', { generation, status: reported })
const written = { is: 'written', path: 'prod.kubeconfig' } as const

const ready: ClusterFacts = {
  ...nothingSeen,
  cluster: cluster(2, status(2, ['Available True', 'ScalingUp False'], initialized)),
  controlPlane: counted('KubeadmControlPlane', [3, 3, 3, 3]),
  workers: [counted('MachineDeployment', [2, 2, 2, 2])],
  kubeconfig: written,
}
const allDone =
  'spec done, infrastructure done, control-plane-initialized done, kubeconfig done (prod.kubeconfig), control-plane done 3/3, workers done 2/2, ready done'

type Case = [name: string, given: Partial<ClusterFacts>, says: RegExp, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['complete',               {},                                                                       new RegExp(`^${allDone.replace(/[()]/g, '\\$&')}$`), 'everything there is, is as it should be'],
  ['not there',              { ...nothingSeen },                                                       /^spec working, infrastructure waiting, .*ready waiting$/,   'nothing has begun'],
  ['never looked at',        { cluster: cluster(1, {}) },                                              /^spec working.*ready waiting$/,                               'a status that is not there is about no generation'],
  ['older generation',       { cluster: cluster(3, status(2, ['Available True'], initialized)) },      /^spec working.*ready waiting$/,                             'what is said is about a spec of before'],
  ['no infrastructure',      { cluster: cluster(1, status(1, ['InfrastructureReady False Waiting: Waiting for the load balancer'])) }, /infrastructure working \(Waiting for the load balancer\)/, 'the condition tells what it waits for'],
  ['first node',             { cluster: cluster(1, status(1, ['Available False'], initialized)), controlPlane: counted('KubeadmControlPlane', [3, 2, 1, 2]) }, /control-plane working 1\/3/, 'one of three is ready'],
  ['kubeconfig forbidden',   { kubeconfig: { is: 'unreadable', why: 'forbidden' } },                   /kubeconfig skipped \(forbidden\).*ready done/,              'who may not read it does not wait for it'],
  ['outdated machines',      { controlPlane: counted('KubeadmControlPlane', [3, 3, 3, 1]) },           /control-plane working 3\/3.*ready waiting/,                 'ready, but not what is wanted now'],
  ['surplus machine',        { workers: [counted('MachineDeployment', [2, 3, 2, 2])] },                /workers working 2\/2.*ready waiting/,                       'one has to go yet'],
  ['deployment not seen to', { workers: [counted('MachineDeployment', [2, 2, 2, 2], { generation: 5, status: { observedGeneration: 4, replicas: 2, readyReplicas: 2, upToDateReplicas: 2 } })] }, /workers working.*ready waiting/, 'its counters are about the spec of before'],
  ['one group short',        { workers: [counted('MachineDeployment', [2, 3, 3, 3]), counted('MachineDeployment', [2, 1, 1, 1])] }, /workers working 4\/4/, 'the surplus of one group hides no shortfall of another'],
  ['available but scaling',  { cluster: cluster(2, status(2, ['Available True', 'ScalingUp True ScalingUp: 2 of 3'], initialized)) }, /ready working \(ScalingUp: 2 of 3\)/, 'something is still under way'],
  ['no workers wanted',      { workers: [] },                                                          /workers done, ready done$/,                                 'none wanted, none missing'],
  ['foreign control plane',  { controlPlane: object(apiVersion, 'ManagedControlPlane'), cluster: cluster(2, status(2, ['Available True', 'ControlPlaneAvailable True'], initialized)) }, /control-plane done,/, 'only the Cluster tells about it'],
  ['old conditions alone',   { cluster: cluster(2, status(2, ['Ready True'], initialized)) },          /ready done$/,                                               'a version without Available says Ready'],
]

describe('The way of a Cluster of Cluster API', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}, because ${because}`, () => {
      assert.match(inWords(phasesOf(clusterPhases, { ...ready, ...given })), says)
    })
  }
})
