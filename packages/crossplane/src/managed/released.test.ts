import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noteTested } from '@sitrep/conditions/testing'
import { releasedPass } from './rules/released.ts'
import { conflict, type Given, kept, looked, rowsFor, saidOf } from './testing.ts'

type Case = [name: string, given: Given, says: string, because: string]

const missing = { observed: {} } as const
const there = { observed: { exists: true, diff: 'size: 1 -> 2' } } as const
const asWanted = { observed: { exists: true, upToDate: true } } as const
const notThere = { text: 'no such object', conflict: false, missing: true }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['at first',                  {},                                                                     'go on: read',                                     'nothing is known'],
  ['not found',                 { failed: { read: notThere } },                                         '1: none',                                         'nobody wants anything any more'],
  ['unreadable',                { failed: { read: 'forbidden' } },                                      '2: error, cannot get managed resource: forbidden', 'a failed read is tried again with back-off'],
  ['unreadable, conflict',      { failed: { read: conflict() } },                                       '2: again',                                        'a conflict is no news'],
  ['paused',                    { well: ['read'], paused: true },                                       '3: Synced=False/ReconcilePaused, ReconciliationPaused, none', 'the annotation says so'],
  ['no policies',               { well: ['read'], policies: [] },                                       '3: Synced=False/ReconcilePaused, ReconciliationPaused, none', 'empty policies pause too'],
  ['requested',                 { well: ['read'], requested: true },                                    'go on: note-request',                             'the token was not answered yet'],
  ['request noted',             { well: ['read', 'note-request'], requested: true },                    'go on: initialize',                               'it is noted once a pass'],
  ['policies refused',          { well: ['read'], policies: ['Delete'] },                               '5: Synced=False/ReconcileError (`spec.managementPolicies` is set to a value([Delete]) which is not supported. Check docs for supported policies), CannotUseInvalidManagementPolicy, none', 'only the user can mend it'],
  ['orphan',                    { well: ['read'], deleted: true, policies: ['Observe'] },               'go on: unpublish',                                'no observation is needed to let go'],
  ['orphan, unpublish fails',   { well: ['read'], deleted: true, policies: ['Observe'], failed: { unpublish: 'no' } }, '6: Ready=False/Deleting, Synced=False/ReconcileError (no), CannotUnpublishConnectionDetails, again', 'the details must not outlive the object'],
  ['orphan, unpublish conflict', { well: ['read'], deleted: true, policies: ['Observe'], failed: { unpublish: conflict() } }, '6: again',                         'a conflict is no news'],
  ['orphan, unpublished',       { well: ['read', 'unpublish'], deleted: true, policies: ['Observe'] },  'go on: remove-finalizer',                         'nothing holds the object any more'],
  ['orphan, finalizer stays',   { well: ['read', 'unpublish'], deleted: true, policies: ['Observe'], failed: { 'remove-finalizer': 'no' } }, '7: Ready=False/Deleting, Synced=False/ReconcileError (no), again', 'said without an event'],
  ['orphaned',                  { well: ['read', 'unpublish', 'remove-finalizer'], deleted: true, policies: ['Observe'] }, '8: none',                             'the object is gone'],
  ['read',                      { well: ['read'] },                                                     'go on: initialize',                               'a resource needs its name'],
  ['initialize fails',          { well: ['read'], failed: { initialize: 'no' } },                       '9: Synced=False/ReconcileError (no), CannotInitializeManagedResource, again', 'Ready is not known to change'],
  ['creation lost',             { well: ['read', 'initialize'], createIncomplete: true },               '10: Ready=False/Creating, Synced=False/ReconcileError (cannot determine creation result - remove the crossplane.io/external-create-pending annotation if it is safe to proceed), CannotInitializeManagedResource, none', 'a second one might be created'],
  ['creation lost, name known', { well: ['read', 'initialize'], createIncomplete: true, deterministicName: true }, 'go on: resolve-references',                   'the name finds it again'],
  ['references fail',           { well: ['read', 'initialize'], failed: { 'resolve-references': 'no' } }, '11: Synced=False/ReconcileError (no), CannotResolveResourceReferences, again', 'what is referred to may come'],
  ['deleted, no references',    { well: ['read', 'initialize'], deleted: true },                        'go on: connect',                                  'what is referred to may be gone already'],
  ['connect fails',             { well: ['read', 'initialize', 'resolve-references'], failed: { connect: 'no' } }, '12: Synced=False/ReconcileError (connect failed: no), CannotConnectToProvider, again', 'the event has no prefix'],
  ['connected',                 { well: ['read', 'initialize', 'resolve-references', 'connect'] },      'go on: observe',                                  'look before anything else'],
  ['observe fails',             { well: looked.slice(0, -1), failed: { observe: 'no' } },               '13: Synced=False/ReconcileError (observe failed: no), CannotObserveExternalResource, again', 'could not look is not gone'],
  ['only observed, missing',    { well: looked, policies: ['Observe'], ...missing },                    '14: Synced=False/ReconcileError (observe failed: external resource does not exist), CannotObserveExternalResource, poll', 'only its appearance helps'],
  ['created a moment ago',      { well: looked, createdLately: true, ...missing },                      '15: PendingExternalResource, again',              'it may only be slow to appear'],
  ['held by others',            { well: looked, deleted: true, finalizers: 2, ...there },               '16: again',                                       'others still need it'],
  ['to be deleted',             { well: looked, deleted: true, finalizers: 1, ...there },               'go on: delete',                                   'ours is the last finalizer'],
  ['delete fails',              { well: looked, deleted: true, finalizers: 1, ...there, failed: { delete: 'no' } }, '17: Ready=False/Deleting, Synced=False/ReconcileError (delete failed: no), CannotDeleteExternalResource, again', 'it is deleted until it is gone'],
  ['delete conflict',           { well: looked, deleted: true, finalizers: 1, ...there, failed: { delete: conflict('busy') } }, '17: Ready=False/Deleting, Synced=False/ReconcileError (delete failed: busy), CannotDeleteExternalResource, again', 'here a conflict is told'],
  ['delete asked for',          { well: [...looked, 'delete'], deleted: true, finalizers: 1, ...there }, '18: Ready=False/Deleting, Synced=True/ReconcileSuccess, DeletedExternalResource, again', 'the next pass sees whether it is gone'],
  ['gone',                      { well: looked, deleted: true, finalizers: 1, ...missing },             'go on: unpublish',                                'nothing is left to delete'],
  ['gone, unpublish fails',     { well: looked, deleted: true, ...missing, failed: { unpublish: 'no' } }, '19: Ready=False/Deleting, Synced=False/ReconcileError (no), CannotUnpublishConnectionDetails, again', 'the details must not outlive the object'],
  ['gone, unpublished',         { well: [...looked, 'unpublish'], deleted: true, ...missing },          'go on: remove-finalizer',                         'nothing holds the object any more'],
  ['gone, finalizer stays',     { well: [...looked, 'unpublish'], deleted: true, ...missing, failed: { 'remove-finalizer': 'no' } }, '20: Ready=False/Deleting, Synced=False/ReconcileError (no), again', 'said without an event'],
  ['gone for good',             { well: [...looked, 'unpublish', 'remove-finalizer'], deleted: true, ...missing }, '21: none',                              'the object is gone'],
  ['observed',                  { well: looked, ...there },                                             'go on: publish-observed',                         'whoever needs the details should have them first'],
  ['publish fails',             { well: looked, ...there, failed: { 'publish-observed': 'no' } },       '22: Synced=False/ReconcileError (no), CannotPublishConnectionDetails, again', 'nothing was changed outside'],
  ['published',                 { well: [...looked, 'publish-observed'], ...there },                    'go on: add-finalizer',                            'from here on something may be left behind'],
  ['finalizer not added',       { well: [...looked, 'publish-observed'], ...there, failed: { 'add-finalizer': 'no' } }, '23: Synced=False/ReconcileError (no), again', 'said without an event'],
  ['to be created',             { well: kept, ...missing },                                             'go on: record-pending',                           'what is begun is written down first'],
  ['beginning not recorded',    { well: kept, ...missing, failed: { 'record-pending': 'no' } },         '24: Ready=False/Creating, Synced=False/ReconcileError (no), CannotUpdateManagedResource, again', 'nothing was created'],
  ['beginning recorded',        { well: [...kept, 'record-pending'], ...missing },                      'go on: create',                                   'a crash can be noticed now'],
  ['create fails',              { well: [...kept, 'record-pending'], ...missing, failed: { create: 'no' } }, 'go on: record-failed',                       'else the next pass refuses to go on'],
  ['create failed',             { well: [...kept, 'record-pending', 'record-failed'], ...missing, failed: { create: 'no' } }, '25: Ready=False/Creating, Synced=False/ReconcileError (create failed: no), CannotCreateExternalResource, again', 'the cause is told'],
  ['create failed, unrecorded', { well: [...kept, 'record-pending'], ...missing, failed: { create: 'no', 'record-failed': 'full' } }, '25: Ready=False/Creating, Synced=False/ReconcileError (create failed: no), CannotCreateExternalResource, CannotUpdateManagedResource, again', 'both are told, the cause first'],
  ['create conflict',           { well: [...kept, 'record-pending', 'record-failed'], ...missing, failed: { create: conflict('busy') } }, '25: Ready=False/Creating, Synced=False/ReconcileError (create failed: busy), again', 'told, but without an event'],
  ['created',                   { well: [...kept, 'record-pending', 'create'], ...missing },            'go on: record-succeeded',                         'the name must not be lost'],
  ['success not recorded',      { well: [...kept, 'record-pending', 'create'], ...missing, failed: { 'record-succeeded': 'no' } }, '26: Ready=False/Creating, Synced=False/ReconcileError (no), CannotUpdateManagedResource, again', 'the next pass will refuse to go on'],
  ['recorded',                  { well: [...kept, 'record-pending', 'create', 'record-succeeded'], ...missing }, 'go on: publish-created',                   'some details are told only once'],
  ['publish created fails',     { well: [...kept, 'record-pending', 'create', 'record-succeeded'], ...missing, failed: { 'publish-created': 'no' } }, '27: Ready=False/Creating, Synced=False/ReconcileError (no), CannotPublishConnectionDetails, again', 'created all the same'],
  ['created for good',          { well: [...kept, 'record-pending', 'create', 'record-succeeded', 'publish-created'], ...missing }, '28: Ready=False/Creating, Synced=True/ReconcileSuccess, CreatedExternalResource, again', 'the next pass sees whether it is usable'],
  ['filled in',                 { well: kept, observed: { exists: true, lateInitialized: true } },      'go on: late-initialize',                          'the spec says what holds'],
  ['filling in fails',          { well: kept, observed: { exists: true, lateInitialized: true }, failed: { 'late-initialize': 'no' } }, '29: Synced=False/ReconcileError (cannot update managed resource: no), CannotUpdateManagedResource, again', 'the event has no prefix'],
  ['filling in forbidden',      { well: kept, observed: { exists: true, lateInitialized: true }, policies: ['Observe', 'Create', 'Update'] }, 'go on: update', 'the policies leave it out'],
  ['as wanted',                 { well: kept, ...asWanted },                                            '30: Synced=True/ReconcileSuccess, poll',          'Ready is the provider\'s to say'],
  ['update forbidden',          { well: kept, policies: ['Observe'], ...there },                        '31: Synced=True/ReconcileSuccess, poll',          'it did what it was told'],
  ['differs',                   { well: kept, ...there },                                               'go on: update',                                   'the spec is what is wanted'],
  ['update fails',              { well: kept, ...there, failed: { update: 'no' } },                     '32: Synced=False/ReconcileError (update failed: no), CannotUpdateExternalResource, again', 'Ready stays as it was'],
  ['updated',                   { well: [...kept, 'update'], ...there },                                'go on: publish-updated',                          'an update may change the details'],
  ['publish updated fails',     { well: [...kept, 'update'], ...there, failed: { 'publish-updated': conflict('busy') } }, '33: Synced=False/ReconcileError (busy), CannotPublishConnectionDetails, again', 'here a conflict is told'],
  ['updated for good',          { well: [...kept, 'update', 'publish-updated'], ...there },             '34: Synced=True/ReconcileSuccess, UpdatedExternalResource, poll', 'nobody looks before the poll interval is over'],
  ['missing, may be updated',   { well: kept, policies: ['Observe', 'Update'], ...missing },            'go on: update',                                   'crossplane-runtime updates what is not there (#1129)'],
]

describe('a pass in the released language', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => assert.equal(saidOf('released', given), says))
  }

  it('has a line here for every row', () => {
    const seen = rowsFor(
      'released',
      cases.map(([, given]) => given),
    )
    assert.deepEqual(
      releasedPass.rows.map(([words]) => words).filter((words) => !seen.has(words)),
      [],
    )
    noteTested(releasedPass.rows)
  })
})

// biome-ignore format: the table is the specification; its columns stay aligned
const upToDateCases: Case[] = [
  ['paused',           { well: ['read'], paused: true },                                'UpToDate=Unknown/ReconcilePaused',               'nobody looks'],
  ['as wanted',        { well: kept, ...asWanted },                                     'UpToDate=True/ObserveMatched',                   'it was seen to match'],
  ['update forbidden', { well: kept, policies: ['Observe'], ...there },                 'UpToDate=False/UpdateRestricted (size: 1 -> 2)', 'Synced alone would hide the difference'],
  ['update fails',     { well: kept, ...there, failed: { update: 'no' } },              'UpToDate=False/UpdateFailed (size: 1 -> 2)',     'it still differs'],
  ['updated for good', { well: [...kept, 'update', 'publish-updated'], ...there },      'UpToDate=False/UpdateRequested (size: 1 -> 2)',  'nobody has seen it match yet'],
]

describe('UpToDate, where it is asked for', () => {
  for (const [name, given, says, because] of upToDateCases) {
    it(`${name}: ${says}, because ${because}`, () => {
      assert.ok(saidOf('released', given, true).includes(says))
      assert.ok(!saidOf('released', given).includes('UpToDate'))
    })
  }
})
