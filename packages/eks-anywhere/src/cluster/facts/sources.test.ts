import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decide, type Source } from '@sitrep/conditions'
import { found, listed, missing } from '@sitrep/status'
import { proposalCluster } from '../rules-proposal/language.ts'
import { condition, controlPlane, deployment, said, spec, steady } from '../testing.ts'
import type { ClusterFacts } from './facts.ts'
import { sourcesOf } from './sources.ts'

type Case = [type: string, given: Partial<ClusterFacts>, restsOn: string, because: string]

const kcp = (more: Parameters<typeof controlPlane>[0]) => ({ controlPlane: found(controlPlane(more)) })
const md = (more: Parameters<typeof deployment>[1]) => ({
  deployments: listed(deployment('prod-md-0', more)),
})
const starting = { said: said(condition('ControlPlaneInitialized', 'False Waiting')) }
const etcd = {
  spec: { ...spec, externalEtcd: true },
  clusterApi: found({ controlPlaneName: 'prod', etcdName: 'prod-etcd' }),
  etcd: found({ ready: false }),
}

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['ControlPlaneReady',    kcp({ replicas: 2 }),           'KubeadmControlPlane prod ScalingUp',           'it tells why machines are missing'],
  ['ControlPlaneReady',    kcp({ upToDate: 1 }),           'KubeadmControlPlane prod UpToDate',            'it tells which machines are old'],
  ['ControlPlaneReady',    kcp({ ready: 1 }),              'KubeadmControlPlane prod MachinesReady',       'it tells which machines are not ready'],
  ['ControlPlaneReady',    kcp({ componentsHealthy: 'False' }), 'KubeadmControlPlane prod ControlPlaneComponentsHealthy', 'it tells which component fails'],
  ['ControlPlaneReady',    kcp({ current: false }),        'KubeadmControlPlane prod status.observedGeneration', 'it lags behind'],
  ['ControlPlaneReady',    { controlPlane: missing },      'spec.controlPlaneConfiguration.count',         'nothing else is there'],
  ['ControlPlaneReady',    etcd,                           'EtcdadmCluster prod-etcd status.ready',        'everything waits for it'],
  ['WorkersReady',         md({ ready: 1 }),               'MachineDeployment prod-md-0 MachinesReady',    'it tells which machines are not ready'],
  ['WorkersReady',         md({ current: false }),         'MachineDeployment prod-md-0 status.observedGeneration', 'it lags behind'],
  ['WorkersReady',         { deployments: listed() },      'spec.workerNodeGroupConfigurations',           'nothing else is there'],
  ['WorkersReady',         starting,                       'ControlPlaneInitialized',                      'workers come after the control plane'],
  ['DefaultCNIConfigured', starting,                       'ControlPlaneInitialized',                      'there is nothing to install it into'],
  ['DefaultCNIConfigured', {},                             'DaemonSet cilium status.numberReady',          'it is what was looked at'],
]

const text = ({ ref, condition: type, field }: Source): string =>
  [ref && `${ref.kind} ${ref.name}`, type ?? field].filter((part) => part !== undefined).join(' ')

describe('what a condition of an EKS Anywhere Cluster rests on', () => {
  for (const [type, given, restsOn, because] of cases) {
    it(`${type}: ${restsOn}, because ${because}`, () => {
      const facts = { ...steady, ...given }
      const table = proposalCluster.tables.find((candidate) => candidate.type === type)
      assert.ok(table)
      const sources = sourcesOf(decide(table, facts), facts, proposalCluster.upToDate)
      assert.deepEqual(sources.map(text), [restsOn])
    })
  }
})
