import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  comparePrecedence,
  compareVersions,
  formatVersion,
  type ParsedVersion,
  parseExactVersion,
  parseVersion,
  type VersionOrder,
} from './semver.ts'

type Read = [text: string, printed: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const readable: Read[] = [
  ['v1.34.1',               '1.34.1',               'a v may stand before it'],
  [' 1.34.1 ',              '1.34.1',               'spaces around it mean nothing'],
  ['v1.34',                 '1.34.0',               'what is missing is 0'],
  ['v01.034.1',             '1.34.1',               'superfluous zeros mean nothing'],
  ['v1.34.1-rc.0+build.1',  '1.34.1-rc.0+build.1',  'prerelease and build are kept'],
]

const unreadable: Read[] = [
  ['', 'strconv.ParseUint: parsing "": invalid syntax', 'nothing is no number'],
  ['latest', 'Invalid character(s) found in major number "0latest"', 'a word is no number'],
  ['1.x.0', 'Invalid character(s) found in minor number "x"', 'a letter is no number'],
  ['1.2-rc', 'Short version cannot contain PreRelease/Build meta data', 'a short version says no more'],
  [
    '1.2.3-01',
    'Numeric PreRelease version must not contain leading zeroes "01"',
    'semantic versioning forbids it',
  ],
  ['1.2.3-', 'Prerelease is empty', 'a dash announces something'],
  ['1.2.3-a_b', 'Invalid character(s) found in prerelease "a_b"', 'only letters, digits and dashes'],
  ['1.2.3+', 'Build meta data is empty', 'a plus announces something'],
  ['1.2.3+a_b', 'Invalid character(s) found in build meta data "a_b"', 'only letters, digits and dashes'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const inexact: Read[] = [
  ['',          'Version string empty',                                  'nothing is no version'],
  ['1.34',      'No Major.Minor.Patch elements found',                   'nothing is filled in'],
  ['v1.34.1',   'Invalid character(s) found in major number "v1"',       'a v is no number'],
  [' 1.34.1',   'Invalid character(s) found in major number " 1"',       'a space is no number'],
  ['1.034.1',   'Minor number must not contain leading zeroes "034"',    'semantic versioning forbids it'],
]

const told = (parsed: ParsedVersion): string => (parsed.valid ? formatVersion(parsed.version) : parsed.why)

describe('a version', () => {
  for (const [text, printed, because] of readable) {
    it(`${JSON.stringify(text)} is ${printed}, because ${because}`, () => {
      assert.equal(told(parseVersion(text)), printed)
      assert.equal(told(parseExactVersion(printed)), printed)
    })
  }
  for (const [text, why, because] of unreadable) {
    it(`${JSON.stringify(text)} is none, because ${because}`, () =>
      assert.equal(told(parseVersion(text)), why))
  }
  for (const [text, why, because] of inexact) {
    it(`${JSON.stringify(text)} is none to the letter, because ${because}`, () =>
      assert.equal(told(parseExactVersion(text)), why))
  }
})

type Pair = [a: string, b: string, order: VersionOrder, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const pairs: Pair[] = [
  ['1.9.0',        '1.10.0',       -1,          'numbers are compared as numbers'],
  ['1.10.0',       '1.9.9',        1,           'the minor number comes first'],
  ['1.2.3',        '1.2.3',        0,           'they are the same'],
  ['1.2.3-rc.1',   '1.2.3',        -1,          'a release comes after its prereleases'],
  ['1.2.3-rc.1',   '1.2.3-rc.2',   -1,          'numbers inside count too'],
  ['1.2.3-1',      '1.2.3-a',      -1,          'numbers come before words'],
  ['1.2.3-a',      '1.2.3-a.1',    -1,          'the longer one comes later'],
  ['1.2.3+2',      '1.2.3+10',     -1,          'rebuilds are counted'],
  ['1.2.3',        '1.2.3+1',      -1,          'a rebuild comes after the build'],
  ['1.2.3+a',      '1.2.3+b',      'unordered', 'words have no order among each other'],
  ['1.2.3+1',      '1.2.3+a',      -1,          'numbers come before words'],
  ['18446744073709551615.0.0', '9.0.0', 1,      'numbers may be larger than JavaScript can count'],
]

describe('two versions', () => {
  for (const [a, b, order, because] of pairs) {
    it(`${a} and ${b}: ${order}, because ${because}`, () => {
      const [left, right] = [parseVersion(a), parseVersion(b)]
      assert.ok(left.valid && right.valid)
      assert.equal(compareVersions(left.version, right.version), order)
      const built = left.version.build.length + right.version.build.length > 0
      assert.equal(comparePrecedence(left.version, right.version), built ? 0 : order)
    })
  }
})
