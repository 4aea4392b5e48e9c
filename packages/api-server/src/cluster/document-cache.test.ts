import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Slices } from '../schema/slices.ts'
import { DocumentCache } from './document-cache.ts'

/** A document that takes a turn to make. */
function counted(text: string): { made: number; make: () => Slices<Buffer> } {
  const counts = {
    made: 0,
    *make(): Slices<Buffer> {
      yield
      counts.made++
      return Buffer.from(text)
    },
  }
  return counts
}

describe('DocumentCache', () => {
  it('makes a document once for all who ask while it is made, and for all who come later', async () => {
    const documents = new DocumentCache()
    const document = counted('a')
    const [one, other] = await Promise.all([
      documents.get('a', document.make),
      documents.get('a', document.make),
    ])
    assert.equal(one, other)
    assert.equal(await documents.get('a', document.make), one)
    assert.equal(document.made, 1)
  })

  it('does not keep what was begun before something changed', async () => {
    const documents = new DocumentCache()
    const old = documents.get('a', counted('old').make)
    documents.clear()
    const fresh = documents.get('a', counted('new').make)
    assert.deepEqual([`${(await old).body}`, `${(await fresh).body}`], ['old', 'new'])
    assert.equal(`${(await documents.get('a', counted('never').make)).body}`, 'new')
  })

  it('tries again what could not be made', async () => {
    const documents = new DocumentCache()
    function* broken(): Slices<Buffer> {
      yield
      throw new TypeError('no')
    }
    await assert.rejects(async () => documents.get('a', broken), TypeError)
    assert.equal(`${(await documents.get('a', counted('a').make)).body}`, 'a')
  })
})
