import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { clusterApiTroubles } from './cluster-api-troubles.ts'
import { eksAnywhereTroubles } from './eks-anywhere-troubles.ts'
import type { ClusterFacts } from './phase.ts'
import { condition, nothingSeen, object, status } from './testing.ts'

const capi = (kind: string, reported: unknown, differing: object = {}): KubeObject =>
  object('cluster.x-k8s.io/v1beta2', kind, { status: reported, ...differing })
const eksa = (generation: number, reported: unknown, differing: object = {}): KubeObject =>
  object('anywhere.eks.amazonaws.com/v1alpha1', 'Cluster', { generation, status: reported, ...differing })

type Case = [name: string, given: Partial<ClusterFacts>, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const clusterApiCases: Case[] = [
  ['bootstrap fails',   { machines: [capi('Machine', status(1, ['BootstrapConfigReady False DataSecretGenerationFailed: no data']))] },      ['error Machine: no data'],                    'its reason tells of a failure'],
  ['bootstrap waits',   { machines: [capi('Machine', status(1, ['BootstrapConfigReady False NotReady: Waiting for the control plane']))] },  [],                                            'it has only not happened yet'],
  ['quota used up',     { machines: [capi('Machine', status(1, ['InfrastructureReady False QuotaExceeded: no more']))] },                    ['error Machine: no more'],                    'nothing is made any more'],
  ['node not ready',    { machines: [capi('Machine', status(1, ['NodeHealthy False NodeConditionsFailed: cni plugin not initialized']))] },  [],                                            'a Node without network is usual until there is one'],
  ['machine leaves',    { machines: [{ ...capi('Machine', status(1, ['InfrastructureReady False DeletionFailed'])), metadata: { name: 'x', deletionTimestamp: '2026-01-01T00:00:00Z' } }] }, [], 'it is on its way out'],
  ['severity Error',    { machines: [capi('Machine', { conditions: [condition('InfrastructureReady False Odd: broken', 'Error')] })] },      ['error Machine: broken'],                     'the reason is unknown, the severity is not'],
  ['topology refused',  { capiCluster: capi('Cluster', status(1, ['TopologyReconciled False TopologyReconcileFailed: no class'])) },         ['error Cluster: no class'],                   'the spec leads nowhere'],
  ['failure fields',    { capiCluster: capi('Cluster', { observedGeneration: 1, failureReason: 'InvalidConfiguration', failureMessage: 'bad' }) }, ['final Cluster: bad'],                  'on a Cluster they never go away by themselves'],
  ['stale failure',     { capiCluster: capi('Cluster', { observedGeneration: 1, failureMessage: 'bad' }, { generation: 2 }) },               ['error Cluster: bad (older)'],                'it may be about the spec of before'],
  ['machine failed',    { machines: [capi('Machine', { observedGeneration: 1, failureReason: 'CreateError' })] },                            ['error Machine: CreateError'],                'a Machine can be replaced'],
  ['paused',            { cluster: capi('Cluster', {}, { spec: { paused: true } }) },                                                        ['error Cluster: It is paused, and nothing happens to it until that ends'], 'waiting alone does not help'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const eksAnywhereCases: Case[] = [
  ['invalid spec',      { cluster: eksa(2, { observedGeneration: 2, failureReason: 'DatacenterConfigInvalid', failureMessage: 'no folder' }) }, ['final Cluster: no folder'],            'only another spec helps'],
  ['the same, older',   { cluster: eksa(3, { observedGeneration: 2, failureReason: 'DatacenterConfigInvalid', failureMessage: 'no folder' }) }, ['error Cluster: no folder (older)'],    'a failed pass leaves the generation behind: it is told all the same'],
  ['object missing',    { cluster: eksa(2, { observedGeneration: 2, failureReason: 'MissingDependentObjects', failureMessage: 'no OIDCConfig' }) }, ['error Cluster: no OIDCConfig'],    'it may be on its way'],
  ['unknown release',   { cluster: eksa(2, { observedGeneration: 2, failureReason: 'EksaVersionInvalid', failureMessage: 'no such release' }) },  ['error Cluster: no such release'],        'it may be installed at this moment'],
  ['unhealthy',         { cluster: eksa(2, { observedGeneration: 2, conditions: [condition('ControlPlaneReady False ControlPlaneComponentsUnhealthy: etcd', 'Error')] }) }, ['error Cluster: etcd'], 'Error is more than Info'],
  ['scaling',           { cluster: eksa(2, { observedGeneration: 2, conditions: [condition('ControlPlaneReady False ScalingUp: 1 of 3', 'Info')] }) }, [],                               'that is what is waited for'],
  ['summary',           { cluster: eksa(2, { observedGeneration: 2, conditions: [condition('Ready False Odd: etcd', 'Error')] }) },           [],                                        'it only says again what another condition says'],
  ['paused',            { cluster: eksa(1, {}, { annotations: { 'anywhere.eks.amazonaws.com/paused': 'true' } }) },                           ['error Cluster: It is paused, and nothing happens to it until that ends'], 'nobody works on it'],
  ['below',             { machines: [capi('Machine', status(1, ['BootstrapConfigReady False DataSecretGenerationFailed: no data']))] },       ['error Machine: no data'],                'its machines are those of Cluster API'],
]

const tables = [
  ['Cluster API', clusterApiTroubles, clusterApiCases],
  ['EKS Anywhere', eksAnywhereTroubles, eksAnywhereCases],
] as const

for (const [family, troubles, cases] of tables) {
  describe(`Troubles of ${family}`, () => {
    for (const [name, given, says, because] of cases) {
      it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
        const told = troubles({ ...nothingSeen, ...given }).map(
          ({ weight, object: { kind }, text, older }) =>
            `${weight} ${kind}: ${text}${older ? ' (older)' : ''}`,
        )
        assert.deepEqual(told, says)
      })
    }
  })
}
