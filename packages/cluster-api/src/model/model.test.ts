import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { conditionList } from './conditions.ts'
import { contractRef } from './references.ts'
import { inOneLayout, legacyStatus } from './stages.ts'

const ready = { type: 'Ready', status: 'True' }
const old = { type: 'Ready', status: 'False', severity: 'Info', reason: 'Deleting' }
const object = (apiVersion: string, status?: Record<string, unknown>): KubeObject => ({
  apiVersion,
  kind: 'Machine',
  metadata: { name: 'w' },
  ...(status && { status }),
})

describe('the one layout', () => {
  type Case = readonly [
    name: string,
    status: Record<string, unknown>,
    expected: Record<string, unknown>,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['as released',           { v1beta2: { conditions: [ready] }, conditions: [old] },                                          { conditions: [ready], deprecated: { v1beta1: { conditions: [old] } } },                        'v1beta1 keeps the newer ones in a group'],
    ['as proposed',           { experimentalConditions: [ready], experimentalReadyReplicas: 2, conditions: [old], readyReplicas: 1 }, { conditions: [ready], readyReplicas: 2, deprecated: { v1beta1: { conditions: [old], readyReplicas: 1 } } }, 'the document gives them names of their own'],
    ['before both',           { conditions: [old], failureReason: 'CreateError' },                                              { deprecated: { v1beta1: { conditions: [old], failureReason: 'CreateError' } } },              'only the older model is there'],
    ['counters of the group', { v1beta2: { upToDateReplicas: 3, availableReplicas: 2 }, availableReplicas: 1, updatedReplicas: 3 }, { upToDateReplicas: 3, availableReplicas: 2, deprecated: { v1beta1: { availableReplicas: 1, updatedReplicas: 3 } } }, 'the same name means something else'],
    ['what was initialized',  { bootstrapReady: true, infrastructureReady: true, controlPlaneReady: true },                     { initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true, controlPlaneInitialized: true } }, 'the older API has flags for it'],
    ['what was not',          { bootstrapReady: false, infrastructureReady: false },                                            {},                                                                                             'a plain false may mean that nobody said'],
    ['a control plane',       { initialized: true, ready: true },                                                               { initialization: { controlPlaneInitialized: true } },                                          'ready was derived from it'],
    ['what is the same',      { nodeRef: { name: 'w' }, phase: 'Running' },                                                     { nodeRef: { name: 'w' }, phase: 'Running' },                                                   'it stays where it is'],
  ]
  for (const [name, status, expected, because] of cases) {
    it(`${name}, because ${because}`, () => {
      assert.deepEqual(
        inOneLayout(object('cluster.x-k8s.io/v1beta1', status)),
        object('cluster.x-k8s.io/v1beta2', expected),
      )
    })
  }
  it('is left alone where it is there already, because nothing has to be moved', () => {
    const newer = object('cluster.x-k8s.io/v1beta2', { conditions: [ready] })
    assert.equal(inOneLayout(newer), newer)
  })
  it('is not for objects of others, because v1beta1 means something else there', () => {
    const other = object('infrastructure.cluster.x-k8s.io/v1beta1', { conditions: [ready] })
    assert.equal(inOneLayout(other), other)
  })
  it('does not make up a status, because none was there', () => {
    assert.deepEqual(
      inOneLayout(object('controlplane.cluster.x-k8s.io/v1beta1')),
      object('controlplane.cluster.x-k8s.io/v1beta2'),
    )
  })
})

describe('what is left of the older model', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['as released',  { deprecated: { v1beta1: { phase: 'a' } } },                               { phase: 'a' }, 'v1beta2 keeps it under deprecated'],
    ['as proposed',  { backCompatibility: { phase: 'b' } },                                     { phase: 'b' }, 'the document has a name for it'],
    ['both',         { backCompatibility: { phase: 'b' }, deprecated: { v1beta1: { phase: 'a' } } }, { phase: 'b' }, 'the document comes first'],
    ['nothing',      undefined,                                                                  {},             'there is nothing to read'],
  ] as const
  for (const [name, status, expected, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(legacyStatus(status), expected))
  }
})

describe('a reference to a provider', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['by group',         { apiGroup: 'x.io', kind: 'A', name: 'a' },                    { group: 'x.io', kind: 'A', name: 'a' }, 'v1beta2 says it so'],
    ['by version',       { apiVersion: 'x.io/v1', kind: 'A', name: 'a', namespace: 'n' }, { group: 'x.io', kind: 'A', name: 'a' }, 'v1beta1 says it so; the namespace is that of whoever refers'],
    ['without a name',   { apiGroup: 'x.io', kind: 'A' },                               undefined,                               'it leads nowhere'],
    ['of the core',      { apiVersion: 'v1', kind: 'Secret', name: 'a' },               undefined,                               'a provider has a group'],
    ['a text',           'x.io/A/a',                                                    undefined,                               'that is no reference'],
    ['nothing',          undefined,                                                     undefined,                               'there is none'],
  ] as const
  for (const [name, value, expected, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(contractRef(value), expected))
  }
})

describe('a list of conditions', () => {
  it('passes over what is none, because foreign data is never trusted', () => {
    assert.deepEqual(conditionList([ready, null, { type: 'X' }, 3]), [ready])
  })
  it('is not copied where all of it is good, because it is read in every pass', () => {
    const conditions = [ready]
    assert.equal(conditionList(conditions), conditions)
  })
})
