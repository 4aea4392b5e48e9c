import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from './cel.testing.ts'

const doubling = (levels: number, from: string, step: string): string =>
  Array.from(
    { length: levels },
    (_, level) => `.map(x${level}, ${step.replaceAll('x', `x${level}`)})`,
  ).reduce((expression, part) => expression + part, from)

// biome-ignore format: the table is the specification; its columns stay aligned
const expressions: [expression: string, why: string][] = [
  [`${'lists.range(1000).all(a, '.repeat(6)}true${')'.repeat(6)}`,          'a loop in a loop in a loop'],
  [`${doubling(60, '["xxxxxxxxxx"]', 'x + x')} == []`,                      'a text twice as long with each step'],
  [`${doubling(60, '[[1]]', 'x + x')} == []`,                               'a list twice as long with each step'],
  ['lists.range(1000000000).size() == 1',                                   'a very long list'],
  ['lists.range(100000).map(x, lists.range(1000)).flatten().size() == 1',   'many lists made one'],
  ['lists.range(9000).distinct().size() == 9000',                           'every item compared with every other'],
  ['sets.contains(lists.range(9000), lists.range(9000))',                   'one list looked for in another'],
  ['lists.range(9000).map(x, "y").join("").replace("", lists.range(9000).map(x, "z").join("")).size() == 1', 'a text put in everywhere'],
]

describe('the budget of a rule', () => {
  for (const [expression, why] of expressions) {
    it(`ends ${why}`, { timeout: 10_000 }, () => {
      assert.equal(evaluate(expression), 'CostExceededError: operation cancelled: actual cost limit exceeded')
    })
  }

  it('is not needed for values that are only large when written out', { timeout: 10_000 }, () => {
    const nested = (from: string) => doubling(40, from, '[x, x]').replaceAll('.map(', '.map(')
    assert.match(
      String(evaluate(`${nested('[1]')} == ${nested('[1]').replaceAll('x', 'y')}`)),
      /too large|no matching|exceeded/,
    )
    assert.match(String(evaluate(`"%s".format([${nested('[1]')}]) == ""`)), /too large|exceeded/)
  })

  it('can be hidden by nothing in the expression', () => {
    assert.match(String(evaluate('true || lists.range(1000000000).size() == 1')), /^true$/)
    assert.match(String(evaluate('lists.range(1000000000).size() == 1 || true')), /^CostExceededError/)
  })

  it('is the same for the same expression every time', () => {
    const expression = 'self.list.all(x, self.list.all(y, x + y != ""))'
    const needed = [...Array(200).keys()].find((limit) => evaluate(expression, limit) === true)
    assert.equal(
      [...Array(200).keys()].find((limit) => evaluate(expression, limit) === true),
      needed,
    )
    assert.ok(needed !== undefined && needed > 20)
  })

  it('has a limit of depth before it', () => {
    assert.match(
      String(evaluate(`${'1 + '.repeat(20_000)}1 == 1`)),
      /expression recursion limit exceeded|Exceeded maxAstNodes/,
    )
    assert.match(String(evaluate(`${'('.repeat(5000)}1${')'.repeat(5000)}`)), /Exceeded maxDepth/)
    assert.match(String(evaluate(`${'!'.repeat(100_000)}true`)), /expression recursion limit exceeded/)
    assert.match(String(evaluate(`${'-'.repeat(100_000)}1 == 1`)), /expression recursion limit exceeded/)
  })
})
