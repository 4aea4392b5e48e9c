import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorldChange } from '@sitrep/engine'
import type { KubeObject } from '@sitrep/status'
import { SeenNews } from './news.ts'

const machine = (metadata: Partial<KubeObject['metadata']>): WorldChange => ({
  object: {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Machine',
    metadata: { namespace: 'prod', name: 'red-md-0-a', uid: 'a', generation: 1, ...metadata },
  },
})
const probe: WorldChange = {
  object: {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'ClusterProbe',
    metadata: { namespace: 'prod', name: 'red' },
  },
}
const node = (cluster: string): WorldChange => ({
  cluster,
  object: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', resourceVersion: '2' } },
})
const gone: WorldChange = { gone: { group: '', kind: 'Node', cluster: 'prod/red', name: 'n' } }

type Case = [name: string, change: WorldChange, at: number, isNews: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a status of ours',    machine({ resourceVersion: '9' }),                            5, false, 'we wrote it'],
  ['a new spec',          machine({ generation: 2 }),                                   5, true,  'somebody else did'],
  ['a deletion',          machine({ deletionTimestamp: '2026-01-01T00:00:00Z' }),       5, true,  'somebody else did'],
  ['another of its name', machine({ uid: 'b' }),                                        5, true,  'the first one has gone'],
  ['a probe',             probe,                                                        5, false, 'that the connection holds is no news'],
  ['a Node',              node('prod/red'),                                             5, true,  'it is of that cluster'],
  ['a Node elsewhere',    node('prod/blue'),                                            5, false, 'it is of another'],
  ['a Node that goes',    gone,                                                         5, true,  'it is of that cluster'],
  ['a Node, later',       node('prod/red'),                                             9, false, 'it was over by then'],
]

describe('What is news of a cluster between two moments', () => {
  for (const [name, change, at, isNews, because] of cases)
    it(`${name}: ${isNews ? 'yes' : 'no'}, because ${because}`, () => {
      const news = new SeenNews()
      news.take('one', [machine({ resourceVersion: '8' })], 0)
      news.take('one', [change], at)
      assert.equal(news.between('MachineSet red-md-0', 4, 8), isNews)
    })
})
