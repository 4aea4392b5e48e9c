import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeldBytes } from './held-bytes.ts'

function held(pieces: readonly Buffer[]): HeldBytes {
  const bytes = new HeldBytes()
  for (const piece of pieces) bytes.push(piece)
  return bytes
}

describe('Bytes that are held', () => {
  it('are the same and in their order, however they come', () => {
    const text = Array.from({ length: 2_500 }, (_, index) => `${index} `)
    const bytes = held(text.map((each) => Buffer.from(each)))
    assert.equal(Buffer.concat(bytes.pieces).toString(), text.join(''))
    assert.equal(bytes.size, text.join('').length)
  })

  it('take few pieces where they come one at a time', () => {
    const bytes = held(Array.from({ length: 100_000 }, () => Buffer.from('a')))
    assert.ok(bytes.pieces.length < 1_200, `${bytes.pieces.length} pieces`)
    assert.equal(bytes.size, 100_000)
  })

  it('are not copied where they come in long pieces', () => {
    const pieces = Array.from({ length: 1_500 }, () => Buffer.alloc(5_000))
    const kept = held(pieces).pieces
    assert.ok(kept.every((piece, at) => piece === pieces[at]))
  })
})
