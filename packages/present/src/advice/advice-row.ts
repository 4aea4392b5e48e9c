/**
 * What usually helps against a condition: kind, type and reason as they stand in it (`*` is any), and a sentence or two. A row
 * speaks only of conditions in trouble.
 */
export type AdviceRow = readonly [kind: string, type: string, reason: string, helps: string]

/** Advice of one family: the rows apply to kinds of groups that end like this. */
export interface FamilyAdvice {
  readonly groups: RegExp
  readonly rows: readonly AdviceRow[]
}
