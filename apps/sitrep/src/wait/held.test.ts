import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { families } from '../testing.ts'
import { heldWords } from './held.ts'

const since = '2026-01-01T00:00:00Z'
const going = (...finalizers: readonly string[]): Partial<KubeObject['metadata']> => ({
  deletionTimestamp: since,
  finalizers,
})

const part = (kind: string, name: string, message = ''): KubeObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind,
  metadata: { name, namespace: 'prod', deletionTimestamp: since },
  status: { conditions: [{ type: 'Deleting', status: 'True', reason: 'DrainingNode', message }] },
})

const waiting = part('MachineSet', 's', 'Waiting for Machine m to be deleted')
const owning: KubeObject = { ...waiting, metadata: { ...waiting.metadata, uid: 'set' } }
const stuck = part('Machine', 'm', 'Pod web cannot be evicted')
const ownerReferences = [{ apiVersion: stuck.apiVersion, kind: 'MachineSet', name: 's', uid: 'set' }]
const owned: KubeObject = { ...stuck, metadata: { ...stuck.metadata, ownerReferences } }

type Case = [
  name: string,
  metadata: Partial<KubeObject['metadata']>,
  parts: readonly KubeObject[],
  says: string,
  because: string,
]

const asked = `is being deleted (since ${since})`
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['not deleted',         {},                                        [],                     'is not being deleted: nobody has asked for it',                                              'a wait for it would never end'],
  ['a finalizer',         going('example.com/a'),                    [],                     `${asked}; whoever added finalizer example.com/a has not taken it off`,                       'nobody here knows what it waits for'],
  ['of Kubernetes',       going('foregroundDeletion'),               [],                     `${asked}; what it owns goes first (finalizer foregroundDeletion)`,                           'what it waits for is known'],
  ['of a known family',   going('cluster.cluster.x-k8s.io'),         [],                     `${asked}; its controller has not finished with it (finalizer cluster.cluster.x-k8s.io)`,     'it is the last step'],
  ['children',            going('cluster.cluster.x-k8s.io'),         ['a', 'b', 'c', 'd'].map((name) => part('Machine', name, 'Waiting')), `${asked}; still there: 4 Machines; Machine prod/a: Waiting; Machine prod/b: Waiting; Machine prod/c: Waiting; and 1 more`, 'a few tell enough'],
  ['owners',              going('cluster.cluster.x-k8s.io'),         [owning, owned],        `${asked}; still there: 1 MachineSet, 1 Machine; Machine prod/m: Pod web cannot be evicted`,   'who waits for what it owns tells nothing new'],
  ['a child that is held', going('cluster.cluster.x-k8s.io'),        [part('Machine', 'm', 'Pod web cannot be evicted')], `${asked}; still there: 1 Machine; Machine prod/m: Pod web cannot be evicted`, 'the child tells what holds it'],
  ['on its way',          going(),                                   [],                     `${asked}; nothing shows that holds it`,                                                      'it will be gone in a moment'],
]

describe('What holds a deletion', () => {
  for (const [name, metadata, parts, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, () => {
      const object = {
        apiVersion: 'v1',
        kind: 'Widget',
        metadata: { name: 'w', namespace: 'prod', ...metadata },
      }
      assert.equal(heldWords(object, parts, families), says)
    })
})
