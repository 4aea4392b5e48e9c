import type { KindRules } from '../kind-rules.ts'

/** The hand-written rules, by `group/Kind` (the core group has no name). Kinds that are not here are schema only. */
export const kindRules: ReadonlyMap<string, KindRules> = new Map<string, KindRules>([])
