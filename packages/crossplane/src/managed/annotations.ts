/** The annotations that a managed resource carries for its reconciler, and the finalizer. */
export const annotations = {
  externalName: 'crossplane.io/external-name',
  createPending: 'crossplane.io/external-create-pending',
  createSucceeded: 'crossplane.io/external-create-succeeded',
  createFailed: 'crossplane.io/external-create-failed',
  paused: 'crossplane.io/paused',
  pollInterval: 'crossplane.io/poll-interval',
  reconcileRequestedAt: 'crossplane.io/reconcile-requested-at',
} as const

/** Keeps an object until its external resource is gone or given up. */
export const managedFinalizer = 'finalizer.managedresource.crossplane.io'

/** The type of the secrets that connection details are written to. */
export const connectionSecretType = 'connection.crossplane.io/v1alpha1'

/** To whom the reference fields that are resolved belong. */
export const referenceManager = 'managed.crossplane.io/api-simple-reference-resolver'

/** The annotations of an object, as far as it has any. */
export type Annotations = Readonly<Record<string, string>>

/** Whether reconciliation is paused by annotation. Only the exact text counts. */
export const isPaused = (given: Annotations): boolean => given[annotations.paused] === 'true'

/** The external name; empty where none is set. */
export const externalNameOf = (given: Annotations): string => given[annotations.externalName] ?? ''

/** The token of a request to reconcile; nothing where none is made. */
export const reconcileRequestOf = (given: Annotations): string | undefined =>
  given[annotations.reconcileRequestedAt] || undefined
