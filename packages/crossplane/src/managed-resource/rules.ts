import { type Condition, type ConditionRules, keep, otherwise } from '@sitrep/conditions'
import { isAmiss } from '../managed/facts/facts.ts'

/** All that is asked to tell what a given condition rests on. */
export interface GivenFacts {
  readonly conditions: readonly Condition[]
}

/** What Ready of a managed resource rests on where its provider says it. Nothing is held against it: only the provider looks outside. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const givenReady: ConditionRules<GivenFacts> = {
  type: 'Ready',
  rows: [
    ['the last pass over it failed or is paused',       (f) => isAmiss(f.conditions, 'Synced'),             keep, [{ condition: 'Synced' }]],
    ['the last operation of its provider failed',       (f) => isAmiss(f.conditions, 'LastAsyncOperation'), keep, [{ condition: 'LastAsyncOperation' }]],
    ['it is not known to be as wanted',                 (f) => isAmiss(f.conditions, 'UpToDate'),           keep, [{ condition: 'UpToDate' }]],
    ['nothing else that it reports tells why',          otherwise,                                          keep],
  ],
}
