import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '../json/json.ts'
import { decodeHead, decodeObject, encodeObject, prefixOf, readLabels } from './encoding.ts'

const object: KubeObject = {
  metadata: { name: 'größe', labels: { a: 'b' } } as KubeObject['metadata'],
  kind: 'Widget',
  spec: { replicas: 2n ** 60n },
  apiVersion: 'example.org/v1',
}

describe('the bytes of an object', () => {
  for (const origin of ['builtin', 'custom'] as const) {
    it(`begin with the prefix of their version: ${origin}`, () => {
      const { full } = prefixOf({ origin, kind: 'Widget' }, 'example.org/v1')
      assert.equal(encodeObject(object, origin).subarray(0, full.length).toString(), full.toString())
    })
  }

  it('are read as what was written, large integers and other letters included', () => {
    const bytes = encodeObject(object, 'custom')
    assert.deepEqual([decodeObject(bytes), readLabels(bytes)], [object, { a: 'b' }])
  })

  it('are read so wherever the first of sixteen digits that the platform would round stands', () => {
    for (let before = 0; before < 32; before++) {
      const spec = { text: 'x'.repeat(before), limit: 9007199254740993n }
      const written = { ...object, spec }
      assert.deepEqual(decodeObject(encodeObject(written, 'custom')), written, `after ${before} letters`)
    }
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const heads: readonly [text: string, says: string, because: string][] = [
    ['{"kind":"A","apiVersion":"v1","metadata":{"name":"a"},"spec":{}}', '{"kind":"A","apiVersion":"v1","metadata":{"name":"a"}}', 'the rest is not looked at'],
    ['{"apiVersion":"v1","kind":"A","metadata":{"a":["]}\\""]}}',        '{"apiVersion":"v1","kind":"A","metadata":{"a":["]}\\""]}}', 'brackets in a text close nothing'],
    ['{"kind":"A","spec":{},"metadata":{}}',                            '{"kind":"A","spec":{},"metadata":{}}',                    'who wrote it in another order has all of it read'],
    ['{"kind":"A","apiVersion":"v1","metadata":null,"spec":{}}',        '{"kind":"A","apiVersion":"v1","metadata":null,"spec":{}}', 'there is nothing to end with'],
  ]
  for (const [text, says, because] of heads) {
    it(`are read up to the end of the metadata: ${text}, because ${because}`, () => {
      assert.equal(JSON.stringify(decodeHead(Buffer.from(text))), says)
    })
  }

  it('keep no memory alive but their own', () => {
    const bytes = encodeObject(object, 'custom')
    assert.equal(bytes.buffer.byteLength, bytes.length)
  })
})
