import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { parseJson } from './parse-json.ts'
import { maxDepth, maxValues, tooManyValues } from './parsed.ts'
import { stringifyJson } from './stringify-json.ts'

type Case = [text: string, value: unknown, duplicates: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['{"a":1,"b":[true,null,"x"]}',       { a: 1, b: [true, null, 'x'] },   [],                                  'plain JSON is what JSON.parse makes of it'],
  [' [ ] ',                             [],                               [],                                  'space around is no content'],
  ['{"a\\":":1}',                       { 'a":': 1 },                     [],                                  'a quote inside a key ends nothing'],
  ['{"a\\\\":1,"b":"\\":"}',            { 'a\\': 1, b: '":' },            [],                                  'an escaped backslash before the quote does'],
  ['{"a":"\\":","b":"c"}',              { a: '":', b: 'c' },              [],                                  'what looks like a key inside a string is none'],
  ['9007199254740991',                  9007199254740991,                 [],                                  'still exact as a number'],
  ['9007199254740993',                  9007199254740993n,                [],                                  'a number would lose the last digit'],
  ['-9223372036854775808',              -9223372036854775808n,            [],                                  'the smallest int64'],
  ['9223372036854775808',               2 ** 63,                          [],                                  'beyond int64 Go falls back to a float'],
  ['9007199254740993.0',                9007199254740992,                 [],                                  'a literal with a point is a float'],
  ['1e20',                              1e20,                             [],                                  'so is one with an exponent'],
  ['{"a":1,"a":2}',                     { a: 2 },                         ['duplicate field "a"'],             'the last one wins'],
  ['{"a":{"b":1,"b":1,"b":2}}',         { a: { b: 2 } },                  ['duplicate field "a.b"'],           'each path is named once'],
  ['{"a":[{"b":1},{"b":1,"b":1}]}',     { a: [{ b: 1 }, { b: 1 }] },      ['duplicate field "a[1].b"'],        'items are named by their index'],
  ['{"a":{"x":1},"a":{"y":2}}',         { a: { y: 2 } },                  ['duplicate field "a"'],             'a second object replaces the first'],
  ['{"a\\u0062":1,"ab":2}',             { ab: 2 },                        ['duplicate field "ab"'],            'two spellings, one key'],
]

describe('parseJson', () => {
  for (const [text, value, duplicates, because] of cases) {
    it(`${text}, because ${because}`, () => {
      assert.deepEqual(parseJson(text), { value, duplicates })
    })
  }

  it('keeps the members of both objects when a repeated key is merged', () => {
    const parsed = parseJson('{"data":{"a":"1","b":"1"},"data":{"b":"2"}}', { repeated: 'merge' })
    assert.deepEqual(parsed.value, { data: { a: '1', b: '2' } })
  })

  it('treats __proto__ as a key like any other, read fast or slowly', () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1},"a":1,"a":1}']) {
      const value = parseJson(text).value as Record<string, unknown>
      assert.equal(Object.getPrototypeOf(value), Object.prototype)
      assert.deepEqual(Object.getOwnPropertyDescriptor(value, '__proto__')?.value, { x: 1 })
      assert.equal((value as { x?: unknown }).x, undefined)
    }
  })

  it('stops counting repeated keys at a hundred', () => {
    const keys = Array.from({ length: 150 }, (_, index) => `"k${index}":1,"k${index}":2`)
    assert.equal(parseJson(`{${keys.join(',')}}`).duplicates.length, 100)
  })

  it('refuses nesting that could exhaust the stack', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    assert.deepEqual(parseJson(deep(maxDepth)).duplicates, [])
    assert.throws(() => parseJson(deep(100_000)), {
      name: 'JsonSyntaxError',
      message: `exceeded max depth of ${maxDepth}`,
    })
  })

  it('refuses more values than writes can go through, and numbers that are none', () => {
    const many = `[${'1,'.repeat(maxValues)}1]`
    assert.throws(() => parseJson(many), { message: tooManyValues })
    assert.throws(() => parseJson(many.replace('1', '"\\ud800"')), { message: tooManyValues })
    assert.doesNotThrow(() => parseJson(many, { ours: true }))
    assert.throws(() => parseJson('[1e999]'), {
      message: 'json: cannot unmarshal number 1e999 into Go value of type float64',
    })
  })

  it('takes no more steps for a key that is repeated than for others', () => {
    const parts = Array.from({ length: 20_000 }, (_, index) => `"a":{"k${index}":1}`)
    const { value } = parseJson(`{${parts.join(',')}}`, { repeated: 'merge' })
    assert.equal(Object.keys((value as { a: object }).a).length, 20_000)
  })
})

type Bad = [text: string, message: string, position: number]

// biome-ignore format: the table is the specification; its columns stay aligned
const bad: Bad[] = [
  ['',                 'unexpected end of JSON input',                                               0],
  ['{"a":1',           'unexpected end of JSON input',                                               6],
  ['"abc',             'unexpected end of JSON input',                                               4],
  ['x',                "invalid character 'x' looking for beginning of value",                       0],
  ["'a'",              "invalid character '\\'' looking for beginning of value",                     0],
  ['{a:1}',            "invalid character 'a' looking for beginning of object key string",           1],
  ['{"a":1,}',         "invalid character '}' looking for beginning of object key string",           7],
  ['{"a" 1}',          "invalid character '1' after object key",                                     5],
  ['{"a":1 "b":2}',    "invalid character '\"' after object key:value pair",                         7],
  ['[1 2]',            "invalid character '2' after array element",                                  3],
  ['[1,]',             "invalid character ']' looking for beginning of value",                       3],
  ['{} {}',            "invalid character '{' after top-level value",                                3],
  ['01',               "invalid character '1' after top-level value",                                1],
  ['-a',               "invalid character 'a' in numeric literal",                                   1],
  ['1.x',              "invalid character 'x' after decimal point in numeric literal",               2],
  ['1e+x',             "invalid character 'x' in exponent of numeric literal",                       3],
  ['trux',             "invalid character 'x' in literal true (expecting 'e')",                      3],
  ['"a\nb"',           "invalid character '\\n' in string literal",                                  2],
  ['"\\x"',            "invalid character 'x' in string escape code",                                2],
  ['"\\u12g4"',        "invalid character 'g' in \\u hexadecimal character escape",                  5],
]

describe('parseJson refuses', () => {
  for (const [text, message, position] of bad) {
    it(`${JSON.stringify(text)}: ${message}`, () => {
      assert.throws(
        () => parseJson(text),
        (error) => {
          assert.ok(error instanceof JsonSyntaxError)
          assert.equal(error.message, message)
          assert.equal(error.position, position)
          return true
        },
      )
    })
  }

  it('says where in lines and columns', () => {
    assert.throws(() => parseJson('{\n  "a": x\n}'), { line: 2, column: 8 })
  })
})

describe('stringifyJson', () => {
  it('writes what parseJson reads, to the last digit', () => {
    const text = '{"a":[9007199254740993,-9223372036854775808],"b":"x","c":1.5}'
    assert.equal(stringifyJson(parseJson(text).value), text)
  })
})
