import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { builtInFamilies, loadFamilies } from '../../families/families.ts'
import { remainingOf } from './remaining.ts'

const families = await loadFamilies(builtInFamilies)

const going = (kind: string, name: string, over: object = {}): KubeObject => {
  const { metadata, ...rest } = over as { metadata?: object }
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind,
    metadata: { name, namespace: 'team', deletionTimestamp: '2026-01-01T00:00:00Z', ...metadata },
    ...rest,
  }
}
const cluster = (over: object = {}): KubeObject => going('Cluster', 'prod', over)
const says = (type: string, reason: string, message = ''): object => ({
  observedGeneration: 1,
  conditions: [{ type, status: 'True', reason, message }],
})
const drained = says(
  'Deleting',
  'DrainingNode',
  'Drain not completed yet\n* Pod web: PodDisruptionBudget min',
)

type Case = [
  name: string,
  root: KubeObject,
  parts: readonly KubeObject[],
  left: readonly string[],
  blockers: readonly string[],
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing left',       cluster(),                                                          [],                                            [],                        [],                                                     'it goes at any moment'],
  ['machines left',      cluster(),                                                          [going('Machine', 'a'), going('Machine', 'b'), going('MachineSet', 's')], ['2 Machines', '1 MachineSet'], [],                        'counted by kind'],
  ['a drain',            cluster(),                                                          [going('Machine', 'a', { status: drained })],  ['1 Machine'],             ['Machine team/a: Drain not completed yet * Pod web: PodDisruptionBudget min'], 'the Machine tells what holds it'],
  ['not its turn',       cluster(),                                                          [{ ...going('Machine', 'a', { status: drained }), metadata: { name: 'a', namespace: 'team' } }], ['1 Machine'], [],        'nobody deletes this one yet'],
  ['ordinary finalizer', cluster({ metadata: { finalizers: ['cluster.cluster.x-k8s.io'] } }), [going('Machine', 'a')],                      ['1 Machine'],             [],                                                     'it is taken off at the end'],
  ['the last finalizer', cluster({ metadata: { finalizers: ['cluster.cluster.x-k8s.io'] } }), [],                                           [],                        ['Cluster team/prod: finalizer cluster.cluster.x-k8s.io'], 'nothing else is there to tell'],
  ['foreign finalizer',  cluster({ metadata: { finalizers: ['example.com/backup'] } }),      [going('Machine', 'a')],                       ['1 Machine'],             ['Cluster team/prod: finalizer example.com/backup'],    'somebody else has to act'],
  ['paused',             cluster({ spec: { paused: true } }),                                [],                                            [],                        ['Cluster team/prod is paused'],                        'nobody works on it'],
  ['a namespace',        { ...going('Namespace', 'team', { status: says('NamespaceContentRemaining', 'SomeResourcesRemain', 'pods. has 1 resource instances') }), metadata: { name: 'team', deletionTimestamp: '2026-01-01T00:00:00Z' } }, [], [], ['Namespace team: pods. has 1 resource instances'], 'its conditions tell what is inside'],
  ['completed',          cluster({ status: says('Deleted', 'DeletionCompleted') }), [],                                            [],                        [],                                                     'that holds nothing'],
]

describe('What is left of a deletion', () => {
  for (const [name, root, parts, left, blockers, because] of cases) {
    it(`${name}, because ${because}`, () => {
      assert.deepEqual(remainingOf(root, parts, families), { left, blockers })
    })
  }
})
