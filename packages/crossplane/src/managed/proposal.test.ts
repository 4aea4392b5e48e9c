import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noteTested } from '@sitrep/conditions/testing'
import { available, unavailable, updating } from './layout.ts'
import { proposalPass } from './rules/proposal.ts'
import { releasedPass } from './rules/released.ts'
import { type Given, kept, looked, rowsFor, saidOf } from './testing.ts'

type Case = [name: string, given: Given, says: string, because: string]

const missing = { observed: {} } as const
const there = { observed: { exists: true, diff: 'size: 1 -> 2' } } as const
const asWanted = { observed: { exists: true, upToDate: true } } as const
const underWay = { observed: { exists: true, upToDate: true, inProgress: true } } as const
const updated = { well: [...kept, 'update', 'publish-updated'], ...there } as const
const upAndRunning = { ready: available('endpoint up'), saidReady: available('endpoint up') } as const

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['updated',                       updated,                                                       '34: Ready=False/Updating, Synced=True/ReconcileSuccess, UpdatedExternalResource, again', 'an update is not proven by asking for it, and is looked after at once'],
  ['update fails',                  { well: kept, ...there, failed: { update: 'no' } },            '32: Ready=False/Updating, Synced=False/ReconcileError (update failed: no), CannotUpdateExternalResource, again', 'usable is not as wanted'],
  ['publish updated fails',         { well: [...kept, 'update'], ...there, failed: { 'publish-updated': 'no' } }, '33: Ready=False/Updating, Synced=False/ReconcileError (no), CannotPublishConnectionDetails, again', 'the update was asked for'],
  ['updated, provider says ready',  { ...updated, ...upAndRunning },                               '34: Ready=False/Updating (endpoint up), Synced=True/ReconcileSuccess, UpdatedExternalResource, again', 'the reason contradicts what was observed, the message stays'],
  ['update fails, provider speaks', { well: kept, ...there, saidReady: unavailable('disk full'), failed: { update: 'no' } }, '32: Ready=False/Updating (disk full), Synced=False/ReconcileError (update failed: no), CannotUpdateExternalResource, again', 'the provider knows why'],

  ['differs',                       { well: kept, ...there },                                      'go on: update',                'the spec is what is wanted'],
  ['an update was asked for',       { well: [...kept, 'update'], ...there },                       'go on: publish-updated',       'an update may change the details'],

  // Who ends Updating
  ['matches, provider silent',      { well: kept, ...asWanted, ready: updating() },                '30c: Ready=True/Available, Synced=True/ReconcileSuccess, poll', 'else it would be Updating for ever with providers that say Available only once'],
  ['matches, provider says ready',  { well: kept, ...asWanted, ...upAndRunning },                  '30: Synced=True/ReconcileSuccess, poll', 'its own word stands'],
  ['matches, provider says not',    { well: kept, ...asWanted, ready: unavailable('disk full'), saidReady: unavailable('disk full') }, '30: Synced=True/ReconcileSuccess, poll', 'as wanted is not usable'],
  ['matches, provider updating',    { well: kept, ...asWanted, ready: updating('step 2'), saidReady: updating('step 2') }, '30: Synced=True/ReconcileSuccess, poll', 'the provider knows of work that nobody else sees'],
  ['matches, never updated',        { well: kept, ...asWanted },                                   '30: Synced=True/ReconcileSuccess, poll', 'nobody but the provider says that something new is usable'],

  // Providers that work on after they have answered
  ['matches, work goes on',         { well: kept, ...underWay, ...upAndRunning },                  '30a: Ready=False/Updating (endpoint up), Synced=True/ReconcileSuccess, again', 'it was said to match before the work was done'],
  ['matches, work left Updating',   { well: kept, ...underWay, ready: updating() },                '30b: Synced=True/ReconcileSuccess, again', 'Updating ends with the work, not before'],

  // Resources that never converge, and back-off
  ['fourth update in a row',        { ...updated, updatesInARow: 4 },                              '34: Ready=False/Updating, Synced=True/ReconcileSuccess, UpdatedExternalResource, again', 'slow is not hopeless'],
  ['sixth update in a row',         { ...updated, updatesInARow: 5 },                              '34a: Ready=False/Updating (The external resource still differs after repeated updates), Synced=True/ReconcileSuccess, UpdatedExternalResource, poll', 'what does not converge must not be hammered, and is not ready'],
  ['sixth, provider speaks',        { ...updated, updatesInARow: 5, ...upAndRunning },             '34a: Ready=False/Updating (endpoint up), Synced=True/ReconcileSuccess, UpdatedExternalResource, poll', 'the provider\'s message goes first'],
  ['update restricted',             { well: kept, policies: ['Observe'], ...there, ...upAndRunning }, '31: Synced=True/ReconcileSuccess, poll', 'nobody asked for an update; UpToDate tells the difference'],

  // Never green by absence
  ['missing, only observed',        { well: looked, policies: ['Observe'], ...missing },           '14: Ready=False/Unavailable (The external resource does not exist, and the management policies only allow to observe it), Synced=False/ReconcileError (observe failed: external resource does not exist), CannotObserveExternalResource, poll', 'what is not there is not usable'],
  ['missing, may be updated',       { well: kept, policies: ['Observe', 'Update'], ...missing },   '29a: Ready=False/Unavailable (The external resource does not exist, and the management policies do not allow to create it), Synced=False/ReconcileError (observe failed: external resource does not exist), CannotObserveExternalResource, poll', 'nothing can be updated that is not there'],
  ['created a moment ago',          { well: looked, createdLately: true, ...missing },             '15: Ready=False/Creating, PendingExternalResource, again', 'what cannot be seen yet is being created'],
  ['created and deleted',           { well: looked, createdLately: true, deleted: true, ...missing }, '15a: Ready=False/Deleting, PendingExternalResource, again', 'it may appear after all and has to be deleted'],
  ['held by others',                { well: looked, deleted: true, finalizers: 2, ...there },      '16: Ready=False/Deleting (Waiting until the other finalizers are removed), again', 'a deleted object does not read as if nothing happened'],
  ['deleting, provider speaks',     { well: [...looked, 'delete'], deleted: true, finalizers: 1, ...there, saidReady: available('two clients left') }, '18: Ready=False/Deleting (two clients left), Synced=True/ReconcileSuccess, DeletedExternalResource, again', 'the reason contradicts, the message stays'],
]

describe('a pass in the language of the document', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => assert.equal(saidOf('proposal', given), says))
  }

  it('has a line here for every row that is not in the released language', () => {
    const seen = rowsFor(
      'proposal',
      cases.map(([, given]) => given),
    )
    const own = proposalPass.rows.filter((row) => !releasedPass.rows.includes(row))
    assert.deepEqual(
      own.map(([words]) => words).filter((words) => !seen.has(words)),
      [],
    )
    noteTested(own)
  })

  it('says UpToDate beside Ready when work goes on', () => {
    assert.ok(
      saidOf('proposal', { well: kept, ...underWay }, true).includes('UpToDate=False/UpdateRequested'),
    )
  })
})
