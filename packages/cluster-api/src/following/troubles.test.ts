import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { condition, object, status } from '@sitrep/status/testing'
import type { ClusterFacts } from './facts.ts'
import { nothingSeen } from './following.testing.ts'
import { clusterTroubles } from './troubles.ts'

const capi = (kind: string, reported: unknown, differing: object = {}): KubeObject =>
  object('cluster.x-k8s.io/v1beta2', kind, { status: reported, ...differing })

type Case = [name: string, given: Partial<ClusterFacts>, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['bootstrap fails',   { machines: [capi('Machine', status(1, ['BootstrapConfigReady False DataSecretGenerationFailed: no data']))] },      ['error Machine: no data'],                    'its reason tells of a failure'],
  ['bootstrap waits',   { machines: [capi('Machine', status(1, ['BootstrapConfigReady False NotReady: Waiting for the control plane']))] },  [],                                            'it has only not happened yet'],
  ['quota used up',     { machines: [capi('Machine', status(1, ['InfrastructureReady False QuotaExceeded: no more']))] },                    ['error Machine: no more'],                    'nothing is made any more'],
  ['node not ready',    { machines: [capi('Machine', status(1, ['NodeHealthy False NodeConditionsFailed: cni plugin not initialized']))] },  [],                                            'a Node without network is usual until there is one'],
  ['machine leaves',    { machines: [{ ...capi('Machine', status(1, ['InfrastructureReady False DeletionFailed'])), metadata: { name: 'x', deletionTimestamp: '2026-01-01T00:00:00Z' } }] }, [], 'it is on its way out'],
  ['severity Error',    { machines: [capi('Machine', { conditions: [condition('InfrastructureReady False Odd: broken', 'Error')] })] },      ['error Machine: broken'],                     'the reason is unknown, the severity is not'],
  ['topology refused',  { cluster: capi('Cluster', status(1, ['TopologyReconciled False TopologyReconcileFailed: no class'])) },         ['error Cluster: no class'],                   'the spec leads nowhere'],
  ['failure fields',    { cluster: capi('Cluster', { observedGeneration: 1, failureReason: 'InvalidConfiguration', failureMessage: 'bad' }) }, ['final Cluster: bad'],                  'on a Cluster they never go away by themselves'],
  ['stale failure',     { cluster: capi('Cluster', { observedGeneration: 1, failureMessage: 'bad' }, { generation: 2 }) },               ['error Cluster: bad (older)'],                'it may be about the spec of before'],
  ['machine failed',    { machines: [capi('Machine', { observedGeneration: 1, failureReason: 'CreateError' })] },                            ['error Machine: CreateError'],                'a Machine can be replaced'],
  ['paused',            { cluster: capi('Cluster', {}, { spec: { paused: true } }) },                                                        ['error Cluster: It is paused, and nothing happens to it until that ends'], 'waiting alone does not help'],
]

describe('Troubles of Cluster API', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
      const told = clusterTroubles({ ...nothingSeen, ...given }).map(
        ({ weight, object: { kind }, text, older }) => `${weight} ${kind}: ${text}${older ? ' (older)' : ''}`,
      )
      assert.deepEqual(told, says)
    })
  }
})
