/**
 * Managed resources: their conditions, and one pass of the reconciler as a decision. What was read and what each step came to
 * goes in; the next step, or conditions, events and when to look again, come out.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// One pass
export { afterStep, type PassSettings, type Seen } from './after-step.ts'
// The object
export {
  annotations,
  connectionSecretType,
  externalNameOf,
  managedFinalizer,
  reconcileRequestOf,
  referenceManager,
} from './annotations.ts'
export { type Conclusion, conclude, type PassEvent, type Telling } from './conclude.ts'
// Conditions
export {
  available,
  type ConditionStamp,
  creating,
  deleting,
  markConditions,
  observeMatched,
  pausedUnknown,
  reconcileError,
  reconcilePaused,
  reconcileSuccess,
  systemTypes,
  unavailable,
  updateFailed,
  updateRequested,
  updateRestricted,
  updating,
} from './conditions.ts'
export {
  type Failure,
  failureIn,
  type Observed,
  type PassFacts,
  type PassStep,
  passSteps,
  unread,
} from './facts.ts'
export { conditionOf, conditionsOf, type PolicySettings } from './managed-object.ts'
export { observationOf } from './observation.ts'
export { type PassRules, passRules } from './pass-rules.ts'
export { managementActions, type Policies, type PolicyFields, policiesOf } from './policies.ts'
// When to look again
export { type PollSettings, pollIntervalOf, withJitter } from './poll-interval.ts'
export { type Due, type Ending, isNextStep, type NextStep, type PassOutcome } from './rules/language.ts'
