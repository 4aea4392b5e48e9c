/**
 * Tables, trees and sentences about Kubernetes objects.
 * Pure: no terminal, no DOM, no clock; lines of text with meanings come out.
 */

// Why it is so
export { adviceOn, type Troubled } from './advice.ts'
// Time
export { ageOf, formatAge } from './age.ts'
export type { CauseStep } from './explain/cause-lines.ts'
export {
  type Explained,
  type ExplainedChoice,
  type ExplainedRead,
  type ExplainedValue,
  isCertain,
  isTrouble,
  keyOf,
  likeness,
  wordsOf,
} from './explain/explained.ts'
export { causeChain, type ExplanationOptions, explanationLines } from './explain/explanation-lines.ts'
export { chainTo, firstCauses } from './explain/first-causes.ts'
export { type Gravity, gravities, gravityOf, isHeld, longMs, type Weighing } from './explain/gravity.ts'
export { becauseOf, type HeadlineOptions, headline } from './explain/headline.ts'
export { type LookedAt, lookCommands, type Reach } from './explain/look-commands.ts'
// What a text means
export { type Line, type Meaning, meanings, type Span } from './meaning.ts'
export { meaningOf, type Polarity, polarityOf } from './polarity.ts'
// Text from objects is hostile
export { safeText, span } from './safe-text.ts'
// For a shell
export { shellLine, shellQuote } from './shell-quote.ts'
// Laying out
export { layTable, plainLine, type Table, type TableLayout } from './table.ts'
// What happened
export {
  type TimelineEntry,
  type TimelineRow,
  timelineRows,
  timelineSummary,
  timelineTable,
} from './timeline.ts'
export { layTree, type TreeNode, type TreeRow } from './tree.ts'
export { fit, padEnd, widthOf } from './width.ts'
export { withoutName } from './without-name.ts'
export { wrap } from './wrap.ts'
export { wrapSpans } from './wrap-spans.ts'
