import type { KindRef } from '../kind.ts'
import type { DescribedKinds } from '../served-kind.ts'

/**
 * What usually helps against a condition: kind, type and reason as they stand in it (`*` is any, `A|B` one of several), and a sentence or
 * two. A row speaks only of conditions in trouble.
 */
export type AdviceRow = readonly [kind: string, type: string, reason: string, helps: string]

/** Advice on some kinds; the first row that fits is given. */
export interface AdviceTable {
  readonly of: ((kind: KindRef) => boolean) | DescribedKinds
  readonly rows: readonly AdviceRow[]
}
