import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import fc from 'fast-check'
import { families } from '../testing.ts'
import { arrived } from './ask-object.ts'
import { canComeTrue, evaluate } from './evaluate.ts'
import { type Expression, ExpressionError } from './expression.ts'
import { parseExpression } from './parse-expression.ts'

const now = '2026-01-01T12:00:00Z'

const piece = fc.constantFrom(
  ...[
    'Ready',
    'Stalled',
    'verdict=Ready',
    '&&',
    '||',
    '!',
    '(',
    ')',
    'any(',
    'all(',
    'deleted',
    'exists',
    '=',
  ],
  ...[
    'self.status.n',
    'self.spec[0]',
    'self.?a.orValue(1)',
    'has(self.status.n)',
    'jsonpath={.c[?(@.type=="x")].y}',
    'condition("Ready")',
    '.exists(x, x)',
    '>=',
    '!=',
    '3',
    '"x"',
    "'",
    '[',
    ' ',
    'in',
    'verdict == "Ready"',
  ],
)
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' ')),
)

async function understood(given: string): Promise<Expression | undefined> {
  try {
    return await parseExpression(given)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    assert.ok(error.column >= 1 && error.column <= given.length + 2, `column ${error.column}`)
    return undefined
  }
}

const object = fc.record({
  apiVersion: fc.constantFrom('example.com/v1', 'v1', 'gateway.networking.k8s.io/v1'),
  kind: fc.constantFrom('Widget', 'Pod', 'HTTPRoute'),
  metadata: fc.record({ name: fc.constant('w'), generation: fc.jsonValue() }),
  spec: fc.jsonValue(),
  status: fc.oneof(
    fc.jsonValue(),
    fc.record({
      conditions: fc.array(fc.jsonValue()),
      observedGeneration: fc.jsonValue(),
      n: fc.jsonValue(),
    }),
  ),
})

describe('Waiting for whatever is typed', () => {
  it('an expression is understood, or refused with a place inside it', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        await understood(given)
      }),
      { numRuns: 2_000 },
    )
  })

  it('every expression has an answer for every object, and yes only where it could come true', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(object, { maxLength: 3 }), async (given, objects) => {
        const expression = await understood(given)
        if (expression === undefined) return
        const all = objects.map((each) => arrived('w', each as unknown as KubeObject, { now, families }))
        const { is } = evaluate(expression, all)
        assert.ok(['yes', 'no', 'unknown'].includes(is))
        if (is === 'yes') assert.ok(canComeTrue(expression, all))
      }),
      { numRuns: 2_000 },
    )
  })
})
