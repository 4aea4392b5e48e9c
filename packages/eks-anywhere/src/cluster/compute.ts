import { type Decision, decide, type Source } from '@sitrep/conditions'
import type { Computed } from '@sitrep/status'
import { type ClusterFacts, factsOf } from './facts/facts.ts'
import { sourcesOf } from './facts/sources.ts'
import type { ClusterLanguage, Untouched } from './language.ts'
import type { ClusterObserved, ClusterStatus } from './types.ts'

/** Turns one observation of a Cluster into its status, in one language. */
export function computeCluster(
  language: ClusterLanguage,
): (observed: ClusterObserved) => Computed<ClusterStatus> {
  return (observed) => {
    const pass = language.pass(observed)
    const kept = language.untouched(observed, pass)
    if (kept !== undefined) return untouched(observed, language, kept)
    let facts: ClusterFacts = factsOf(observed, pass)
    const decided: Decision[] = []
    for (const table of language.tables) {
      const decision = decide(table, facts)
      decided.push(withSources(decision, sourcesOf(decision, facts, language.upToDate)))
      facts = { ...facts, said: language.put(decision, facts, observed.now) }
    }
    const fields = language.write({ observed, facts })
    return { status: withoutUnsaid({ ...observed.previous, ...fields, conditions: facts.said }), decided }
  }
}

const withSources = (decision: Decision, sources: readonly Source[]): Decision =>
  sources.length === 0 ? decision : { ...decision, sources }

function untouched(
  { previous }: ClusterObserved,
  { tables }: ClusterLanguage,
  { why, fields }: Untouched,
): Computed<ClusterStatus> {
  const row = { index: 0, words: why, passedOver: [] }
  const decided = tables.map(
    ({ type }) => ({ outcome: 'keep', type, by: 'table', row, sources: [] }) as const,
  )
  return { status: { ...previous, ...fields }, decided }
}

function withoutUnsaid(given: ClusterStatus): ClusterStatus {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
