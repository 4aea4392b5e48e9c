/**
 * Composites and claims: their conditions, from what they are made of and what functions answered, which is a fact that comes from outside.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// Claims
export { type ClaimBefore, type ClaimFacts, claimReady, claimSynced, computeClaim } from './claim.ts'
// Composites
export { type CompositeBefore, type CompositeVerdict, computeComposite } from './compute.ts'
export { type CompositeEvent, composedEvents, functionEvents } from './events.ts'
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
} from './facts.ts'
export { type CompositeDue, nextLook, ready, responsive, synced } from './rules.ts'
