/**
 * Composites and claims: their conditions, from what they are made of and what functions answered, which is a fact that comes from outside.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// Claims
export { type ClaimBefore, computeClaim } from '../claim/compute.ts'
export { type ClaimFacts, claimReady, claimSynced } from '../claim/rules.ts'
// Composites
export {
  type CompositeBefore,
  type CompositeComputed,
  type CompositeEvent,
  composedEvents,
  computeComposite,
  functionEvents,
} from './compute.ts'
export { type CompositeDue, nextLook, ready, responsive, synced } from './rules.ts'
export {
  type Composed,
  type CompositeFacts,
  type CompositeFailure,
  type CompositeStep,
  compositeSteps,
  type FunctionAnswers,
  type FunctionCondition,
  type FunctionResult,
  silentFunctions,
} from './types.ts'
