/**
 * Lines and tables alone, for those who cannot wait for the rest: a command that prints a table loads nothing else.
 * Pure: no terminal, no DOM, no clock.
 */

export type { Line, Meaning, Span } from './meaning.ts'
export { meaningOf } from './polarity.ts'
export { safeText, span } from './safe-text.ts'
export { layTable } from './table.ts'
export { widthOf } from './width.ts'
export { wrap } from './wrap.ts'
