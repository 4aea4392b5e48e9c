import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { parseYaml } from './parse-yaml.ts'

type Case = [text: string, value: unknown, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a: yes',                         { a: true },                     'YAML 1.1 words are booleans'],
  ['a: off',                         { a: false },                    'both of them'],
  ['a: "yes"',                       { a: 'yes' },                    'not when quoted'],
  ['a: !!str yes',                   { a: 'yes' },                    'nor when tagged as text'],
  ['a: ~',                           { a: null },                     'the tilde is null'],
  ['a:',                             { a: null },                     'and so is nothing at all'],
  ['a: 0777',                        { a: 511 },                      'a leading zero means octal'],
  ['a: 0o17',                        { a: 15 },                       'the spelled-out octal too'],
  ['a: 0x1F',                        { a: 31 },                       'hexadecimal'],
  ['a: 0b101',                       { a: 5 },                        'binary'],
  ['a: 1_000',                       { a: 1000 },                     'underscores group digits'],
  ['a: 089',                         { a: 89 },                       'no octal number, so a float'],
  ['a: 1:30',                        { a: '1:30' },                   'sexagesimal numbers are not known here'],
  ['a: 2024-01-02',                  { a: '2024-01-02' },             'dates stay text'],
  ['a: 1e3',                         { a: 1000 },                     'floats may have exponents'],
  ['a: .5',                          { a: 0.5 },                      'or begin with the point'],
  ['a: 9007199254740993',            { a: 9007199254740993n },        'int64 is kept exactly'],
  ['a: v1',                          { a: 'v1' },                     'the rest is text'],
  ['a: -x',                          { a: '-x' },                     'a sign alone makes no number'],
  ['1: x\non: z',                    { 1: 'x', true: 'z' },           'keys become strings'],
  ['a: &x {b: 1}\nc: *x',            { a: { b: 1 }, c: { b: 1 } },    'aliases are copied'],
  ['d: &x {b: 1}\na: {<<: *x, c: 2}', { d: { b: 1 }, a: { b: 1, c: 2 } }, 'merge keys are followed'],
  ['a: |\n  x\n  y\n',               { a: 'x\ny\n' },                 'block text is text'],
  ['a: 1\n---\nb: 2\n',              { a: 1 },                        'only the first document counts'],
  ['{"a": 1, "b": "yes"}',           { a: 1, b: 'yes' },              'JSON is YAML'],
  ['{a: 1}',                         { a: 1 },                        'so is what only looks like JSON'],
  ['',                               null,                            'nothing is null'],
]

describe('parseYaml', () => {
  for (const [text, value, because] of cases) {
    it(`${JSON.stringify(text)}, because ${because}`, () => {
      assert.deepEqual(parseYaml(text), { value, duplicates: [] })
    })
  }

  it('names repeated keys with their lines in one phrase', () => {
    const { value, duplicates } = parseYaml('a: 1\nb:\n  c: 1\n  c: 2\na: 3\n')
    assert.deepEqual(value, { a: 3, b: { c: 2 } })
    assert.deepEqual(duplicates, [
      'yaml: unmarshal errors:\n  line 4: key "c" already set in map\n  line 5: key "a" already set in map',
    ])
  })

  it('treats __proto__ as a key like any other', () => {
    const value = parseYaml('__proto__: {x: 1}').value as object
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.ok(Object.hasOwn(value, '__proto__'))
  })

  it('says in which line and column reading stopped', () => {
    assert.throws(
      () => parseYaml('a: 1\nb: [1, 2\nc: 3\n'),
      (error) =>
        error instanceof JsonSyntaxError && error.line >= 2 && error.message.startsWith('yaml: line '),
    )
  })

  for (const text of ['a: .inf', 'a: .nan', '? [a]\n: b', 'a: *nowhere']) {
    it(`refuses ${JSON.stringify(text)}, because JSON cannot hold it`, () => {
      assert.throws(() => parseYaml(text), JsonSyntaxError)
    })
  }

  it('refuses a small document that expands without end', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `k${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)
    assert.throws(() => parseYaml(['k0: &a0 [x, x]', ...levels].join('\n')), JsonSyntaxError)
  })
})
