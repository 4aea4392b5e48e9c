import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import { compileSchema } from './compiled-schema.ts'
import type { Schema } from './schema.ts'
import { validateObject } from './validate-object.ts'

/** The errors of `{ "x": <json> }` under a schema for x, as `field: message` each. */
function errorsFor(x: Schema, json: string): readonly string[] {
  const schema = compileSchema({ type: 'object', properties: { x } })
  const object = parseJson(`{"x":${json}}`).value as JsonObject
  return validateObject(schema, object).map(({ field, message }) => `${field}: ${message}`)
}

type Case = [x: Schema, json: string, errors: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [{ type: 'string' },                                  '"a"',    [], 'the type is right'],
  [{ type: 'string' },                                  '1',      ['x: Invalid value: "integer": x in body must be of type string: "integer"'], 'the type found stands for the value'],
  [{ type: 'integer' },                                 '1.5',    ['x: Invalid value: "number": x in body must be of type integer: "number"', '<nil>: Invalid value: "": Checked value must be of type integer (default format) in x'], 'a fraction is no integer, and told so twice'],
  [{ type: 'integer' },                                 '1.0',    [], 'a whole number is, however it is written'],
  [{ type: 'number' },                                  '1',      [], 'an integer is a number'],
  [{ type: 'object' },                                  '[]',     ['x: Invalid value: "array": x in body must be of type object: "array"'], 'an array is no object'],
  [{ type: 'boolean' },                                 'null',   ['x: Invalid value: "null": x in body must be of type boolean: "null"'], 'null has a type of its own'],
  [{ type: 'boolean', nullable: true },                 'null',   [], 'unless it is allowed'],
  [{ 'x-kubernetes-int-or-string': true },              '"5%"',   [], 'a string will do'],
  [{ 'x-kubernetes-int-or-string': true },              'true',   ['x: Invalid value: "boolean": x in body must be of type integer,string: "boolean"'], 'a boolean will not'],
  [{ type: 'string', enum: ['A', 'B'] },                '"Z"',    ['x: Unsupported value: "Z": supported values: "A", "B"'], 'not in the list'],
  [{ type: 'integer', enum: [1, 2] },                   '3',      ['x: Unsupported value: 3: supported values: "1", "2"'], 'numbers are listed as their text'],
  [{ type: 'string', maxLength: 3 },                    '"abcd"', ['x: Too long: may not be more than 3 bytes'], 'kube-apiserver says bytes, but counts characters'],
  [{ type: 'string', maxLength: 1 },                    '"ab"',   ['x: Too long: may not be more than 1 byte'], 'one byte is singular'],
  [{ type: 'string', maxLength: 2 },                    '"😀😀"', [], 'two characters in four UTF-16 units'],
  [{ type: 'string', minLength: 2 },                    '"😀"',   ['x: Invalid value: "😀": x in body should be at least 2 chars long'], 'one character'],
  [{ type: 'string', pattern: '^a+$' },                 '"b"',    [`x: Invalid value: "b": x in body should match '^a+$'`], 'the pattern is anchored'],
  [{ type: 'string', pattern: 'a' },                    '"bab"',  [], 'this one is not'],
  [{ type: 'string', pattern: '(?i)^a$' },              '"A"',    [], 'Go syntax is understood'],
  [{ type: 'integer', maximum: 10 },                    '70',     ['x: Invalid value: 70: x in body should be less than or equal to 10'], 'too much'],
  [{ type: 'integer', maximum: 10, exclusiveMaximum: true }, '10', ['x: Invalid value: 10: x in body should be less than 10'], 'the bound itself is out'],
  [{ type: 'integer', minimum: 1 },                     '0',      ['x: Invalid value: 0: x in body should be greater than or equal to 1'], 'too little'],
  [{ type: 'number', minimum: 0.5 },                    '0.25',   ['x: Invalid value: 0.25: x in body should be greater than or equal to 0.5'], 'fractions too'],
  [{ type: 'integer', multipleOf: 5 },                  '7',      ['x: Invalid value: 7: x in body should be a multiple of 5'], 'not a multiple'],
  [{ type: 'number', multipleOf: 0.1 },                 '0.3',    [], 'rounding is forgiven'],
  [{ type: 'integer', format: 'int32' },                '2147483648', ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in x'], 'the format is a range'],
  [{ type: 'integer', format: 'int64' },                '9223372036854775807', [], 'the largest int64'],
  [{ type: 'array', items: { type: 'string' } },        '["a",1]', ['x[1]: Invalid value: "integer": x[1] in body must be of type string: "integer"'], 'items are counted from 0'],
  [{ type: 'array', maxItems: 1 },                      '[1,2]',  ['x: Too many: 2: must have at most 1 item'], 'one item is singular'],
  [{ type: 'array', minItems: 1 },                      '[]',     ['x: Invalid value: 0: x in body should have at least 1 items'], 'here it is not'],
  [{ type: 'object', maxProperties: 1 },                '{"a":1,"b":2}', ['x: Too many: 2: must have at most 1 item'], 'members count as items'],
  [{ type: 'object', minProperties: 1 },                '{}',     ['x: Invalid value: 0: x in body should have at least 1 properties'], 'none at all'],
  [{ type: 'object', required: ['a'] },                 '{}',     ['x.a: Required value'], 'it is missing'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{"k":1}', ['x.k: Invalid value: "integer": x.k in body must be of type string: "integer"'], 'any member has a schema'],
  [{ type: 'string', format: 'date-time' },             '"x"',    ['x: Invalid value: "x": x in body must be of type date-time: "x"'], 'the format is enforced'],
  [{ type: 'string', format: 'date-time' },             '5',      ['x: Invalid value: "int64": x in body must be of type date-time: "int64"'], 'another type is told by its format'],
  [{ type: 'string', format: 'colour' },                '"x"',    [], 'an unknown format says nothing'],
  [{ type: 'array', 'x-kubernetes-list-type': 'set' },  '["a","b","a","a"]', ['x[2]: Duplicate value: "a"'], 'only the second appearance is told'],
  [{ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n', 'm'] }, '[{"n":1,"m":2,"o":1},{"m":2,"n":1}]', ['x[1]: Duplicate value: {"m":2,"n":1}'], 'both keys are the same'],
  [{ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'] }, '[{},{}]', ['x[1]: Duplicate value: {}'], 'a missing key is a key'],
  [{ type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }, '{"kind":"A B"}', [
    'x.apiVersion: Required value',
    `x.kind: Invalid value: "A B": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
  ], 'an embedded resource says what it is'],
]

describe('validateObject', () => {
  for (const [x, json, errors, because] of cases) {
    it(`${JSON.stringify(x)} with ${json}, because ${because}`, () => {
      assert.deepEqual(errorsFor(x, json), errors)
    })
  }
})

// biome-ignore format: the table is the specification; its columns stay aligned
const junctors: Case[] = [
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] },       'true', ['<nil>: Invalid value: "": "x" must validate at least one schema (anyOf)', 'x: Invalid value: "boolean": x in body must be of type string: "boolean"'], 'the first of the closest is explained'],
  [{ anyOf: [{ minimum: 5 }, { maximum: 1 }] },                '0',    [], 'one is enough'],
  [{ oneOf: [{ minimum: 0 }, { maximum: 10 }] },               '5',    ['<nil>: Invalid value: "": "x" must validate one and only one schema (oneOf). Found 2 valid alternatives'], 'two are too many'],
  [{ oneOf: [{ minimum: 5 }, { minimum: 3 }] },                '0',    ['<nil>: Invalid value: "": "x" must validate one and only one schema (oneOf). Found none valid', 'x: Invalid value: 0: x in body should be greater than or equal to 5'], 'none is too few'],
  [{ allOf: [{ minimum: 5 }, { maximum: 10 }] },               '0',    ['x: Invalid value: 0: x in body should be greater than or equal to 5', '<nil>: Invalid value: "": "x" must validate all the schemas (allOf)'], 'one of two failed'],
  [{ allOf: [{ minimum: 5 }] },                                '0',    ['x: Invalid value: 0: x in body should be greater than or equal to 5', '<nil>: Invalid value: "": "x" must validate all the schemas (allOf). None validated'], 'all failed'],
  [{ not: { type: 'string' } },                                '"a"',  ['<nil>: Invalid value: "": "x" must not validate the schema (not)'], 'it validates'],
  [{ type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }, '{}', ['<nil>: Invalid value: "": "x" must validate one and only one schema (oneOf). Found none valid', 'x.a: Required value'], 'the usual way to say one of'],
]

describe('validateObject with junctors', () => {
  for (const [x, json, errors, because] of junctors) {
    it(`${JSON.stringify(x)} with ${json}, because ${because}`, () => {
      assert.deepEqual(errorsFor(x, json), errors)
    })
  }
})

const text: Schema = { type: 'string' }
const short: Schema = { properties: { a: { ...text, maxLength: 1 } } }
const long: Schema = { properties: { a: { ...text, minLength: 2 } } }

// biome-ignore format: the table is the specification; its columns stay aligned
const updates: [x: Schema, before: JsonObject, after: JsonObject, errors: number, because: string][] = [
  [{ ...short },             { a: 'ab', b: '1' }, { a: 'ab', b: '2' }, 0, 'what was wrong before may stay so'],
  [{ ...short },             { a: 'ab', b: '1' }, { a: 'cd', b: '1' }, 1, 'what changed is held to the rule'],
  [{ ...short },             { a: 'a', b: '1' },  { a: 'b', b: '2' },  0, 'nothing is wrong'],
  [{ oneOf: [short, long] }, { a: 'ab', b: '1' }, { a: 'ab', b: '2' }, 1, 'what is forgiven fits the other alternative too'],
  [{ not: short },           { a: 'ab', b: '1' }, { a: 'ab', b: '2' }, 1, 'what is forgiven fits what it must not'],
]

describe('validateObject with the object before', () => {
  for (const [x, before, after, errors, because] of updates) {
    it(`${JSON.stringify(after)} with ${JSON.stringify(x)}, because ${because}`, () => {
      const schema = compileSchema({
        type: 'object',
        properties: { x: { type: 'object', properties: { a: text }, ...x } },
      })
      assert.equal(validateObject(schema, { x: after }, { old: { x: before } }).length, errors)
    })
  }
})
