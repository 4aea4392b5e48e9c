/**
 * Managed resources: their conditions, and one pass of the reconciler as a decision. What was read and what each step came to
 * goes in; the next step, or conditions, events and when to look again, come out.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// How a pass ends
export { type Conclusion, conclude, type PassEvent } from './compute.ts'
// One pass
export { afterStep, failureIn, observationOf } from './facts/facts.ts'
export { policiesOf } from './facts/policies.ts'
// When to look again
export { type PollSettings, pollIntervalOf, withJitter } from './facts/times.ts'
export { type PassRules, passRules } from './language.ts'
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
  unavailable,
  updateFailed,
  updateRequested,
  updateRestricted,
  updating,
} from './layout.ts'
// The object
export {
  conditionOf,
  conditionsOf,
  externalNameOf,
  observeManagedObject,
  reconcileRequestOf,
} from './observe.ts'
export { type Due, type Ending, isNextStep, type NextStep, type PassOutcome } from './rules/rows.ts'
export {
  annotations,
  connectionSecretType,
  type ExternalState,
  type Failure,
  type ManagedObject,
  managedFinalizer,
  managementActions,
  type PassFacts,
  type PassSettings,
  type PassStep,
  type Policies,
  type PolicyFields,
  type PolicySettings,
  passSteps,
  referenceManager,
  type StepSeen,
  systemTypes,
  type Telling,
  unread,
} from './types.ts'
