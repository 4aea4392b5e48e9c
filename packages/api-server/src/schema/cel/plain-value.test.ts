import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CelError } from './cel-error.ts'
import { Meter } from './meter.ts'
import { mapOver, plainValue } from './plain-value.ts'
import { compileExpression } from './program.ts'
import { dyn } from './types.ts'
import type { CelValue } from './values.ts'

const object = {
  metadata: { namespace: 'prod', labels: { 'a.b/c': 'x' } },
  status: { count: 3, ratio: 2.5, none: null, on: true, list: [{ k: 1 }, { k: 2 }] },
  __proto__: undefined,
}

function evaluate(expression: string, self: CelValue): CelValue | string {
  const program = compileExpression(expression, [['self', dyn]])
  if ('error' in program) return program.error
  try {
    return program.run([self], new Meter(1_000))
  } catch (error) {
    return error instanceof CelError ? error.message : String(error)
  }
}

type Case = [expression: string, value: CelValue | string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['self.status.count == 3',                      true,                      'whole numbers are ints'],
  ['type(self.status.count) == int',              true,                      'whole numbers are ints'],
  ['self.status.ratio > 2',                       true,                      'numbers of different types can be compared'],
  ['self.status.none == null',                    true,                      'null is a value'],
  ['has(self.status.missing)',                    false,                     'what is not there is not'],
  ['self.status.missing == 1',                    'no such key: missing',    'what is not there has no value'],
  ['self.metadata.__namespace__',                 'prod',                    'names may be escaped as in rules'],
  ['self.metadata.namespace',                     'prod',                    'and need not be'],
  ['self.metadata.labels["a.b/c"]',               'x',                       'any key can be quoted'],
  ['self.status.list.exists(each, each.k == 2)',  true,                      'lists hold values of the same kind'],
  ['has(self.constructor)',                       false,                     'nothing is inherited'],
  ['size(self.status)',                           5n,                        'members are counted'],
]

describe('A value without a schema', () => {
  for (const [expression, value, because] of cases) {
    it(`${expression} is ${String(value)}, because ${because}`, () => {
      assert.equal(evaluate(expression, plainValue(object)), value)
    })
  }

  it('may refuse to be read, which is an error inside the expression', () => {
    const refusing = mapOver({
      keys: () => ['old'],
      get: () => {
        throw new CelError('it is old')
      },
    })
    assert.equal(evaluate('self.old == 1', refusing), 'it is old')
    assert.equal(evaluate('self.old == 1 || true', refusing), true)
  })
})
