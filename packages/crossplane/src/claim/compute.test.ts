import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, decide } from '@sitrep/conditions'
import { noteTested } from '@sitrep/conditions/testing'
import { available, creating } from '../managed/layout.ts'
import { computeClaim } from './compute.ts'
import { type ClaimFacts, claimReady, claimSynced } from './rules.ts'

const bound: ClaimFacts = {
  paused: false,
  deleted: false,
  failure: undefined,
  failedAfterReady: false,
  composite: [available(), { type: 'DatabaseReady', status: 'True', reason: 'Said', message: 'up' }],
  shownTypes: [],
}
const before = { conditions: [], generation: 2, now: '2026-08-21T12:00:00Z' }

const says = (given: Partial<ClaimFacts>, conditions: readonly Condition[] = []): string =>
  computeClaim({ ...bound, ...given }, { ...before, conditions })
    .map(
      ({ type, status, reason, message }) =>
        `${type}=${status}/${reason}${message === '' ? '' : ` (${message})`}`,
    )
    .join(', ')

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [name: string, given: Partial<ClaimFacts>, says: string, because: string][] = [
  ['composite ready',     {},                                                       'Synced=True/ReconcileSuccess, Ready=True/Available',          'it can be used'],
  ['composite not ready', { composite: [creating()] },                              'Synced=True/ReconcileSuccess, Ready=False/Waiting (Claim is waiting for composite resource to become Ready)', 'it waits'],
  ['composite silent',    { composite: [] },                                        'Synced=True/ReconcileSuccess, Ready=False/Waiting (Claim is waiting for composite resource to become Ready)', 'no word is not ready'],
  ['paused',              { paused: true },                                         'Synced=False/ReconcilePaused (Reconciliation (including deletion) is paused via the pause annotation)', 'nothing else is looked at'],
  ['deleted',             { deleted: true },                                        'Ready=False/Deleting, Synced=True/ReconcileSuccess',          'it lets go'],
  ['delete fails',        { deleted: true, failure: 'cannot delete bound composite resource: no' }, 'Ready=False/Deleting, Synced=False/ReconcileError (cannot delete bound composite resource: no)', 'it goes, and something is in the way'],
  ['bind fails',          { failure: 'cannot bind and sync claim with composite resource: no' }, 'Synced=False/ReconcileError (cannot bind and sync claim with composite resource: no)', 'Ready is not known to change'],
  ['shown conditions',    { shownTypes: ['DatabaseReady', 'Missing'] },             'Synced=True/ReconcileSuccess, DatabaseReady=True/Said (up), Ready=True/Available', 'functions speak to the claim too'],
  ['handing on fails',    { shownTypes: ['DatabaseReady'], failure: 'cannot propagate connection details from composite resource: no', failedAfterReady: true }, 'Synced=False/ReconcileError (cannot propagate connection details from composite resource: no), DatabaseReady=True/Said (up)', 'it was bound before'],
]

describe('the conditions of a claim', () => {
  for (const [name, given, expected, because] of cases) {
    it(`${name}: ${expected}, because ${because}`, () => assert.equal(says(given), expected))
  }

  it('have a line here for every row', () => {
    for (const table of [claimSynced, claimReady]) {
      const seen = new Set(cases.map(([, given]) => decide(table, { ...bound, ...given }).row?.words))
      assert.deepEqual([...seen].sort(), table.rows.map(([words]) => words).sort())
      noteTested(table.rows)
    }
  })

  it('keep Ready while it is paused', () =>
    assert.ok(
      says({ paused: true }, [available('as it was')]).startsWith('Ready=True/Available (as it was)'),
    ))
})
