import { type ChoiceRules, otherwise } from '@sitrep/conditions'
import type { PassFacts } from '../types.ts'
import { beginning, leaving } from './beginning.ts'
import { creating } from './creating.ts'
import { columns, failing, type PassOutcome, type PassRow, take } from './rows.ts'

const isMissing = ({ observed }: PassFacts): boolean => observed?.exists !== true

// biome-ignore format: the table is the specification; its columns stay aligned
const waiting: readonly PassRow[] = [
  ['missing, and may only be observed', (f) => isMissing(f) && f.policies.onlyObserve,
    { row: '14', synced: 'ReconcileError', error: 'external resource does not exist', prefix: 'observe failed', event: ['Warning', 'CannotObserveExternalResource'], next: 'poll' }],
  ['missing, and created a moment ago', (f) => isMissing(f) && f.createdLately,
    { row: '15', event: ['Normal', 'PendingExternalResource', 'Waiting for external resource existence to be confirmed'], next: 'again' }],
  ['deleted, and others hold it too', (f) => f.deleted && f.finalizers > 1, { row: '16', next: 'again' }],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const updating: readonly PassRow[] = [
  ['as wanted', (f) => f.observed?.upToDate === true, { row: '30', synced: 'ReconcileSuccess', upToDate: 'ObserveMatched', next: 'poll' }],
  ['differs, and may not be updated', (f) => !f.policies.update, { row: '31', synced: 'ReconcileSuccess', upToDate: 'UpdateRestricted', next: 'poll' }],
  take('differs', 'update'),
  failing('updating failed', 'update',
    { row: '32', synced: 'ReconcileError', upToDate: 'UpdateFailed', prefix: 'update failed', event: ['Warning', 'CannotUpdateExternalResource'], next: 'again' }),
  take('an update was asked for', 'publish-updated'),
  failing('updated: its connection details cannot be published', 'publish-updated',
    { row: '33', synced: 'ReconcileError', event: ['Warning', 'CannotPublishConnectionDetails'], next: 'again' }),
  ['an update was asked for, and all is published', otherwise,
    { row: '34', synced: 'ReconcileSuccess', upToDate: 'UpdateRequested', event: ['Normal', 'UpdatedExternalResource', 'Successfully requested update of external resource'], next: 'poll' }],
]

/**
 * One pass over a managed resource as crossplane-runtime does it (pkg/reconciler/managed, commit 4e7ed235): asked again
 * after every step, until it says how the pass ends.
 */
export const releasedPass: ChoiceRules<PassFacts, PassOutcome> = {
  name: 'ManagedPass',
  columns,
  rows: [...beginning, ...waiting, ...leaving, ...creating, ...updating],
}
