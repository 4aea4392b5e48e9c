import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareVersions, formatVersion, parseVersion } from './version.ts'

type Case = [text: string, version: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['v0.20.11',            'v0.20.11', 'it is one'],
  ['0.20.11',             'v0.20.11', 'the v may be missing'],
  ['v0.19.0-dev+latest',  'v0.19.0',  'what follows the numbers is not printed'],
  ['v1.16.10-eksa.1',     'v1.16.10', 'distributions count their rebuilds there'],
  ['v1.16',               undefined,  'three numbers belong to it'],
  ['v01.2.3',             undefined,  'a number does not begin with zero'],
  ['v1.2.3-01',           undefined,  'nor does one that follows'],
  ['latest',              undefined,  'a word is none'],
  ['',                    undefined,  'nothing is none'],
]

describe('a version of EKS Anywhere', () => {
  for (const [text, version, because] of cases) {
    it(`${JSON.stringify(text)} is ${version ?? 'none'}, because ${because}`, () => {
      const parsed = parseVersion(text)
      assert.equal(parsed && formatVersion(parsed), version)
    })
  }

  it('is later by its numbers, the first that differs deciding', () => {
    const versions = ['v0.9.9', 'v0.10.0', 'v0.10.2', 'v1.0.0'].map((text) => parseVersion(text))
    const [a, b, c, d] = versions
    assert.ok(a && b && c && d)
    assert.ok(compareVersions(b, a) > 0 && compareVersions(c, b) > 0 && compareVersions(d, c) > 0)
    assert.equal(compareVersions(a, a), 0)
  })
})
