/**
 * One word and one sentence about any Kubernetes object, with its evidence.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// What an object reports
export {
  type ReportedCondition,
  type ReportedConditions,
  reportedConditions,
} from './conditions/reported-conditions.ts'
// Judging
export { type JudgeOptions, judge } from './judge.ts'
// Knowledge about kinds
export { type KnownFamily, knowledgeOf } from './kinds/knowledge.ts'
export { kindsWithoutStatus } from './kinds/without-status.ts'
// Keeping the conventions
export { type Finding, type LintOptions, lintChange, lintObject } from './lint/lint.ts'
export { lintRuleFamilies, lintRules } from './lint/lint-rules.ts'
export { formatPath, type Path } from './lint/path.ts'
export { type LintRule, type LintRuleText, type LintSeverity, lintSeverities } from './lint/rule.ts'
// What comes out
export {
  type Confidence,
  confidences,
  type Evidence,
  type Meaning,
  meanings,
  type Polarity,
  type PolarityOrigin,
  polarities,
  polarityOrigins,
  type Verdict,
  type Word,
  words,
} from './verdict.ts'
