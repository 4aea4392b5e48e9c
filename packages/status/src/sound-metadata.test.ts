import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ObjectMetadata } from './object.ts'
import { soundMetadata } from './sound-metadata.ts'

describe('Metadata from outside', () => {
  const owner = { kind: 'Set', name: 's', uid: 'u' }
  type Case = readonly [
    name: string,
    metadata: object,
    sound: object,
    odd: readonly string[],
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['null for everything', { labels: null, annotations: null, ownerReferences: null, finalizers: null, creationTimestamp: null }, {}, [], 'null is how encoders write that nothing is there'],
    ['a text for a map',    { labels: 'x' },                       {},                           ['metadata.labels is not a map of texts'],                  'there is nothing to look up in it'],
    ['a map for a list',    { ownerReferences: { a: 1 } },         {},                           ['metadata.ownerReferences is not a list of owners'],       'it names no owner'],
    ['one bad label',       { labels: { a: 'b', c: 1 } },          { labels: { a: 'b' } },       ['metadata.labels is in part not a map of texts'],          'the others still select'],
    ['one bad owner',       { ownerReferences: [null, owner, 3] }, { ownerReferences: [owner] }, ['metadata.ownerReferences is in part not a list of owners'], 'the others still own'],
    ['a number for a time', { creationTimestamp: 5 },              {},                           ['metadata.creationTimestamp is not a time'],               'ages are told from texts'],
  ]
  for (const [name, metadata, sound, odd, because] of cases) {
    it(`${name}, because ${because}`, () => {
      const given = { name: 'a', ...metadata } as unknown as ObjectMetadata
      assert.deepEqual(soundMetadata(given), { metadata: { name: 'a', ...sound }, odd })
    })
  }

  it('comes back itself where all is sound, because nothing is copied that need not be', () => {
    const metadata = { name: 'a', labels: { a: 'b' }, ownerReferences: [owner] }
    assert.equal(soundMetadata(metadata).metadata, metadata)
  })
})
