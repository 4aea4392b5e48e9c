import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Place } from '@sitrep/controller'
import type { KubeObject, ObjectRef } from '@sitrep/status'
import { families } from '../testing.ts'
import { placeOf, shardKey } from './share-place.ts'

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
  ['a Cluster of EKS Anywhere',  { group: 'anywhere.eks.amazonaws.com', kind: 'Cluster', name: 'blue', namespace: 'default' }, undefined,   'eksa-system/blue', 'its Cluster API objects lie there'],
  ['a Cluster of somebody else', { group: 'postgresql.cnpg.io', kind: 'Cluster', name: 'db', namespace: 'prod' }, undefined,                'prod',      'no family knows it'],
  ['a name that is no text',     ref('Machine', 'a', 'prod'),                object({ spec: { clusterName: 7 } }),          'prod',      'objects may hold anything'],
]

const labelled = (labels: Readonly<Record<string, string>>, over: object = {}): KubeObject =>
  object({ metadata: { name: 'a', labels }, ...over })
const composed = { 'crossplane.io/composite': 'shop' }
const ofShop = { spec: { resourceRef: { apiVersion: 'e.org/v1', kind: 'XShop', name: 'shop' } } }
const infra = (kind: string, name: string): ObjectRef => ({
  ...ref(kind, name, 'prod'),
  group: 'infrastructure.cluster.x-k8s.io',
})
const bucket: ObjectRef = { group: 'cloud.example.org', kind: 'Bucket', name: 'b' }
const owners = (...names: readonly string[]): KubeObject =>
  object({
    metadata: {
      name: 'a',
      ownerReferences: names.map((name) => ({
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        name,
        uid: name,
      })),
    },
  })
const secret: ObjectRef = { group: '', kind: 'Secret', name: 'a', namespace: 'prod' }
const route: ObjectRef = {
  group: 'gateway.networking.k8s.io',
  kind: 'HTTPRoute',
  name: 'a',
  namespace: 'prod',
}
const eksa: ObjectRef = {
  group: 'anywhere.eks.amazonaws.com',
  kind: 'Cluster',
  name: 'blue',
  namespace: 'default',
}
const byLabel = { 'cluster.x-k8s.io/cluster-name': 'blue' }

type PlaceCase = [name: string, of: ObjectRef, seen: KubeObject | undefined, place: Place, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const places: PlaceCase[] = [
  ['a Machine',                   ref('Machine', 'a', 'prod'),      object({ spec: { clusterName: 'blue' } }),  { key: 'prod/blue' },                  'its cluster keeps it'],
  ['a ClusterClass',              ref('ClusterClass', 'a', 'prod'), labelled(byLabel),                          {},                                    'many clusters are made of it'],
  ['a rule for draining',         ref('MachineDrainRule', 'a', 'prod'), object({}),                             {},                                    'it speaks of many clusters'],
  ['a template of one cluster',   infra('AWSMachineTemplate', 'a'), owners('blue'),                             { key: 'prod/blue' },                  'only that reads it'],
  ['a template of two clusters',  infra('AWSMachineTemplate', 'a'), owners('blue', 'red'),                      {},                                    'both read it'],
  ['a template of nobody yet',    infra('AWSMachineTemplate', 'a'), object({}),                                 {},                                    'nobody knows who will read it'],
  ['a certificate of a cluster',  secret,                           labelled(byLabel, { type: 'cluster.x-k8s.io/secret' }), { key: 'prod/blue' },      'Cluster API made it for that cluster'],
  ['a Secret of somebody else',   secret,                           labelled(byLabel, { type: 'Opaque' }),      {},                                    'anybody may refer to it'],
  ['a Cluster of EKS Anywhere',   eksa,                             undefined,                                  { key: 'eksa-system/blue', readers: 'every' }, 'those that it manages ask it'],
  ['a composed resource',         bucket,                           labelled(composed, { spec: { forProvider: {} } }), { key: 'composite shop' },      'its composite is computed from it'],
  ['a resource that is alone',    bucket,                           object({ spec: { forProvider: {} } }),      { key: 'composite b' },                'it goes by itself'],
  ['a claim',                     { ...bucket, kind: 'Shop', namespace: 'prod' }, object(ofShop),               { key: 'composite shop' },             'it is computed from its composite'],
  ['a composed Machine',          ref('Machine', 'a', 'prod'),      labelled(composed, { spec: { clusterName: 'blue' } }), { key: 'prod/blue', readers: ['composite shop'] }, 'its cluster computes it, its composite reads it'],
  ['a composed route',            route,                            labelled(composed),                         { key: 'gateway-api', readers: ['composite shop'] }, 'whoever has the Gateways computes it'],
  ['a route',                     route,                            object({}),                                 { key: 'gateway-api' },                'its parents may be several Gateways'],
  ['a Service',                   { ...secret, kind: 'Service' },   object({}),                                 {},                                    'no family knows it'],
]

describe('Kept is', () => {
  for (const [name, of, seen, place, because] of places)
    it(`${name} by ${place.key ?? 'everybody'}, because ${because}`, () =>
      assert.deepEqual(placeOf(families, of, seen), place))
})

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
