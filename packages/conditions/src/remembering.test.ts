import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { remembering } from './remembering.ts'

describe('A function that remembers its last few answers', () => {
  const asked: string[] = []
  const answer = remembering((word: string) => {
    asked.push(word)
    return word.length
  }, 2)

  it('is asked again only for what was not among them', () => {
    assert.deepEqual(
      ['one', 'three', 'one', 'three', 'eleven', 'three', 'one'].map(answer),
      [3, 5, 3, 5, 6, 5, 3],
    )
    assert.deepEqual(asked, ['one', 'three', 'eleven', 'one'])
  })
})
