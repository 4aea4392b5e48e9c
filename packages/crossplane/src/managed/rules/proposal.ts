import { type ChoiceRules, otherwise } from '@sitrep/conditions'
import type { PassFacts } from '../types.ts'
import { beginning, leaving } from './beginning.ts'
import { creating } from './creating.ts'
import { columns, failing, type PassOutcome, type PassRow, take } from './rows.ts'

const isMissing = ({ observed }: PassFacts): boolean => observed?.exists !== true
const isAsWanted = ({ observed }: PassFacts): boolean => observed?.upToDate === true
const isUnderWay = (f: PassFacts): boolean => isAsWanted(f) && f.observed?.inProgress === true
// The provider's own word of this pass ends Updating, whatever it is; only where it says nothing somebody else has to.
const isLeftUpdating = ({ ready, saidReady }: PassFacts): boolean =>
  saidReady === undefined && ready?.reason === 'Updating'

// biome-ignore format: the table is the specification; its columns stay aligned
const waiting: readonly PassRow[] = [
  ['missing, and may only be observed', (f) => isMissing(f) && f.policies.onlyObserve,
    { row: '14', ready: 'Unavailable', readyMessage: 'The external resource does not exist, and the management policies only allow to observe it',
      synced: 'ReconcileError', error: 'external resource does not exist', prefix: 'observe failed', event: ['Warning', 'CannotObserveExternalResource'], next: 'poll' }],
  ['deleted and missing, and created a moment ago', (f) => f.deleted && isMissing(f) && f.createdLately,
    { row: '15a', ready: 'Deleting', event: ['Normal', 'PendingExternalResource', 'Waiting for external resource existence to be confirmed'], next: 'again' }],
  ['missing, and created a moment ago', (f) => isMissing(f) && f.createdLately,
    { row: '15', ready: 'Creating', event: ['Normal', 'PendingExternalResource', 'Waiting for external resource existence to be confirmed'], next: 'again' }],
  ['deleted, and others hold it too', (f) => f.deleted && f.finalizers > 1,
    { row: '16', ready: 'Deleting', readyMessage: 'Waiting until the other finalizers are removed', next: 'again' }],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const updating: readonly PassRow[] = [
  ['missing, and may not be created', isMissing,
    { row: '29a', ready: 'Unavailable', readyMessage: 'The external resource does not exist, and the management policies do not allow to create it',
      synced: 'ReconcileError', error: 'external resource does not exist', prefix: 'observe failed', event: ['Warning', 'CannotObserveExternalResource'], next: 'poll' }],
  ['as wanted and said to be ready, but work on it goes on', (f) => isUnderWay(f) && f.ready?.status === 'True',
    { row: '30a', ready: 'Updating', synced: 'ReconcileSuccess', upToDate: 'UpdateRequested', next: 'again' }],
  ['as wanted, but work on it goes on', isUnderWay, { row: '30b', synced: 'ReconcileSuccess', upToDate: 'UpdateRequested', next: 'again' }],
  ['as wanted, and the provider leaves it Updating', (f) => isAsWanted(f) && isLeftUpdating(f),
    { row: '30c', ready: 'Available', synced: 'ReconcileSuccess', upToDate: 'ObserveMatched', next: 'poll' }],
  ['as wanted', isAsWanted, { row: '30', synced: 'ReconcileSuccess', upToDate: 'ObserveMatched', next: 'poll' }],
  ['differs, and may not be updated', (f) => !f.policies.update, { row: '31', synced: 'ReconcileSuccess', upToDate: 'UpdateRestricted', next: 'poll' }],
  take('differs', 'update'),
  failing('updating failed', 'update',
    { row: '32', ready: 'Updating', synced: 'ReconcileError', upToDate: 'UpdateFailed', prefix: 'update failed', event: ['Warning', 'CannotUpdateExternalResource'], next: 'again' }),
  take('an update was asked for', 'publish-updated'),
  failing('updated: its connection details cannot be published', 'publish-updated',
    { row: '33', ready: 'Updating', synced: 'ReconcileError', upToDate: 'UpdateRequested', event: ['Warning', 'CannotPublishConnectionDetails'], next: 'again' }),
  ['an update was asked for, as often before to no avail', (f) => f.updatesInARow >= f.promptUpdates,
    { row: '34a', ready: 'Updating', readyMessage: 'The external resource still differs after repeated updates', synced: 'ReconcileSuccess', upToDate: 'UpdateRequested',
      event: ['Normal', 'UpdatedExternalResource', 'Successfully requested update of external resource'], next: 'poll' }],
  ['an update was asked for, and all is published', otherwise,
    { row: '34', ready: 'Updating', synced: 'ReconcileSuccess', upToDate: 'UpdateRequested',
      event: ['Normal', 'UpdatedExternalResource', 'Successfully requested update of external resource'], next: 'again' }],
]

/**
 * One pass over a managed resource as the document on resource status has it: Ready means usable and as wanted, so an update
 * that was asked for or failed is Updating until an observation shows that the external resource matches.
 */
export const proposalPass: ChoiceRules<PassFacts, PassOutcome> = {
  name: 'ManagedPass',
  columns,
  rows: [...beginning, ...waiting, ...leaving, ...creating, ...updating],
}
