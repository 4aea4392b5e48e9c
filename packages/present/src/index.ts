/**
 * Tables, trees and sentences about Kubernetes objects.
 * Pure: no terminal, no DOM, no clock; lines of text with meanings come out.
 */

// Time
export { ageOf, formatAge } from './age.ts'
// Why it is so
export { chainOf, type Explained, explanationLines, headline } from './explanation.ts'
// What a text means
export { type Line, type Meaning, meanings, type Span } from './meaning.ts'
export { meaningOf, type Polarity, polarityOf } from './polarity.ts'
// Text from objects is hostile
export { safeText, span } from './safe-text.ts'
// Laying out
export { layTable, plainLine, type Table, type TableLayout } from './table.ts'
export { layTree, type TreeNode, type TreeRow } from './tree.ts'
export { fit, padEnd, widthOf } from './width.ts'
export { wrap } from './wrap.ts'
