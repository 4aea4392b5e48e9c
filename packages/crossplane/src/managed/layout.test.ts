import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import {
  available,
  creating,
  deleting,
  markConditions,
  observeMatched,
  pausedUnknown,
  reconcileError,
  reconcilePaused,
  reconcileSuccess,
  unavailable,
  updateFailed,
  updateRequested,
  updateRestricted,
  updating,
} from './layout.ts'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [make: (message?: string) => Condition, says: string][] = [
  [creating,           'Ready False Creating'],
  [available,          'Ready True Available'],
  [unavailable,        'Ready False Unavailable'],
  [deleting,           'Ready False Deleting'],
  [updating,           'Ready False Updating'],
  [reconcileSuccess,   'Synced True ReconcileSuccess'],
  [reconcileError,     'Synced False ReconcileError'],
  [reconcilePaused,    'Synced False ReconcilePaused'],
  [observeMatched,     'UpToDate True ObserveMatched'],
  [updateRequested,    'UpToDate False UpdateRequested'],
  [updateRestricted,   'UpToDate False UpdateRestricted'],
  [updateFailed,       'UpToDate False UpdateFailed'],
  [pausedUnknown,      'UpToDate Unknown ReconcilePaused'],
]

describe('the conditions of a managed resource', () => {
  for (const [make, says] of cases) {
    it(`${says}, with a message and without`, () => {
      const [silent, speaking] = [make(), make('disk full')]
      assert.equal(`${silent.type} ${silent.status} ${silent.reason}${silent.message}`, says)
      assert.deepEqual(speaking, { ...silent, message: 'disk full' })
    })
  }
})

describe('setting them', () => {
  const stamp = { now: '2026-08-21T12:00:00Z', generation: 3 }
  const before = markConditions([], [available(), reconcileSuccess()], {
    now: '2026-08-21T11:00:00Z',
    generation: 2,
  })

  it('stamps the generation and keeps the order in which they came', () =>
    assert.deepEqual(
      before.map(({ type, observedGeneration }) => `${type} ${observedGeneration}`),
      ['Ready 2', 'Synced 2'],
    ))
  it('moves the time with the generation alone, as Crossplane does', () =>
    assert.equal(markConditions(before, [reconcileSuccess()], stamp)[1]?.lastTransitionTime, stamp.now))
  it('leaves a condition alone that says the same without a generation', () =>
    assert.equal(markConditions(before, [available()], { now: stamp.now }), before))
  it('keeps a generation that the condition came with where none is stamped', () =>
    assert.equal(
      markConditions([], [{ ...available(), observedGeneration: 9 }], { now: stamp.now })[0]
        ?.observedGeneration,
      9,
    ))
})
