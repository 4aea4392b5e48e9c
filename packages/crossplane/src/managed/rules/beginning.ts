import { failureIn } from '../facts/facts.ts'
import type { PassFacts } from '../types.ts'
import { failing, type PassRow, take, wentWell } from './rows.ts'

const toBeKept = ({ deleted, policies }: PassFacts): boolean => deleted && !policies.delete

/** From reading the object to the point where nothing but the external resource itself is left to look at. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const beginning: readonly PassRow[] = [
  take('nothing is known yet', 'read'),
  failing('the object is not there', 'read', { row: '1', next: 'none' }, (f) => failureIn(f, 'read')?.missing === true),
  failing('the object cannot be read', 'read', { row: '2', prefix: 'cannot get managed resource', onConflict: 'silent', next: 'error' }),
  ['paused, by annotation or by empty management policies', (f) => f.paused || f.policies.paused,
    { row: '3', synced: 'ReconcilePaused', upToDate: 'ReconcilePaused',
      event: ['Normal', 'ReconciliationPaused', 'Reconciliation is paused either through the `spec.managementPolicies` or the pause annotation'], next: 'none' }],
  ['a request to reconcile that was not answered yet', (f) => f.requested && f.went['note-request'] === undefined, { row: '4', step: 'note-request' }],
  ['the management policies cannot be followed', (f) => f.policies.problem !== undefined,
    { row: '5', synced: 'ReconcileError', event: ['Warning', 'CannotUseInvalidManagementPolicy'], next: 'none' }],

  take('deleted, and the external resource is to be kept', 'unpublish', toBeKept),
  failing('to be kept: unpublishing failed', 'unpublish',
    { row: '6', ready: 'Deleting', synced: 'ReconcileError', event: ['Warning', 'CannotUnpublishConnectionDetails'], onConflict: 'silent', next: 'again' }, toBeKept),
  take('to be kept: unpublished', 'remove-finalizer', toBeKept),
  failing('to be kept: the finalizer cannot be removed', 'remove-finalizer', { row: '7', ready: 'Deleting', synced: 'ReconcileError', onConflict: 'silent', next: 'again' }, toBeKept),
  ['to be kept: the finalizer is removed', toBeKept, { row: '8', next: 'none' }],

  take('not initialized yet', 'initialize'),
  failing('initializing failed', 'initialize',
    { row: '9', synced: 'ReconcileError', event: ['Warning', 'CannotInitializeManagedResource'], onConflict: 'silent', next: 'again' }),
  ['a creation was begun, its end is not known, and the name would not tell', (f) => f.createIncomplete && !f.deterministicName,
    { row: '10', ready: 'Creating', synced: 'ReconcileError',
      error: 'cannot determine creation result - remove the crossplane.io/external-create-pending annotation if it is safe to proceed',
      event: ['Warning', 'CannotInitializeManagedResource'], next: 'none' }],
  take('not deleted, references are not resolved yet', 'resolve-references', (f) => !f.deleted),
  failing('references cannot be resolved', 'resolve-references',
    { row: '11', synced: 'ReconcileError', event: ['Warning', 'CannotResolveResourceReferences'], onConflict: 'silent', next: 'again' }),
  take('not connected yet', 'connect'),
  failing('connecting failed', 'connect',
    { row: '12', synced: 'ReconcileError', prefix: 'connect failed', event: ['Warning', 'CannotConnectToProvider'], onConflict: 'silent', next: 'again' }),
  take('not observed yet', 'observe'),
  failing('observing failed', 'observe',
    { row: '13', synced: 'ReconcileError', prefix: 'observe failed', event: ['Warning', 'CannotObserveExternalResource'], onConflict: 'silent', next: 'again' }),
]

/** The end of an object whose external resource is gone. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const leaving: readonly PassRow[] = [
  take('deleted, and the external resource exists', 'delete', (f) => f.deleted && isThere(f) && f.policies.delete),
  failing('deleting failed', 'delete',
    { row: '17', ready: 'Deleting', synced: 'ReconcileError', prefix: 'delete failed', event: ['Warning', 'CannotDeleteExternalResource'], next: 'again' }),
  wentWell('deletion was asked for', 'delete',
    { row: '18', ready: 'Deleting', synced: 'ReconcileSuccess', event: ['Normal', 'DeletedExternalResource', 'Successfully requested deletion of external resource'], next: 'again' }),
  take('deleted, and the external resource is gone', 'unpublish', (f) => f.deleted),
  failing('gone: unpublishing failed', 'unpublish',
    { row: '19', ready: 'Deleting', synced: 'ReconcileError', event: ['Warning', 'CannotUnpublishConnectionDetails'], onConflict: 'silent', next: 'again' }),
  take('gone: unpublished', 'remove-finalizer', (f) => f.deleted),
  failing('gone: the finalizer cannot be removed', 'remove-finalizer', { row: '20', ready: 'Deleting', synced: 'ReconcileError', onConflict: 'silent', next: 'again' }),
  ['gone: the finalizer is removed', (f) => f.deleted, { row: '21', next: 'none' }],
]

const isThere = ({ observed }: PassFacts): boolean => observed?.exists === true
