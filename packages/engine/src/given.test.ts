import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ConditionRules, decide, keep, otherwise } from '@sitrep/conditions'
import { abstain, conditionAt, createCatalog, defineStatus, type KubeObject, refOf } from '@sitrep/status'
import { createEngine } from './engine.ts'

interface LodgerFacts {
  readonly heating: string | undefined
}

// Somebody else says whether a Lodger is happy; all that is known here is on what that rests.
const happy: ConditionRules<LodgerFacts> = {
  type: 'Happy',
  rows: [
    ['it is cold', (f) => f.heating === 'False', keep, [{ condition: 'Heated' }]],
    ['otherwise', otherwise, keep],
  ],
}

const lodger = defineStatus({
  kind: { group: 'houses.example.org', kind: 'Lodger' },
  observe: (object: KubeObject): LodgerFacts => ({ heating: conditionAt(object, 'Heated')?.status }),
  compute: (facts) => abstain({ compared: [{ conditions: [], decided: [decide(happy, facts)] }] }),
  columns: [],
  onFailure: 'Happy',
})

const given = (heated: string): KubeObject => ({
  apiVersion: 'houses.example.org/v1',
  kind: 'Lodger',
  metadata: { name: 'ada' },
  status: {
    conditions: [
      { type: 'Happy', status: 'False', reason: 'Shivering', message: '' },
      { type: 'Heated', status: heated, reason: 'Said', message: 'no coal' },
    ],
  },
})

function explained(heated: string) {
  const object = given(heated)
  const engine = createEngine(createCatalog({ definitions: [lodger] }))
  engine.apply([{ kind: 'every', read: true }, { object }], '2026-01-01T00:00:00Z')
  return { engine, ref: refOf(object), explanation: engine.explain(refOf(object), 'Happy') }
}

describe('a condition that is given', () => {
  it('is explained by what it rests on, and nothing is expected of it', () => {
    const { explanation } = explained('False')
    assert.equal(explanation?.given, true)
    assert.equal(explanation?.expected, undefined)
    assert.equal(explanation?.decision?.row?.words, 'it is cold')
    assert.equal(explanation?.condition?.reason, 'Shivering')
    assert.equal(explanation?.causes[0]?.condition?.message, 'no coal')
  })

  it('is where it begins when nothing else is known', () => {
    const { explanation } = explained('True')
    assert.deepEqual([explanation?.given, explanation?.causes], [true, []])
  })

  it('is claimed by nobody, and nothing is held against it', () => {
    const { engine, ref } = explained('False')
    assert.deepEqual([engine.claims(ref), engine.compared(ref)[0]?.conditions], [[], []])
    assert.deepEqual(engine.object(ref)?.status, given('False').status)
  })
})
