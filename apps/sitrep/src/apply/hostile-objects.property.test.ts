import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { progressOf } from '@sitrep/status/following'
import fc from 'fast-check'
import { builtInFamilies, loadFamilies } from '../families/families.ts'
import { remainingOf } from './deletion/remaining.ts'
import { followingOf } from './following-of.ts'
import { object } from './objects.testing.ts'
import { eventLine } from './show/event-line.ts'
import { progressBlock } from './show/progress-block.ts'

const families = await loadFamilies(builtInFamilies)

const size = { width: 80, height: 40, elapsedMs: 0, now: 0 }
const atom = fc.oneof(fc.constantFrom(null, '', 'True', 'False', [], {}, true), fc.integer(), fc.string())
const condition = fc.record({
  type: fc.constantFrom('Ready', 'Available', 'InfrastructureReady', 'WorkersReady', 'ControlPlaneReady'),
  status: fc.constantFrom('True', 'False'),
  reason: atom,
  message: atom,
  severity: atom,
  observedGeneration: atom,
})
const status = fc.record({
  observedGeneration: fc.oneof(fc.constant(1), atom),
  conditions: fc.oneof(fc.array(fc.oneof(condition, atom), { maxLength: 5 }), atom),
  v1beta2: atom,
  initialization: atom,
  replicas: atom,
  readyReplicas: atom,
  failureMessage: atom,
  failureReason: atom,
  defaultCNI: atom,
})
const spec = fc.record({
  replicas: atom,
  kubernetesVersion: atom,
  controlPlaneConfiguration: atom,
  workerNodeGroupConfigurations: fc.oneof(fc.array(atom, { maxLength: 3 }), atom),
  clusterNetwork: atom,
  template: atom,
})

describe('Clusters of any shape', () => {
  for (const apiVersion of ['cluster.x-k8s.io/v1beta2', 'anywhere.eks.amazonaws.com/v1alpha1'])
    it(`are followed and shown, and none of ${apiVersion} ends a wait by its shape`, () => {
      const any = (kind: string) =>
        fc
          .record({ spec: fc.oneof(spec, atom), status: fc.oneof(status, atom) })
          .map((parts) => object(apiVersion, kind, parts))
      const following = followingOf(families, object(apiVersion, 'Cluster')) ?? assert.fail()
      const check = fc.property(any('Cluster'), any('Part'), (cluster, part) => {
        const found = { capiCluster: [cluster], controlPlane: [part], workers: [part], machines: [part] }
        following.watches(cluster, found)
        const { phases, troubles } = progressOf(following, {
          object: cluster,
          found,
          forbidden: [],
          kubeconfig: { is: 'absent' },
        })
        const subject = { apiVersion, kind: 'Cluster', name: 'prod' }
        const lasting = troubles.map((trouble) => ({ trouble, since: 0, doubtful: false }))
        for (const phase of phases) eventLine({ event: 'phase', object: subject, phase })
        assert.ok(progressBlock({ object: subject, phases, troubles: lasting }, size).length > phases.length)
        remainingOf(cluster, [part], families)
      })
      fc.assert(check, { seed: 1, numRuns: 500 })
    })
})
