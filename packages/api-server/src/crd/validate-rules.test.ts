import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ValidationRule } from '../schema/schema.ts'
import { defaultCrd } from './default-crd.ts'
import { crdWithField } from './validate-crd.testing.ts'
import { validateCrd } from './validate-crd.ts'
import { crdWarnings } from './validate-warnings.ts'

const place = 'spec.validation.openAPIV3Schema.properties[spec].properties[x]'

/** The errors that a rule on `spec.x` makes, without the place and without what is shown of the rule. */
function errorsFor(rule: Partial<ValidationRule>, x: object): readonly string[] {
  const rules = { 'x-kubernetes-validations': [{ rule: 'true', ...rule }] }
  const errors = validateCrd(defaultCrd(crdWithField({ ...x, ...rules })))
  return errors.map(
    ({ field, message }) => `${field.replace(place, '…')}: ${message.replace(/\{"Rule".*?\}/, '{}')}`,
  )
}

const object = {
  type: 'object',
  properties: { n: { type: 'integer' }, free: { 'x-kubernetes-preserve-unknown-fields': true } },
}

type Case = [rule: Partial<ValidationRule>, errors: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [{ rule: 'self.n > 1' },                                    [], 'it compiles'],
  [{ rule: 'self.m > 1' },                                    ["….x-kubernetes-validations[0].rule: Invalid value: {}: compilation failed: ERROR: <input>:1:5: undefined field 'm'\n | self.m > 1\n | ....^"], 'there is no such field'],
  [{ rule: 'self.free == 1' },                                ["….x-kubernetes-validations[0].rule: Invalid value: {}: compilation failed: ERROR: <input>:1:5: undefined field 'free'\n | self.free == 1\n | ....^"], 'what has no type cannot be seen'],
  [{ rule: 'self.n' },                                        ['….x-kubernetes-validations[0].rule: Invalid value: {}: cel expression must evaluate to a bool'], 'a rule holds or does not'],
  [{ messageExpression: 'self.n' },                           ['….x-kubernetes-validations[0].messageExpression: Invalid value: {}: messageExpression must evaluate to a string'], 'a message is text'],
  [{ optionalOldSelf: true },                                 ['….x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule'], 'it would have no effect'],
  [{ rule: 'oldSelf.hasValue()', optionalOldSelf: true },     [], 'here it has'],
  [{ fieldPath: '.n' },                                       [], 'the path leads somewhere'],
  [{ fieldPath: '.m' },                                       ['….x-kubernetes-validations[0].fieldPath: Invalid value: ".m": must be a valid path'], 'this one does not'],
  [{ reason: 'Whatever' as ValidationRule['reason'] & string }, ['….x-kubernetes-validations[0].reason: Unsupported value: "Whatever": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"'], 'not a known reason'],
  [{ message: 'a\nb' },                                       ['….x-kubernetes-validations[0].message: Invalid value: "a\\nb": must not contain line breaks'], 'a message is one line'],
  [{ rule: 'true ||\nfalse' },                                ['….x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks'], 'the rule itself cannot be shown then'],
]

describe('rules of a definition', () => {
  for (const [rule, errors, because] of cases) {
    it(`${JSON.stringify(rule)}: ${errors.length === 0 ? 'fine' : 'refused'}, because ${because}`, () => {
      assert.deepEqual(errorsFor(rule, object), errors)
    })
  }

  it('look back only where it is known what was there', () => {
    const transition = { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] }
    const list = crdWithField({ type: 'array', items: { type: 'string', ...transition } })
    assert.deepEqual(
      validateCrd(defaultCrd(list)).map(({ field, message }) => `${field}: ${message}`),
      [
        `${place}.items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${place}`,
      ],
    )
  })

  it('are not compiled while the schema itself is wrong', () => {
    const errors = errorsFor({ rule: 'self.m' }, { type: 'object', properties: { a: {} } })
    assert.deepEqual(errors, [
      '….properties[a].type: Required value: must not be empty for specified object fields',
    ])
  })
})

describe('crdWarnings', () => {
  it('names formats that have no effect, once they are new', () => {
    const colour = crdWithField({ type: 'string', format: 'colour' })
    assert.deepEqual(crdWarnings(colour), ['unrecognized format "colour"'])
    assert.deepEqual(crdWarnings(colour, colour), [])
    assert.deepEqual(crdWarnings(crdWithField({ type: 'string', format: 'date-time' })), [])
  })
})
