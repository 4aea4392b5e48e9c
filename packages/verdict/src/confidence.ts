import type { Facts } from './facts.ts'
import type { Signal } from './signal.ts'
import type { Confidence } from './verdict.ts'

const quietRule = 'this kind reports nothing while all is well'
const seenRule = 'this kind reports only that it was seen, and it was'

/** Why a row applies, in words: of a kind that may report nothing, why it may. */
export const reasonOf = ({ quiet }: Facts, rule: string): string =>
  rule === quietRule && quiet !== undefined ? quiet.because : rule

/** How sure a verdict is. The best of what decided counts: one known fact makes more than many guesses. */
export function confidenceOf(
  { quiet }: Facts,
  { rule, on }: { rule: string; on: readonly Signal[] },
): Confidence {
  if (rule === quietRule && quiet !== undefined) return quiet.confidence
  if (rule === seenRule || on.some(({ known }) => known)) return 'rule'
  return on.length > 0 && on.every(({ guessed }) => guessed) ? 'guess' : 'convention'
}
