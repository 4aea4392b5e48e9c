import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { condition, object, status } from '@sitrep/status/testing'
import type { ClusterFacts } from './facts.ts'
import { nothingSeen } from './following.testing.ts'
import { clusterTroubles } from './troubles.ts'

const capi = (kind: string, reported: unknown, differing: object = {}): KubeObject =>
  object('cluster.x-k8s.io/v1beta2', kind, { status: reported, ...differing })
const eksa = (generation: number, reported: unknown, differing: object = {}): KubeObject =>
  object('anywhere.eks.amazonaws.com/v1alpha1', 'Cluster', { generation, status: reported, ...differing })

type Case = [name: string, given: Partial<ClusterFacts>, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
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

describe('Troubles of EKS Anywhere', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
      const told = clusterTroubles({ ...nothingSeen, ...given }).map(
        ({ weight, object: { kind }, text, older }) => `${weight} ${kind}: ${text}${older ? ' (older)' : ''}`,
      )
      assert.deepEqual(told, says)
    })
  }
})
