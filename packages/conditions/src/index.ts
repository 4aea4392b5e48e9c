/**
 * Conditions: what they are, how a table of rules decides one, how they are set, merged, mirrored, patched and read.
 * Pure: no I/O, no clock, no randomness, no dependencies; no function changes its arguments.
 */

// Several conditions in one
export { type AggregateOptions, aggregate } from './aggregate.ts'
// The plain helpers of apimachinery
export {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  type StatusConditionChange,
  setStatusCondition,
} from './apimachinery.ts'
// The order of texts
export { compareBytes } from './byte-order.ts'
// Choosing what is done
export {
  type Choice,
  type ChoiceRow,
  type ChoiceRules,
  choose,
  fromFacts,
  type MadeOutcome,
  type OutcomeKey,
  type OutcomeWords,
} from './choice.ts'
export { choicesToMarkdown } from './choice-markdown.ts'
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
  inList,
  type KeepDecision,
  type SetDecision,
  stated,
} from './decision.ts'
export { type ConditionConflict, ConditionsError, type ConditionsErrorCode } from './errors.ts'
// Asking a list, of either model
export {
  getCondition,
  getLastTransitionTime,
  getMessage,
  getReason,
  hasCondition,
  isFalse,
  isTrue,
  isUnknown,
} from './get.ts'
export {
  compareInstants,
  isCanonicalInstant,
  isUnset,
  type MaybeInstant,
  type Moment,
  parseInstant,
} from './instant.ts'
// Changing a list
// The older model of Cluster API, with severities
export { type ConditionLimits, conditionLimits, severityConditionLimits } from './limits.ts'
export type { MaybeList } from './list.ts'
export { pluralOf } from './merge/plural.ts'
export {
  defaultMergeReasons,
  defaultPriority,
  type MergeGroups,
  type MergePriority,
  type MergeReasons,
  type MergeStrategy,
  type MergeStrategyOptions,
  mergePriorities,
  mergeStrategy,
  type PriorityOf,
  type ReportedCondition,
} from './merge/strategy.ts'
export { type MirrorOptions, mirror } from './mirror.ts'
export { type ConditionOrder, orderConditions } from './order.ts'
// Two writers of one list
export {
  type ApplyOptions,
  applyConditions,
  type ConditionOperation,
  type ConditionPatch,
  diffConditions,
} from './patch/conditions.ts'
export type { Operation } from './patch/operation.ts'
export type { Ownership } from './patch/three-way.ts'
// Objects of any kind
export {
  type ConditionLayout,
  type ConditionLayoutName,
  type ConditionPath,
  conditionLayouts,
  conditionPaths,
  severityConditionPaths,
} from './read/layout.ts'
export {
  type ConditionReading,
  mirrorUntyped,
  type ReadOptions,
  readConditions,
} from './read/read-conditions.ts'
export { remembering } from './remembering.ts'
export { otherwise, type Row, type RowSources } from './rows.ts'
export {
  absent,
  type ConditionRules,
  decide,
  False,
  keep,
  type LeaveOutcome,
  oneOf,
  type Reason,
  type ReasonChoice,
  type ReportedOutcome,
  type ReportWords,
  type RowOutcome,
  type Rule,
  report,
  type StatedOutcome,
  type Text,
  True,
  Unknown,
} from './rules.ts'
export { rulesToMarkdown } from './rules-markdown.ts'
export { sameCondition, sameConditions, sameState, sameStateExceptGeneration } from './same.ts'
export { deleteCondition, type SetOptions, setCondition, setConditions } from './set.ts'
export { type AnyCondition, type Severity, type SeverityCondition, severities } from './severity/condition.ts'
export {
  falseNegativeSeverityCondition,
  falseSeverityCondition,
  type SeverityTexts,
  trueNegativeSeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from './severity/make.ts'
export type { SeverityResult } from './severity/merge.ts'
export {
  applySeverityConditions,
  diffSeverityConditions,
  type SeverityApplyOptions,
  type SeverityPatch,
} from './severity/patch.ts'
export { readSeverityConditions, type SeverityReading } from './severity/read.ts'
export {
  aggregateSeverity,
  mirrorSeverity,
  type SeverityAggregateOptions,
  type SeverityFallback,
  type SeverityObject,
  type SeveritySummaryOptions,
  summarizeSeverity,
} from './severity/report.ts'
export { sameSeverityCondition, sameSeverityState } from './severity/same.ts'
export {
  deleteSeverityCondition,
  type SeveritySetOptions,
  setSeverityCondition,
  setSeverityConditions,
  setSeverityConditionWithTime,
} from './severity/set.ts'
export {
  type ConditionedObject,
  type ConditionSource,
  type NamedObject,
  refOf,
  type Source,
} from './source.ts'
// Long lists of which little changes at a time
export {
  filterStretches,
  filterStretchesBy,
  foldStretches,
  isStretched,
  joinStretches,
  mapStretches,
  Stretch,
  stretchesOf,
} from './stretches.ts'
export { type SummaryOptions, summarize } from './summarize.ts'
export { moveWithAnyChange, moveWithStatus, type Transition, type TransitionRule } from './transition.ts'
