import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { observed, spec } from '../testing.ts'
import type { ClusterSpec, WorkerGroupSpec } from '../types.ts'
import { impossibleSpec } from './spec-faults.ts'

type Case = [name: string, given: Partial<ClusterSpec>, says: string | undefined, because: string]

const group = (more: Partial<WorkerGroupSpec>): Pick<ClusterSpec, 'groups'> => ({
  groups: [{ name: 'md-0', count: 1, autoscaling: undefined, ...more }],
})
const etcd = { externalEtcd: true, externalEtcdCount: 3 }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['steady',            {},                                               undefined,                                                           'it can be carried out'],
  ['no control plane',  { controlPlaneCount: 0 },                         'The control plane needs at least one node',                         'nothing runs without one'],
  ['two nodes',         { controlPlaneCount: 2 },                         'A control plane with its own etcd needs an odd number of nodes, not 2', 'two have no quorum when one fails'],
  ['two, etcd outside', { ...etcd, controlPlaneCount: 2 },                undefined,                                                           'the quorum is elsewhere'],
  ['two for etcd',      { ...etcd, externalEtcdCount: 2 },                'External etcd needs an odd number of nodes, not 2',                 'two have no quorum when one fails'],
  ['none for etcd',     { ...etcd, externalEtcdCount: 0 },                'External etcd needs an odd number of nodes, not 0',                 'nothing runs without one'],
  ['no name',           group({ name: '' }),                              'Every worker node group needs a name',                              'its MachineDeployment is named by it'],
  ['one name twice',    { groups: [...spec.groups, ...spec.groups] },     'Two worker node groups have the name md-0',                         'their MachineDeployments would be one'],
  ['no count',          group({ count: undefined }),                      'Worker node group md-0 needs a count or an autoscaling range',      'nobody knows how many'],
  ['below zero',        group({ count: -1 }),                             'Worker node group md-0 needs a count or an autoscaling range',      'less than none is none'],
  ['range alone',       group({ count: undefined, autoscaling: { minimum: 1, maximum: 3 } }), undefined,                                     'the autoscaler counts'],
  ['upside down',       group({ autoscaling: { minimum: 3, maximum: 1 } }), 'The autoscaling range of worker node group md-0 is upside down',  'no number is in it'],
]

describe('a spec that nobody could carry out', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says ?? 'fine'}, because ${because}`, () => {
      const finding = impossibleSpec({ ...observed, spec: { ...spec, ...given } })
      assert.equal(
        finding && 'message' in finding ? finding.message : undefined,
        says && `Invalid cluster spec: ${says}`,
      )
    })
  }
})
