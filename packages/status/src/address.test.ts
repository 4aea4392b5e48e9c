import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Address,
  formatAddress,
  formatEntry,
  inEveryEntry,
  parseAddress,
  parseEntry,
} from './address.ts'

type Case = [written: string, address: Address, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Ready',                             { type: 'Ready' },                                        'a bare type stands in status.conditions'],
  ['example.org/Ready',                 { type: 'example.org/Ready' },                            'a type may have a domain'],
  ['v1beta2:Ready',                     { at: 'v1beta2', type: 'Ready' },                         'another fixed list goes by its path'],
  ['deprecated.v1beta1:Ready',          { at: 'deprecated.v1beta1', type: 'Ready' },              'however deep it lies'],
  ['listeners[https]:Programmed',       { at: 'listeners[https]', type: 'Programmed' },           'an entry goes by its key'],
  ['parents[a/b|infra/edge:80]:Accepted', { at: 'parents[a/b|infra/edge:80]', type: 'Accepted' }, 'a key may hold colons'],
  ['listeners["a b"]:Accepted',         { at: 'listeners["a b"]', type: 'Accepted' },             'a key that would be misread is quoted'],
]

describe('An address', () => {
  for (const [written, address, because] of cases) {
    it(`${written} is read and written, because ${because}`, () => {
      assert.deepEqual(parseAddress(written), address)
      assert.equal(formatAddress(address), written)
    })
  }

  it('of any entry is read as it was written, whatever its key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (key) => {
        const written = formatAddress({ at: formatEntry('parents', key), type: 'Accepted' })
        const { at = '', type } = parseAddress(written)
        assert.equal(type, 'Accepted')
        assert.deepEqual(parseEntry(at), { list: 'parents', key })
      }),
    )
  })

  it('stands for its like in every entry by leaving the key out', () => {
    assert.equal(inEveryEntry('listeners[https]:Programmed'), 'listeners[*]:Programmed')
    assert.equal(inEveryEntry('v1beta2:Ready'), 'v1beta2:Ready')
    assert.equal(inEveryEntry('Ready'), 'Ready')
  })

  for (const text of ['', ':', ':Ready', ']', '[', 'a[', 'a]:', '[]:x', 'listeners["]:Ready']) {
    it(`is read from anything without a throw: ${JSON.stringify(text)}`, () => {
      const { at, type } = parseAddress(text)
      assert.equal(typeof type, 'string')
      if (at !== undefined) parseEntry(at)
    })
  }
})
