import type { PassFacts } from '../types.ts'
import { failing, type PassRow, take } from './rows.ts'

const toBeCreated = ({ observed, policies }: PassFacts): boolean =>
  observed?.exists !== true && policies.create

/** What is done for every external resource that is to stay, and how a missing one is created. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const creating: readonly PassRow[] = [
  take('connection details of what was observed are not published yet', 'publish-observed'),
  failing('connection details of what was observed cannot be published', 'publish-observed',
    { row: '22', synced: 'ReconcileError', event: ['Warning', 'CannotPublishConnectionDetails'], onConflict: 'silent', next: 'again' }),
  take('the finalizer is not known to be there', 'add-finalizer'),
  failing('the finalizer cannot be added', 'add-finalizer', { row: '23', synced: 'ReconcileError', onConflict: 'silent', next: 'again' }),

  take('missing, and may be created', 'record-pending', toBeCreated),
  failing('to be created: that it begins cannot be recorded', 'record-pending',
    { row: '24', ready: 'Creating', synced: 'ReconcileError', event: ['Warning', 'CannotUpdateManagedResource'], onConflict: 'silent', next: 'again' }),
  take('to be created: that it begins is recorded', 'create', toBeCreated),
  take('creating failed, which is not recorded yet', 'record-failed', (f) => f.went.create !== undefined && f.went.create !== 'well'),
  failing('creating failed', 'create',
    { row: '25', ready: 'Creating', synced: 'ReconcileError', prefix: 'create failed', event: ['Warning', 'CannotCreateExternalResource'],
      besides: { failed: 'record-failed', event: ['Warning', 'CannotUpdateManagedResource'] }, onConflict: 'no event', next: 'again' }),
  take('created, which is not recorded yet', 'record-succeeded', toBeCreated),
  failing('created: that cannot be recorded', 'record-succeeded',
    { row: '26', ready: 'Creating', synced: 'ReconcileError', event: ['Warning', 'CannotUpdateManagedResource'], onConflict: 'silent', next: 'again' }),
  take('created and recorded', 'publish-created', toBeCreated),
  failing('created: its connection details cannot be published', 'publish-created',
    { row: '27', ready: 'Creating', synced: 'ReconcileError', event: ['Warning', 'CannotPublishConnectionDetails'], onConflict: 'silent', next: 'again' }),
  ['created, recorded and published', toBeCreated,
    { row: '28', ready: 'Creating', synced: 'ReconcileSuccess', event: ['Normal', 'CreatedExternalResource', 'Successfully requested creation of external resource'], next: 'again' }],

  take('fields of the spec were filled in, and may be', 'late-initialize', (f) => f.observed?.lateInitialized === true && f.policies.lateInitialize),
  failing('fields that were filled in cannot be stored', 'late-initialize',
    { row: '29', synced: 'ReconcileError', prefix: 'cannot update managed resource', event: ['Warning', 'CannotUpdateManagedResource'], next: 'again' }),
]
