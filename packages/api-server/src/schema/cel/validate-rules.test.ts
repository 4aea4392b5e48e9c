import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../json/json.ts'
import { compileSchema } from '../compiled-schema.ts'
import type { Schema, ValidationRule } from '../schema.ts'
import { validateObject } from '../validate-object.ts'

const text: Schema = { type: 'string' }
const count: Schema = { type: 'integer' }

function withRules(schema: Schema, ...rules: readonly ValidationRule[]): Schema {
  return { ...schema, 'x-kubernetes-validations': rules }
}

interface Given {
  readonly spec: Schema
  readonly now: unknown
  readonly old?: unknown
}

function errorsOf({ spec, now, old }: Given): readonly string[] {
  const schema = compileSchema({ type: 'object', properties: { spec } })
  const before = old === undefined ? {} : { old: { spec: old } as unknown as JsonObject }
  const errors = validateObject(schema, { spec: now } as unknown as JsonObject, before)
  return errors.map(
    ({ reason, field, message }) => `${reason.replace('FieldValue', '')} ${field}: ${message}`,
  )
}

const limited = (rule: Partial<ValidationRule> = {}): Schema =>
  withRules(
    { type: 'object', properties: { n: count, list: { type: 'array', items: text } } },
    { rule: '!has(self.n) || self.n < 5', ...rule },
  )
const fixed = withRules(text, { rule: 'self == oldSelf', message: 'immutable' })
const growing = withRules(count, {
  rule: 'oldSelf.hasValue() ? self >= oldSelf.value() : self == 0',
  optionalOldSelf: true,
})
const keyed: Schema = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
  items: withRules(
    { type: 'object', properties: { k: text, v: count } },
    { rule: 'self.v >= oldSelf.v', message: 'no less' },
  ),
}

type Case = [name: string, given: Given, errors: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a rule that holds',        { spec: limited(), now: { n: 4 } },                          [], 'four is less than five'],
  ['a rule that does not',     { spec: limited(), now: { n: 5 } },                          ['Invalid spec: Invalid value: failed rule: !has(self.n) || self.n < 5'], 'the rule is told when there is no message'],
  ['with a message',           { spec: limited({ message: ' small ' }), now: { n: 5 } },    ['Invalid spec: Invalid value: small'], 'space around it is dropped'],
  ['with a computed message',  { spec: limited({ messageExpression: '"not " + string(self.n)' }), now: { n: 5 } }, ['Invalid spec: Invalid value: not 5'], 'it can speak of the value'],
  ['a message that fails',     { spec: limited({ messageExpression: 'self.list[0]', message: 'small' }), now: { n: 5 } }, ['Invalid spec: Invalid value: small'], 'there is another'],
  ['an empty message',         { spec: limited({ messageExpression: '""' }), now: { n: 5 } }, ['Invalid spec: Invalid value: failed rule: !has(self.n) || self.n < 5'], 'nothing is no message'],
  ['with a reason',            { spec: limited({ reason: 'FieldValueForbidden', message: 'm' }), now: { n: 5 } }, ['Forbidden spec: Forbidden: m'], 'the reason decides the words'],
  ['with a path',              { spec: limited({ fieldPath: '.n', message: 'm' }), now: { n: 5 } }, ['Invalid spec.n: Invalid value: m'], 'the path leads to what is wrong'],
  ['a rule on a scalar',       { spec: { type: 'object', properties: { t: withRules(text, { rule: 'self.startsWith("a")', message: 'm' }) } }, now: { t: 'b' } }, ['Invalid spec.t: Invalid value: "b": m'], 'a scalar is shown'],
  ['a rule on items',          { spec: { type: 'array', items: withRules(text, { rule: 'self != "b"', message: 'm' }) }, now: ['a', 'b'] }, ['Invalid spec[1]: Invalid value: "b": m'], 'each item is checked'],
  ['a rule on values',         { spec: { type: 'object', additionalProperties: withRules(text, { rule: 'self != "b"', message: 'm' }) }, now: { 'x.y': 'b' } }, ['Invalid spec[x.y]: Invalid value: "b": m'], 'each value of a map too'],
  ['a rule that fails',        { spec: withRules({ type: 'object', properties: { n: count } }, { rule: 'self.n > 1' }), now: {} }, ['Invalid spec: Invalid value: "object": no such key: n evaluating rule: self.n > 1'], 'the error is told'],
  ['a wrong type',             { spec: limited(), now: { n: 'x' } },                        ['TypeInvalid spec.n: Invalid value: "string": spec.n in body must be of type integer: "string"', 'Invalid <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'], 'rules need values of the right type'],
  ['null',                     { spec: { ...limited(), nullable: true }, now: null },       [], 'a rule is not asked about null'],
  ['immutable, new',           { spec: fixed, now: 'a' },                                   [], 'there is nothing to compare with'],
  ['immutable, the same',      { spec: fixed, now: 'a', old: 'a' },                         [], 'nothing changed'],
  ['immutable, changed',       { spec: fixed, now: 'b', old: 'a' },                         ['Invalid spec: Invalid value: "b": immutable'], 'it changed'],
  ['optional old, new',        { spec: growing, now: 1 },                                   ['Invalid spec: Invalid value: 1: failed rule: oldSelf.hasValue() ? self >= oldSelf.value() : self == 0'], 'asked even without an old value'],
  ['optional old, less',       { spec: growing, now: 1, old: 2 },                           ['Invalid spec: Invalid value: 1: failed rule: oldSelf.hasValue() ? self >= oldSelf.value() : self == 0'], 'it shrank'],
  ['keyed items, moved',       { spec: keyed, now: [{ k: 'b', v: 2 }, { k: 'a', v: 1 }], old: [{ k: 'a', v: 1 }, { k: 'b', v: 2 }] }, [], 'items are known by their keys'],
  ['keyed items, less',        { spec: keyed, now: [{ k: 'a', v: 0 }, { k: 'c', v: 0 }], old: [{ k: 'a', v: 1 }] }, ['Invalid spec[0]: Invalid value: no less'], 'a new item has no old value'],
]

describe('rules of a schema', () => {
  for (const [name, given, errors, because] of cases) {
    it(`${name}: ${errors.join('; ') || 'fine'}, because ${because}`, () => {
      assert.deepEqual(errorsOf(given), errors)
    })
  }

  it('see the name of a resource without its schema saying so', () => {
    const schema = compileSchema(
      withRules({ type: 'object' }, { rule: 'self.metadata.name.startsWith("a") && self.kind == "Foo"' }),
    )
    const named = (name: string) => ({
      apiVersion: 'example.com/v1',
      kind: 'Foo',
      metadata: { name, labels: {} },
    })
    assert.deepEqual(validateObject(schema, named('abc')), [])
    assert.equal(validateObject(schema, named('xyz')).length, 1)
  })

  it('share one budget for the whole object', () => {
    const spec: Schema = {
      type: 'array',
      items: withRules({ type: 'array', items: count }, { rule: 'self.all(x, self.all(y, x + y >= 0))' }),
    }
    const row = Array.from({ length: 250 }, (_, index) => index)
    const errors = errorsOf({ spec, now: Array.from({ length: 40 }, () => row) })
    assert.match(errors.at(-1) ?? '', /running out of cost budget, no further validation rules will be run$/)
  })
})

const strict: Schema = {
  type: 'object',
  required: ['must'],
  properties: {
    s: { type: 'string', maxLength: 2 },
    n: { type: 'integer', maximum: 5 },
    must: text,
    list: { type: 'array', items: { type: 'string', maxLength: 1 } },
  },
}

// biome-ignore format: the table is the specification; its columns stay aligned
const ratchets: Case[] = [
  ['nothing changed',          { spec: strict, now: { s: 'long', n: 9 }, old: { s: 'long', n: 9 } },   [], 'what was wrong before may stay'],
  ['something else changed',   { spec: strict, now: { s: 'long', n: 1, must: 'x' }, old: { s: 'long', n: 9, must: 'x' } }, [], 'the long text did not'],
  ['it got worse',             { spec: strict, now: { s: 'longer', must: 'x' }, old: { s: 'long', must: 'x' } }, ['TooLong spec.s: Too long: may not be more than 2 bytes'], 'it changed'],
  ['a missing field, changed', { spec: strict, now: { n: 1 }, old: { n: 2 } },                          ['Required spec.must: Required value'], 'the object without it changed'],
  ['an item of a plain list',  { spec: strict, now: { must: 'x', list: ['long', 'b'] }, old: { must: 'x', list: ['long'] } }, ['TooLong spec.list[0]: Too long: may not be more than 1 byte'], 'what an item was before is not known'],
]

describe('an update of an object that was wrong before', () => {
  for (const [name, given, errors, because] of ratchets) {
    it(`${name}: ${errors.join('; ') || 'fine'}, because ${because}`, () => {
      assert.deepEqual(errorsOf(given), errors)
    })
  }
})

describe('a rule that an object went on breaking', () => {
  const schema = compileSchema({ type: 'object', properties: { spec: limited() } })
  const broken = { spec: { n: 9 } } as unknown as JsonObject

  it('is forgiven where nothing changed, and whoever listens hears of it', () => {
    const forgiven: string[] = []
    const forgive = ({ field, message }: { field: string; message: string }): void => {
      forgiven.push(`${field}: ${message}`)
    }
    assert.deepEqual(validateObject(schema, broken, { old: broken, forgive }), [])
    assert.deepEqual(forgiven, ['spec: Invalid value: failed rule: !has(self.n) || self.n < 5'])
  })
})
