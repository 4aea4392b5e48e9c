import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEngine, type Engine } from './engine.ts'
import type { Explanation } from './explain.ts'
import {
  family,
  groupKind,
  groupObject,
  leafKind,
  leafObject,
  refTo,
  rootKind,
  rootObject,
} from './family.testing.ts'

const now = '2026-01-01T00:00:10Z'

function withIllLeaf(): Engine {
  const engine = createEngine(family)
  engine.apply(
    [
      { kind: 'every', read: true },
      { object: rootObject() },
      { object: groupObject('a', { checked: 1 }) },
      { object: leafObject('a-1', { owner: 'a', healthy: false }) },
      { object: leafObject('a-2', { owner: 'a' }) },
    ],
    now,
  )
  return engine
}

/** The chain as one would tell it: object, condition, and the words of the row that decided. */
function told({ ref, type, decision, causes }: Explanation): unknown[] {
  const by = decision === undefined ? 'reported' : (decision.row?.words ?? decision.by)
  return [`${ref.name} ${type}: ${by}`, ...causes.map(told)]
}

describe('explain', () => {
  it('follows the conditions down to the object where it began', () => {
    const explanation = withIllLeaf().explain(refTo(rootKind, 'root'), 'Available')
    assert.deepEqual(explanation && told(explanation), [
      'root Available: aggregate',
      [
        'a LeavesReady: aggregate',
        ['a-1 Ready: summary', ['a-1 Healthy: the leaf is ill']],
        ['a-2 Ready: summary', ['a-2 Checked: otherwise']],
      ],
    ])
  })

  it('gives the row in words, the rows above it that did not apply, and what it read', () => {
    const explanation = withIllLeaf().explain(refTo(leafKind, 'a-1'), 'Healthy')
    assert.equal(explanation?.condition?.reason, 'Ill')
    assert.deepEqual(explanation?.decision?.row, {
      index: 4,
      words: 'the leaf is ill',
      passedOver: [
        'the root cannot be read',
        'there is no root',
        'the root is frozen',
        'health is not reported',
      ],
    })
    assert.deepEqual(explanation?.reads, [
      {
        query: { group: rootKind.group, kind: 'Root', namespace: 'prod', name: 'root' },
        view: 'rootForLeaf',
        answer: { read: true, item: { frozen: false, available: 'False' } },
      },
    ])
  })

  it('shows the value of a field that decided', () => {
    const explanation = withIllLeaf().explain(refTo(leafKind, 'a-2'), 'Healthy')
    assert.deepEqual(explanation?.inputs, [
      { ref: refTo(leafKind, 'a-2'), field: 'spec.healthy', value: true },
    ])
  })

  it('names the object that decided a condition on another one', () => {
    const explanation = withIllLeaf().explain(refTo(leafKind, 'a-2'), 'Checked')
    assert.deepEqual(explanation?.decidedBy, refTo(groupKind, 'a'))
    assert.equal(explanation?.decision?.row?.words, 'otherwise')
  })

  it('ends at a condition that somebody else reports', () => {
    const engine = withIllLeaf()
    const foreign = { type: 'Foreign', status: 'False', reason: 'Elsewhere', message: 'not ours' }
    engine.apply(
      [{ object: { ...leafObject('a-1', { owner: 'a' }), status: { conditions: [foreign] } } }],
      now,
    )
    const explanation = engine.explain(refTo(leafKind, 'a-1'), 'Foreign')
    assert.equal(explanation?.decision, undefined)
    assert.equal(explanation?.condition?.reason, 'Elsewhere')
    assert.deepEqual(explanation?.causes, [])
  })

  it('knows nothing of an object that is not there', () => {
    assert.equal(withIllLeaf().explain(refTo(leafKind, 'nobody'), 'Ready'), undefined)
  })

  it('changes nothing: asking leaves no trace in what is wanted or said', () => {
    const engine = withIllLeaf()
    const asked = engine.asked
    engine.explain(refTo(rootKind, 'root'), 'Available')
    assert.deepEqual(engine.asked, asked)
    assert.deepEqual(engine.apply([], now), [])
  })
})
