import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Cluster } from '../types.ts'
import { readSpec, readTreatment } from './spec.ts'

const cluster = (spec: unknown, metadata: Partial<Cluster['metadata']> = {}): Cluster => ({
  apiVersion: 'anywhere.eks.amazonaws.com/v1alpha1',
  kind: 'Cluster',
  metadata: { name: 'prod', namespace: 'default', ...metadata },
  spec,
})

type Malformed = [spec: unknown, because: string]

const malformed: Malformed[] = [
  [undefined, 'there may be none'],
  [null, 'a file may say null'],
  ['text', 'a file may say anything'],
  [{ workerNodeGroupConfigurations: { name: 'x' } }, 'a list may be a map'],
  [{ workerNodeGroupConfigurations: [null, 7] }, 'a list may hold anything'],
  [{ controlPlaneConfiguration: [] }, 'a map may be a list'],
]

describe('the spec of a Cluster', () => {
  for (const [spec, because] of malformed) {
    it(`${JSON.stringify(spec)} is read as one that asks for nothing, because ${because}`, () => {
      const { controlPlaneCount, externalEtcd, managedBy, datacenter } = readSpec(cluster(spec))
      assert.deepEqual(
        { controlPlaneCount, externalEtcd, managedBy, datacenter },
        {
          controlPlaneCount: 0,
          externalEtcd: false,
          managedBy: undefined,
          datacenter: { kind: '', name: '' },
        },
      )
    })
  }

  it('manages itself when it names itself or nobody', () => {
    assert.equal(readSpec(cluster({ managementCluster: { name: 'prod' } })).managedBy, undefined)
    assert.equal(readSpec(cluster({ managementCluster: { name: '' } })).managedBy, undefined)
    assert.equal(readSpec(cluster({ managementCluster: { name: 'mgmt' } })).managedBy, 'mgmt')
  })

  it('names every machine config once, that of the control plane first', () => {
    const machineGroupRef = (name: string) => ({ machineGroupRef: { kind: 'VSphereMachineConfig', name } })
    const { machines } = readSpec(
      cluster({
        controlPlaneConfiguration: machineGroupRef('cp'),
        workerNodeGroupConfigurations: [machineGroupRef('md'), machineGroupRef('cp')],
        externalEtcdConfiguration: machineGroupRef('etcd'),
      }),
    )
    assert.deepEqual(
      machines.map(({ name }) => name),
      ['cp', 'md', 'etcd'],
    )
  })
})

type Annotated = [annotations: Readonly<Record<string, string>>, paused: boolean, because: string]

const annotated: Annotated[] = [
  [{}, false, 'nobody says so'],
  [{ 'anywhere.eks.amazonaws.com/paused': 'true' }, true, 'it says so'],
  [{ 'anywhere.eks.amazonaws.com/paused': 'false' }, false, 'any other value is no'],
  [{ 'anywhere.eks.amazonaws.com/paused': '' }, false, 'any other value is no'],
]

describe('a Cluster', () => {
  for (const [annotations, paused, because] of annotated) {
    it(`with ${JSON.stringify(annotations)} is ${paused ? '' : 'not '}paused, because ${because}`, () => {
      assert.equal(readTreatment(cluster({}, { annotations })).paused, paused)
    })
  }

  it('had Cilium once when it carries the mark, whatever its value', () => {
    const marked = cluster({}, { annotations: { 'anywhere.eks.amazonaws.com/eksa-cilium': '' } })
    assert.equal(readTreatment(marked).ciliumWasInstalled, true)
  })

  it('is held by finalizers of others only', () => {
    const finalizers = ['clusters.anywhere.eks.amazonaws.com/finalizer', 'example.com/mine']
    assert.equal(readTreatment(cluster({}, { finalizers })).otherFinalizers, 1)
  })
})
