import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareHostnames, intersection, sharedHostnames } from './hostnames.ts'

describe('the names that two hostnames have in common', () => {
  type Case = readonly [one: string, other: string, common: string | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a.test',      'a.test',       'a.test',       'they are the same'],
    ['a.test',      'b.test',       undefined,      'they are two names'],
    ['',            'a.test',       'a.test',       'an empty one holds every name'],
    ['',            '',             '',             'every name'],
    ['*.a.test',    'x.a.test',     'x.a.test',     'a wildcard holds it'],
    ['*.a.test',    'x.y.a.test',   'x.y.a.test',   'a wildcard holds any number of labels'],
    ['*.a.test',    'a.test',       undefined,      'a wildcard stands for at least one label'],
    ['*.a.test',    'xa.test',      undefined,      'labels are whole'],
    ['*.test',      '*.a.test',     '*.a.test',     'the longer one is narrower'],
    ['*.a.test',    '*.a.test',     '*.a.test',     'they are the same'],
    ['*.a.test',    '*.b.test',     undefined,      'they lie beside each other'],
  ]
  for (const [one, other, common, because] of cases) {
    it(`${one || 'any'} and ${other || 'any'}: ${common ?? 'none'}, because ${because}`, () => {
      assert.equal(intersection(one, other), common)
      assert.equal(intersection(other, one), common)
    })
  }
})

describe('the hostnames of a route that a listener takes', () => {
  it('are narrowed to the listener and remembered as they were written', () => {
    assert.deepEqual(sharedHostnames('Very.Specific.test', ['*.specific.test', 'other.test']), [
      { effective: 'very.specific.test', written: '*.specific.test' },
    ])
  })

  it("are the listener's own where the route has none", () => {
    assert.deepEqual(sharedHostnames('a.test', []), [{ effective: 'a.test', written: '' }])
  })
})

describe('the order of hostnames', () => {
  it('is exact, then wildcards by length, then any', () => {
    const given = ['', '*.test', 'a.test', '*.a.test', 'bb.test']
    assert.deepEqual([...given].sort(compareHostnames), ['bb.test', 'a.test', '*.a.test', '*.test', ''])
  })
})
