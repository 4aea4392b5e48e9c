import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject, ObjectRef } from '@sitrep/status'
import { families } from '../testing.ts'
import { shardKey } from './spoken.ts'

const ref = (kind: string, name: string, namespace?: string): ObjectRef => ({
  group: 'cluster.x-k8s.io',
  kind,
  name,
  ...(namespace !== undefined && { namespace }),
})
const object = (over: object): KubeObject => ({
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name: 'a' },
  ...over,
})
const owned = { metadata: { name: 'a', ownerReferences: [{ kind: 'Cluster', name: 'blue', uid: '1' }] } }

type Case = [name: string, of: ObjectRef, seen: KubeObject | undefined, key: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a Cluster',                  ref('Cluster', 'blue', 'prod'),             undefined,                                     'prod/blue', 'it is the cluster'],
  ['what names its cluster',     ref('Machine', 'a', 'prod'),                object({ spec: { clusterName: 'blue' } }),     'prod/blue', 'its spec says so'],
  ['what carries the label',     ref('KubeadmControlPlane', 'a', 'prod'),    object({ metadata: { name: 'a', labels: { 'cluster.x-k8s.io/cluster-name': 'blue' } } }), 'prod/blue', 'its label says so'],
  ['what a Cluster owns',        ref('KubeadmControlPlane', 'a', 'prod'),    object(owned),                                 'prod/blue', 'its owner says so'],
  ['what belongs to none',       ref('MachineDeployment', 'a', 'prod'),      object({}),                                    'prod',      'nothing nearer is known'],
  ['what has not been seen',     ref('Machine', 'a', 'prod'),                undefined,                                     'prod',      'nothing nearer is known'],
  ['a Cluster of EKS Anywhere',  { group: 'anywhere.eks.amazonaws.com', kind: 'Cluster', name: 'blue', namespace: 'default' }, undefined,   'default/blue', 'that is a cluster too'],
  ['a Cluster of somebody else', { group: 'postgresql.cnpg.io', kind: 'Cluster', name: 'db', namespace: 'prod' }, undefined,                'prod',      'no family knows it'],
  ['a name that is no text',     ref('Machine', 'a', 'prod'),                object({ spec: { clusterName: 7 } }),          'prod',      'objects may hold anything'],
]

describe('The share of', () => {
  for (const [name, of, seen, key, because] of cases)
    it(`${name} goes by ${key}, because ${because}`, () => assert.equal(shardKey(families, of, seen), key))

  it('what has no namespace goes by the object itself', () => {
    assert.notEqual(
      shardKey(families, ref('GatewayClass', 'a'), undefined),
      shardKey(families, ref('GatewayClass', 'b'), undefined),
    )
  })
})
