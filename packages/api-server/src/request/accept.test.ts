import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseAccept } from './accept.ts'

const typesOf = (header: string): readonly string[] => parseAccept(header).map(({ type }) => type)

type Case = [name: string, header: string, types: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['one',              'application/json',        ['application/json'], 'it is the only one'],
  ['two alike',        'a/b, c/d',                ['a/b', 'c/d'],       'among equals the order counts'],
  ['one preferred',    'a/b;q=0.5, c/d',          ['c/d', 'a/b'],       'the second is preferred'],
  ['no number',        'a/b;q=much, c/d;q=0.9',   ['a/b', 'c/d'],       'what is no number counts as one'],
  ['capitals, blanks', '  Application/JSON ,, ',  ['application/json'], 'neither means anything'],
  ['nothing',          ',,,',                     [],                   'no type is named'],
]

describe('An Accept header', () => {
  for (const [name, header, types, because] of cases) {
    it(`${name}: because ${because}`, () => {
      assert.deepEqual(typesOf(header), types)
    })
  }

  it('tells the parameters of a type, without the preference', () => {
    const [clause] = parseAccept('application/json;As="Table"; v=v1;g=meta.k8s.io;q=0.1')
    assert.deepEqual({ ...clause?.params }, { as: 'Table', v: 'v1', g: 'meta.k8s.io' })
  })

  it('is read no further than clients write', () => {
    assert.equal(parseAccept('a/b;c=d,'.repeat(100_000)).length, 100)
    const [clause] = parseAccept(`a/b${numbered(100_000)}`)
    assert.equal(Object.keys(clause?.params ?? {}).length, 20)
  })
})

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `;p${index}=1`).join('')
}
