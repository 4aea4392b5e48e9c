import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type LabelRequirement, labelsMatch } from './label-selector.ts'

const keys = fc.constantFrom('a', 'b', 'c')
const value = fc.constantFrom('1', '2', '3', 'x')
const integer = fc.constantFrom('1', '2', '3')
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 4 }).map((list) => list.sort())

const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({ key: keys, operator: fc.constantFrom('in' as const, 'notin' as const), values }),
  fc.record({
    key: keys,
    operator: fc.constantFrom('exists' as const, '!' as const),
    values: fc.constant([]),
  }),
  fc.record({
    key: keys,
    operator: fc.constantFrom('gt' as const, 'lt' as const),
    values: integer.map((each) => [each]),
  }),
)

describe('A selector of many requirements', () => {
  it('matches what each of them matches', () => {
    const selectors = fc.array(requirement, { minLength: 17, maxLength: 40 })
    const mild = fc.array(
      fc.record({ key: keys, operator: fc.constant('notin' as const), values: fc.constant(['x']) }),
      { minLength: 17, maxLength: 20 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          selectors,
          fc.tuple(mild, fc.array(requirement, { maxLength: 3 })).map((parts) => parts.flat()),
        ),
        fc.dictionary(keys, value),
        (selector, labels) => {
          const alone = selector.every((each) => labelsMatch([each], labels))
          assert.equal(labelsMatch(selector, labels), alone)
        },
      ),
    )
  })
})
