import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { formatJson, isHostile } from './format-json.ts'
import { formatYaml } from './format-yaml.ts'

const hostile = 'a\u009b2J\u202eb\u200b\u{e0041}'
const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\t',
    '\r',
    '\u001b',
    '\0',
    '\ud800',
    '"',
    '\\',
    '\u009b',
    '\u202e',
    '\ufeff',
    '\u2028',
    'é',
    '𝄞',
  ),
})
const values = fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.array(texts)))

describe('What programs read', () => {
  it('holds nothing that moves a cursor or turns text round, as JSON and as YAML', () => {
    const value = { message: hostile, [hostile]: ['x', `two\nlines ${hostile}`] }
    for (const text of [formatJson(value), formatJson(value, 'line'), formatYaml(value)])
      assert.ok(!isHostile(text), text)
  })

  it('is the same when it is read back', () => {
    fc.assert(
      fc.property(values, (value) => {
        const plain = { ...value }
        assert.deepEqual(JSON.parse(formatJson(value)), plain)
        assert.deepEqual(JSON.parse(formatJson(value, 'line')), plain)
        assert.deepEqual(parse(formatYaml(value)), plain)
        assert.ok(!isHostile(formatJson(value)) && !isHostile(formatYaml(value)))
      }),
    )
  })

  it('stays plain where it is harmless', () => {
    assert.equal(formatYaml({ a: 'b c', d: [1] }), 'a: b c\nd:\n  - 1')
  })
})
