import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SeverityCondition } from '@sitrep/conditions'
import { found } from '@sitrep/status'
import { computeCluster } from './compute.ts'
import { proposalCluster } from './rules-proposal/language.ts'
import { releasedCluster } from './rules-released/language.ts'
import { controlPlane, now, observed } from './testing.ts'
import type { ClusterObserved, ClusterStatus } from './types.ts'

const then = '2025-12-31T00:00:00Z'
const compute = { released: computeCluster(releasedCluster), proposal: computeCluster(proposalCluster) }

function settled(profile: 'released' | 'proposal', given: Partial<ClusterObserved> = {}): ClusterStatus {
  const { status } = compute[profile]({ ...observed, now: then, ...given })
  return status
}
const after = (status: ClusterStatus): Partial<ClusterObserved> => ({
  previous: status,
  before: status.conditions ?? [],
})
const ofType = (status: ClusterStatus, type: string): SeverityCondition | undefined =>
  status.conditions?.find((condition) => condition.type === type)
const replicas = (count: number): Partial<ClusterObserved> => ({
  controlPlane: found(controlPlane({ replicas: count, upToDate: count, ready: count })),
})

describe('the conditions of a Cluster', () => {
  it('stand as the document lists them, those of others behind', () => {
    const foreign: SeverityCondition = { type: 'Audited', status: 'True', lastTransitionTime: then }
    const { conditions = [] } = settled('proposal', { before: [foreign] })
    assert.deepEqual(
      conditions.map(({ type }) => type),
      [
        'ControlPlaneInitialized',
        'DefaultCNIConfigured',
        'ControlPlaneReady',
        'WorkersReady',
        'Ready',
        'Audited',
      ],
    )
  })

  it('stand with Ready first and the others by name as released, those of others among them', () => {
    const foreign: SeverityCondition = { type: 'Audited', status: 'True', lastTransitionTime: then }
    const { conditions = [] } = settled('released', { before: [foreign] })
    assert.deepEqual(
      conditions.map(({ type }) => type),
      [
        'Ready',
        'Audited',
        'ControlPlaneInitialized',
        'ControlPlaneReady',
        'DefaultCNIConfigured',
        'WorkersReady',
      ],
    )
  })

  it('have a severity as released and none in the document', () => {
    assert.equal(ofType(settled('released', replicas(1)), 'ControlPlaneReady')?.severity, 'Info')
    assert.equal(ofType(settled('proposal', replicas(1)), 'ControlPlaneReady')?.severity, undefined)
  })

  it('keep their time in the document while only the count changes', () => {
    const status = settled('proposal', replicas(1))
    const next = compute.proposal({ ...observed, now, ...after(status), ...replicas(2) }).status
    assert.equal(
      ofType(next, 'ControlPlaneReady')?.message,
      'Scaling up control plane to 3 replicas (actual 2)',
    )
    assert.equal(ofType(next, 'ControlPlaneReady')?.lastTransitionTime, then)
  })

  it('move their time as released when only the count changes', () => {
    const status = settled('released', replicas(1))
    const next = compute.released({ ...observed, now, ...after(status), ...replicas(2) }).status
    assert.equal(ofType(next, 'ControlPlaneReady')?.lastTransitionTime, now)
    assert.equal(ofType(next, 'WorkersReady')?.lastTransitionTime, then)
  })

  for (const profile of ['released', 'proposal'] as const) {
    it(`say the same when nothing has happened since (${profile})`, () => {
      const status = settled(profile)
      assert.deepEqual(compute[profile]({ ...observed, now, ...after(status) }).status, status)
    })
  }
})

describe('the generations of a Cluster', () => {
  const broken: Partial<ClusterObserved> = { registryCredentials: { read: true } }

  it('are not observed as released by a pass that ends with an error', () => {
    assert.equal(settled('released', broken).observedGeneration, undefined)
  })

  it('are observed in the document by every pass', () => {
    assert.equal(settled('proposal', broken).observedGeneration, 3)
  })

  it('count as carried out only at the end of a pass, together with the sum of what is linked', () => {
    const { reconciledGeneration, childrenReconciledGeneration } = settled('proposal')
    assert.deepEqual([reconciledGeneration, childrenReconciledGeneration], [3, 2])
    assert.equal(settled('proposal', broken).reconciledGeneration, undefined)
  })
})

describe('fields of a Cluster', () => {
  const reference = { apiVersion: 'v1', kind: 'Release', name: 'x', namespace: 'y' }

  it('that are deprecated stay readable', () => {
    const status = settled('proposal', { previous: { eksdReleaseRef: reference } })
    assert.deepEqual(status.eksdReleaseRef, reference)
    assert.equal(settled('proposal').eksdReleaseRef, undefined)
  })

  it('that only the other language has are taken away', () => {
    const previous = { clusterCertificateInfo: [{ machine: 'a', expiresInDays: 3 }] }
    assert.equal(settled('proposal', { previous }).clusterCertificateInfo, undefined)
  })

  it('tell of certificates while the cluster is ready and the Machine can be reached', () => {
    const told = [
      { machine: 'a', expiresInDays: 3 },
      { machine: 'b', expiresInDays: 4 },
    ]
    const previous = { clusterCertificateInfo: told }
    const before: readonly SeverityCondition[] = [{ type: 'Ready', status: 'True', lastTransitionTime: then }]
    const reachableMachines = { read: true, items: ['b'] } as const
    const { clusterCertificateInfo } = settled('released', { previous, before, reachableMachines })
    assert.deepEqual(clusterCertificateInfo, told.slice(1))
    assert.deepEqual(settled('released', { previous, reachableMachines }).clusterCertificateInfo, told)
  })
})
