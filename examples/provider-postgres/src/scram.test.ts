import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isVerifierOf, newPassword, verifierOf } from './scram.ts'

describe('Passwords', () => {
  it('are told from others by what the server keeps of them', () => {
    const password = newPassword()
    const kept = verifierOf(password)
    assert.equal(isVerifierOf(kept, password), true)
    assert.equal(isVerifierOf(kept, `${password}x`), false)
    assert.equal(kept.includes(password), false)
  })

  it('match nothing that is no verifier', () => {
    for (const kept of [null, '', 'md5c4ca4238a0b923820dcc509a6f75849b', 'secret'])
      assert.equal(isVerifierOf(kept, 'secret'), false)
  })

  it('are others every time', () => {
    assert.notEqual(newPassword(), newPassword())
  })
})
