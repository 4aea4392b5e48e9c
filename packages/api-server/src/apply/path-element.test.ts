import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalElement, compareElements, elementText } from './path-element.ts'

type Spelling = [given: string, canonical: string, text: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const spellings: Spelling[] = [
  ['f:spec',                        'f:spec',                             '.spec',                  'a field is its name'],
  ['f:a.b/c',                       'f:a.b/c',                            '.a.b/c',                 'names are not escaped'],
  ['k:{"name":"a"}',                'k:{"name":"a"}',                     '[name="a"]',             'an item is its keys'],
  ['k:{ "port": 80, "name": "a" }', 'k:{"name":"a","port":80}',           '[name="a",port=80]',     'keys are sorted and compact'],
  ['k:{"name":"a<b"}',              'k:{"name":"a\\u003cb"}',             '[name="a<b"]',           'the server escapes for HTML'],
  ['v:"x"',                         'v:"x"',                              '[="x"]',                 'an item of a set is its value'],
  ['v: 1',                          'v:1',                                '[=1]',                   'spaces do not count'],
  ['i:07',                          'i:7',                                '[7]',                    'an index is a number'],
]

describe('a path element', () => {
  for (const [given, canonical, text, because] of spellings) {
    it(`${given} is ${canonical} and reads ${text}, because ${because}`, () => {
      assert.equal(canonicalElement(given), canonical)
      assert.equal(elementText(canonical), text)
    })
  }

  it('of an unknown kind is ignored, and one that cannot be read is an error', () => {
    assert.deepEqual(canonicalElement('z:later'), { ignored: true })
    for (const broken of ['', 'f', 'field', 'k:[', 'k:1', 'v:', 'i:one']) {
      assert.ok(
        typeof canonicalElement(broken) === 'object' && !('ignored' in Object(canonicalElement(broken))),
      )
    }
  })

  it('stands in the order of what it says, not of its text', () => {
    const sorted = [
      'f:B',
      'f:a',
      'f:\uffff',
      'f:\u{1f600}',
      'k:{"name":"a"}',
      'k:{"name":"a b"}',
      'k:{"name":"a!"}',
      'k:{"name":"ab"}',
      'k:{"port":2}',
      'k:{"port":10}',
      'k:{"port":10,"protocol":"TCP"}',
      'v:2',
      'v:10',
      'v:"a"',
      'v:false',
      'v:true',
      'i:2',
      'i:10',
    ]
    assert.deepEqual(sorted.toReversed().sort(compareElements), sorted)
  })
})
