import type { Condition, Instant } from '@sitrep/conditions'

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

/** What a management policy may allow; `*` is all of it. */
export const managementActions = ['*', 'Observe', 'Create', 'Update', 'LateInitialize', 'Delete'] as const

/** What of a managed resource decides which actions are allowed. */
export interface PolicyFields {
  /** Whether management policies are looked at at all. */
  readonly enabled: boolean
  readonly managementPolicies: readonly string[]
  /** Whether the kind has a deletion policy of the older sort, and which one is set. */
  readonly deletionPolicy?: { readonly value: string } | undefined
}

/** What the policies of a managed resource come to. */
export interface Policies {
  readonly paused: boolean
  /** Why the policies cannot be followed; nothing where they can. */
  readonly problem: string | undefined
  readonly onlyObserve: boolean
  readonly create: boolean
  readonly update: boolean
  readonly lateInitialize: boolean
  readonly delete: boolean
}

/** Whether management policies count, and whether objects of the kind have a deletion policy of the older sort. */
export interface PolicySettings {
  readonly managementPolicies: 'followed' | 'ignored'
  /**
   * What an object means that has no management policies at all: `paused`, as in Crossplane, where every definition brings a default, or
   * `everything`, where definitions may not have the field.
   */
  readonly unsetPolicies: 'paused' | 'everything'
  readonly deletionPolicy: 'offered' | 'none'
}

/** What holds for all passes over resources of a kind. */
export interface PassSettings extends PolicySettings {
  /** Whether the external name is known before the external resource is created. */
  readonly deterministicName: boolean
  /** Whether the kind keeps which request to reconcile was answered. */
  readonly requests: 'kept' | 'not kept'
  readonly creationGraceMs: number
  /** How many updates in a row are looked after at once. */
  readonly promptUpdates: number
}

/** The steps of a pass over a managed resource, in the order in which they can come. */
export const passSteps = [
  'read',
  'note-request',
  'initialize',
  'resolve-references',
  'connect',
  'observe',
  'delete',
  'unpublish',
  'remove-finalizer',
  'publish-observed',
  'add-finalizer',
  'record-pending',
  'create',
  'record-failed',
  'record-succeeded',
  'publish-created',
  'late-initialize',
  'update',
  'publish-updated',
] as const

/** One of the steps of a pass. */
export type PassStep = (typeof passSteps)[number]

/** What went wrong in a step. */
export interface Failure {
  readonly text: string
  /** Whether somebody else wrote first: nothing is wrong, it only has to be tried again. */
  readonly conflict: boolean
  /** Whether what was asked for is not there. */
  readonly missing: boolean
}

/** What the external resource was seen to be. */
export interface ExternalState {
  readonly exists: boolean
  readonly upToDate: boolean
  /** Whether the observation filled in fields of the spec that were left open. */
  readonly lateInitialized: boolean
  /** Whether work on it goes on, so that what matches now may not be the end of it. */
  readonly inProgress: boolean
  /** How it differs, for people. */
  readonly diff: string
}

/** All that a pass knows so far: the object as it stands in memory, and what the steps that were taken came to. */
export interface PassFacts {
  readonly went: { readonly [step in PassStep]?: 'well' | Failure }
  readonly paused: boolean
  readonly policies: Policies
  /** Whether somebody asks to reconcile with a token that was not answered yet. */
  readonly requested: boolean
  readonly deleted: boolean
  /** How many finalizers the object has, ours among them. */
  readonly finalizers: number
  /** A creation was begun and no end of it is recorded. */
  readonly createIncomplete: boolean
  /** Whether the external name is known before the external resource is created. */
  readonly deterministicName: boolean
  /** Created so lately that it may only be slow to appear. */
  readonly createdLately: boolean
  readonly observed: ExternalState | undefined
  /** Ready as it stands in the object. */
  readonly ready: Condition | undefined
  /** Ready as the provider said it in this pass. */
  readonly saidReady: Condition | undefined
  /** How many passes before this one asked for an update of the same generation, without one between that found it matching. */
  readonly updatesInARow: number
  /** How many updates in a row are looked after at once; the next waits for the poll interval. */
  readonly promptUpdates: number
}

/** What is known before anything was read. */
export const unread: PassFacts = {
  went: {},
  paused: false,
  policies: {
    paused: false,
    problem: undefined,
    onlyObserve: false,
    create: false,
    update: false,
    lateInitialize: false,
    delete: false,
  },
  requested: false,
  deleted: false,
  finalizers: 0,
  createIncomplete: false,
  deterministicName: false,
  createdLately: false,
  observed: undefined,
  ready: undefined,
  saidReady: undefined,
  updatesInARow: 0,
  promptUpdates: 5,
}

/** What of a managed resource a pass asks about. */
export interface ManagedObject {
  readonly annotations: Annotations
  readonly paused: boolean
  readonly policyFields: PolicyFields
  readonly deleted: boolean
  readonly finalizers: number
  readonly ready: Condition | undefined
  /** The token of a request to reconcile, and of the last one that was answered. */
  readonly request: string | undefined
  readonly lastHandled: string | undefined
}

/** What there is to see after a step. */
export interface StepSeen {
  /** The object as it stands in memory; nothing where it could not be read. */
  readonly object: ManagedObject | undefined
  readonly went: 'well' | Failure
  readonly observed?: ExternalState | undefined
  readonly saidReady?: Condition | undefined
  readonly now: Instant
}

/** The types that Crossplane keeps for itself on every managed resource. */
export const systemTypes = ['Ready', 'Synced', 'Healthy', 'UpToDate'] as const

/** The reasons that the reconciler itself gives, by type, and what each of them says. */
export const ownReasons = {
  Ready: { Creating: 'False', Available: 'True', Unavailable: 'False', Deleting: 'False', Updating: 'False' },
  Synced: { ReconcileSuccess: 'True', ReconcileError: 'False', ReconcilePaused: 'False' },
  UpToDate: {
    ObserveMatched: 'True',
    UpdateRequested: 'False',
    UpdateRestricted: 'False',
    UpdateFailed: 'False',
    ReconcilePaused: 'Unknown',
  },
} as const

/** One of the reasons of a type. */
export type ReasonOf<Type extends keyof typeof ownReasons> = keyof (typeof ownReasons)[Type] & string

/** How an ending is told. */
export interface Telling {
  /** Whether UpToDate is said beside Ready and Synced. */
  readonly upToDate: boolean
  /** Whether the message that the provider gave Ready in this pass stays when the reconciler gives another reason. */
  readonly providerMessages: 'kept' | 'dropped'
}
