import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSelector, selects } from '@sitrep/status'
import { exactLabels, formatSelector, isValidSelector, lookupKey } from './selector.ts'

const expression = (operator: string, ...values: string[]): object => ({
  matchExpressions: [{ key: 'tier', operator, values }],
})

type Case = [name: string, selector: unknown, text: string, exact: object | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['labels',       { matchLabels: { b: '2', a: '1' } },        'a=1,b=2',            { a: '1', b: '2' },   'they stand in order'],
  ['one value',    expression('In', 'gold'),                   'tier in (gold)',     { tier: 'gold' },     'one value is as good as a label'],
  ['two values',   expression('In', 'silver', 'gold'),         'tier in (gold,silver)', undefined,         'two values are no label'],
  ['another value', expression('NotIn', 'gold'),               'tier notin (gold)',  undefined,            'what is not wanted is no label'],
  ['any value',    expression('Exists'),                       'tier',               undefined,            'any value is no label'],
  ['no value',     expression('DoesNotExist'),                 '!tier',              undefined,            'no value is no label'],
  ['nothing',      undefined,                                  '',                   {},                   'an empty selector asks for nothing'],
]

describe('a selector', () => {
  for (const [name, given, text, exact, because] of cases) {
    it(`${name}: ${text || 'empty'}, because ${because}`, () => {
      const selector = parseSelector(given)
      assert.equal(formatSelector(selector), text)
      assert.deepEqual(exactLabels(selector), exact)
    })
  }

  const gold = { labels: { tier: 'gold' } }
  const bare = { labels: {} }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const chosen: [selector: unknown, object: typeof gold | typeof bare, holds: boolean, because: string][] = [
    [expression('In', 'gold'),         gold, true,  'it has the value'],
    [expression('In', 'gold'),         bare, false, 'it has no value'],
    [expression('NotIn', 'gold'),      bare, true,  'no value is not that value'],
    [expression('NotIn', 'gold'),      gold, false, 'it has that value'],
    [expression('Exists'),             gold, true,  'it has a value'],
    [expression('DoesNotExist'),       gold, false, 'it has a value'],
    [expression('Nonsense', 'gold'),   gold, false, 'an operator that does not exist selects nothing'],
    [{ matchLabels: { tier: 'gold' } }, bare, false, 'it has no such label'],
  ]
  for (const [given, object, holds, because] of chosen) {
    it(`${JSON.stringify(given)} on ${JSON.stringify(object.labels)}: ${holds}, because ${because}`, () => {
      assert.equal(selects(parseSelector(given), object), holds)
    })
  }

  // biome-ignore format: the table is the specification; its columns stay aligned
  const meaningful: [selector: unknown, valid: boolean, because: string][] = [
    [{ matchLabels: { 'example.com/tier': 'gold', zone: '' } }, true,  'a value may be empty'],
    [{ matchLabels: { tier: 'not a value' } },                  false, 'values have no spaces'],
    [{ matchLabels: { 'a/b/c': 'x' } },                         false, 'a key has one prefix at most'],
    [{ matchLabels: { 'Example.com/tier': 'x' } },              false, 'a prefix is a domain'],
    [{ matchLabels: { [`a${'b'.repeat(63)}`]: 'x' } },          false, 'a name has 63 characters at most'],
    [expression('In', 'gold', 'silver'),                        true,  'several values are fine'],
    [expression('In'),                                          false, 'in nothing is nothing'],
    [expression('Exists'),                                      true,  'it needs no value'],
    [expression('Exists', 'gold'),                              false, 'it takes no value'],
    [expression('Nonsense', 'gold'),                            false, 'there is no such operator'],
    [undefined,                                                 true,  'everything may be selected'],
  ]
  for (const [given, valid, because] of meaningful) {
    it(`${JSON.stringify(given)} ${valid ? 'means something' : 'means nothing'}, because ${because}`, () => {
      assert.equal(isValidSelector(parseSelector(given)), valid)
    })
  }

  it('is looked up by the label that tells most', () => {
    const labels = { 'cluster.x-k8s.io/cluster-name': 'c', 'machine-template-hash': 'h', app: 'x' }
    assert.deepEqual(lookupKey(labels), { label: 'machine-template-hash', value: 'h' })
    assert.deepEqual(lookupKey({ b: '2', a: '1' }), { label: 'a', value: '1' })
    assert.equal(lookupKey({}), undefined)
  })
})
