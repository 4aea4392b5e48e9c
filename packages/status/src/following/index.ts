/**
 * What families write their followings with: readers of what any object reports, and how far it has come by the rules of a following.
 * Pure: no I/O, no clock, no dependencies.
 */

export {
  conditionOf,
  conditionsOf,
  isCurrent,
  isTrue,
  isTrueNow,
  type ReadCondition,
  wordsOf,
} from './conditions.ts'
export { countsOf, isComplete, sumOf } from './counts.ts'
export {
  kubeconfigPhase,
  type Phase,
  type PhaseState,
  type Progress,
  phaseRules,
  phasesOf,
  progressOf,
} from './progress.ts'
export { conditionTrouble, failureFields, isFailure, pauseTrouble } from './trouble.ts'
