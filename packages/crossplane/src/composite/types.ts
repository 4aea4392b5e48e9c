import type { Condition } from '@sitrep/conditions'

/** Where a pass over a composite can fail. */
export const compositeSteps = [
  'remove-finalizer',
  'add-finalizer',
  'select-composition',
  'select-revision',
  'fetch-composition',
  'check-pipeline',
  'configure',
  'compose',
  'watch',
  'publish',
] as const

/** One of the steps of a pass over a composite. */
export type CompositeStep = (typeof compositeSteps)[number]

/** What went wrong in a pass over a composite. */
export interface CompositeFailure {
  readonly step: CompositeStep
  readonly text: string
  /** Whether an API server refused an object as invalid. */
  readonly invalid: boolean
}

/** A resource that a composite is made of, by the name it has in the pipeline. */
export interface Composed {
  readonly name: string
  readonly synced: boolean
  readonly ready: boolean
}

/** A condition that a function wants to see on the composite, and perhaps on its claim. */
export interface FunctionCondition {
  readonly condition: Condition
  readonly target: 'composite' | 'composite-and-claim'
}

/** What a function has to tell. */
export interface FunctionResult {
  readonly step: string
  readonly severity: 'normal' | 'warning' | 'unknown'
  readonly reason?: string
  readonly message: string
  readonly target: 'composite' | 'composite-and-claim'
}

/** What the functions of a pipeline answered: a fact that comes from outside. */
export interface FunctionAnswers {
  /** Whether the composite is ready, where a function decides that itself. */
  readonly ready?: boolean
  readonly conditions: readonly FunctionCondition[]
  readonly results: readonly FunctionResult[]
  /** For how long the answer holds, in milliseconds; 0 where nothing is said. */
  readonly ttlMs: number
}

/** All that the conditions of a composite rest on. */
export interface CompositeFacts {
  /** What sends too many events to be listened to all the time; nothing while all is calm. */
  readonly circuitOpenedBy: string | undefined
  readonly paused: boolean
  readonly deleted: boolean
  readonly failure: CompositeFailure | undefined
  readonly composed: readonly Composed[]
  readonly functions: FunctionAnswers
  /** Whether changes of composed resources wake the composite at once. */
  readonly realtime: boolean
}

/** No function said anything. */
export const silentFunctions: FunctionAnswers = { conditions: [], results: [], ttlMs: 0 }
