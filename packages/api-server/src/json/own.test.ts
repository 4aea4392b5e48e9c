import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { same } from '@sitrep/status/same'
import { cloneJson } from './clone-json.ts'
import { getOwn, getPath, type MutableJsonObject, setOwn } from './own.ts'
import { parseJson } from './parse-json.ts'
import { quoteGo } from './quote.ts'

describe('members of JSON objects', () => {
  for (const key of ['__proto__', 'constructor', 'toString', 'plain']) {
    it(`${key} is data: absent until set, then there`, () => {
      const object: MutableJsonObject = {}
      assert.equal(getOwn(object, key), undefined)
      setOwn(object, key, { polluted: true })
      assert.deepEqual(getOwn(object, key), { polluted: true })
      assert.equal(Object.getPrototypeOf(object), Object.prototype)
      assert.deepEqual(Object.keys(cloneJson(object)), [key])
    })
  }

  it('getPath follows names and indexes, and stops where there is nothing', () => {
    const value = parseJson('{"a":[{"b":1}],"n":null}').value
    assert.equal(getPath(value, ['a', 0, 'b']), 1)
    assert.equal(getPath(value, ['n']), null)
    assert.equal(getPath(value, ['a', 'b']), undefined)
    assert.equal(getPath(value, ['constructor', 'name']), undefined)
  })
})

type Pair = [a: string, b: string, alike: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const pairs: Pair[] = [
  ['{"a":1,"b":2}',      '{"b":2,"a":1}',      true,  'members have no order'],
  ['[1,2]',              '[2,1]',              false, 'items have'],
  ['{"a":null}',         '{}',                 false, 'null is a value'],
  ['{"a":null}',         '{"b":null}',         false, 'another key'],
  ['9007199254740993',   '9007199254740993',   true,  'big integers by value'],
  ['9007199254740993',   '9007199254740995',   false, 'to the last digit'],
  ['{"toString":1}',     '{"x":1}',            false, 'inherited members do not count'],
  ['[]',                 '{}',                 false, 'an array is no object'],
]

describe('same', () => {
  for (const [a, b, alike, because] of pairs) {
    it(`${a} and ${b}: ${alike}, because ${because}`, () => {
      assert.equal(same(parseJson(a).value, parseJson(b).value), alike)
    })
  }
})

// biome-ignore format: the table is the specification; its columns stay aligned
const quoted: [text: string, quoted: string][] = [
  ['plain é ☃',        '"plain é ☃"'],
  ['a"b\\c',           '"a\\"b\\\\c"'],
  ['\n\t\x07\x00\x7f', '"\\n\\t\\a\\x00\\x7f"'],
  ['\u00a0\u200b',     '"\\u00a0\\u200b"'],
  ['\u{10ffff}',       '"\\U0010ffff"'],
]

describe('quoteGo', () => {
  for (const [text, expected] of quoted) {
    it(`prints ${expected}`, () => assert.equal(quoteGo(text), expected))
  }
})
