import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConversionHandler } from './conversion-review.ts'

const answer = createConversionHandler({ profile: 'released', referenceVersion: () => 'v1beta1' })

const machine = (version: string, status: object = {}): object => ({
  apiVersion: `cluster.x-k8s.io/${version}`,
  kind: 'Machine',
  metadata: { name: 'a', namespace: 'b' },
  status,
})

const review = (desiredAPIVersion: unknown, objects: unknown, uid: unknown = 'u-1'): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  request: { uid, desiredAPIVersion, objects },
})

describe('a ConversionReview', () => {
  it('is answered with all objects in the wanted version, in their order', () => {
    const objects = [machine('v1beta1', { bootstrapReady: true }), machine('v1beta2')]
    const { response } = answer(review('cluster.x-k8s.io/v1beta2', objects))
    assert.equal(response.uid, 'u-1')
    assert.deepEqual(response.result, { status: 'Success' })
    assert.deepEqual(
      response.convertedObjects.map(({ apiVersion }) => apiVersion),
      ['cluster.x-k8s.io/v1beta2', 'cluster.x-k8s.io/v1beta2'],
    )
    assert.deepEqual(response.convertedObjects[0]?.status, {
      initialization: { bootstrapDataSecretCreated: true },
    })
  })

  it('is answered with nothing converted when one object cannot be', () => {
    const { response } = answer(
      review('cluster.x-k8s.io/v1beta2', [machine('v1beta1'), { ...machine('v1beta1'), kind: 'X' }]),
    )
    assert.deepEqual(response.convertedObjects, [])
    assert.equal(response.result.status, 'Failure')
  })
})

type Case = [name: string, sent: unknown, says: RegExp, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const malformed: Case[] = [
  ['nothing',             undefined,                                                        /request\.uid/,        'there is nothing to answer'],
  ['a text',              'hello',                                                          /request\.uid/,        'a review is an object'],
  ['no request',          { kind: 'ConversionReview' },                                     /request\.uid/,        'there is nothing to answer'],
  ['no uid',              review('cluster.x-k8s.io/v1beta2', [], null),                     /request\.uid/,        'the answer could not be matched'],
  ['no version',          review(undefined, []),                                            /desiredAPIVersion/,   'nobody says where to'],
  ['no objects',          review('cluster.x-k8s.io/v1beta2', {}),                           /request\.objects/,    'a list is asked for'],
  ['an object of null',   review('cluster.x-k8s.io/v1beta2', [null]),                       /apiVersion and kind/, 'it says nothing about itself'],
  ['an unknown version',  review('cluster.x-k8s.io/v9', [machine('v1beta1')]),              /no stage v9/,         'no table leads there'],
  ['another group',       review('example.com/v1beta2', [machine('v1beta1')]),              /cannot become/,       'a group is not a stage'],
  ['no metadata',         review('cluster.x-k8s.io/v1beta2', [{ apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' }]), /metadata/, 'that is no object'],
]

describe('a malformed ConversionReview is answered with a Failure', () => {
  for (const [name, sent, says, because] of malformed) {
    it(`${name}, because ${because}`, () => {
      const { response } = answer(sent)
      assert.equal(response.result.status, 'Failure')
      assert.match(response.result.status === 'Failure' ? response.result.message : '', says)
    })
  }
})
