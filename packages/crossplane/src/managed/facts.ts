import type { Condition } from '@sitrep/conditions'
import type { Policies } from './policies.ts'

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
export interface Observed {
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
  readonly observed: Observed | undefined
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

/** What went wrong in a step; nothing where it went well or was not taken. */
export function failureIn(facts: PassFacts, step: PassStep): Failure | undefined {
  const went = facts.went[step]
  return went === 'well' ? undefined : went
}
