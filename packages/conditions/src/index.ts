/**
 * Conditions: what they are, how a table of rules decides one, how they are set, merged, mirrored and patched.
 * Pure: no I/O, no clock, no randomness, no dependencies; no function changes its arguments.
 */

// Several conditions in one
export { type AggregateOptions, aggregate, controlPlaneLabel } from './aggregate.ts'
// The vocabulary
export {
  type Condition,
  type ConditionState,
  type ConditionStatus,
  conditionStatuses,
  type Instant,
  isConditionStatus,
  noReasonReported,
  notYetReported,
  statusOf,
} from './condition.ts'
// Deciding a condition
export {
  type AbsentDecision,
  type DecidingRow,
  type Decision,
  type KeepDecision,
  type SetDecision,
  stated,
} from './decision.ts'
export { type ConditionConflict, ConditionsError, type ConditionsErrorCode } from './errors.ts'
// Reading and changing a list
export {
  getCondition,
  getLastTransitionTime,
  getMessage,
  getReason,
  hasCondition,
  isFalse,
  isTrue,
  isUnknown,
  type MaybeConditions,
} from './get.ts'
export { type ConditionLimits, conditionLimits } from './limits.ts'
export {
  defaultMergeReasons,
  defaultPriority,
  type MergeGroups,
  type MergePriority,
  type MergeReasons,
  type MergeStrategy,
  mergePriorities,
  mergeStrategy,
  type PriorityOf,
  type ReportedCondition,
} from './merge/strategy.ts'
export { type MirrorOptions, mirror } from './mirror.ts'
export { type ConditionOrder, compareConditions, orderConditions } from './order.ts'
export {
  absent,
  type ConditionRules,
  decide,
  False,
  keep,
  type LeaveVerdict,
  oneOf,
  otherwise,
  type Reason,
  type ReasonChoice,
  type ReportedVerdict,
  type ReportWords,
  type RowSources,
  type RowVerdict,
  type Rule,
  report,
  type StatedVerdict,
  type Text,
  True,
  Unknown,
} from './rules.ts'
export { rulesToMarkdown } from './rules-markdown.ts'
export { deleteCondition, type SetOptions, setCondition, setConditions } from './set.ts'
export { type ConditionedObject, type ObjectRef, refOf, type Source } from './source.ts'
export { type SummaryOptions, summarize } from './summarize.ts'
