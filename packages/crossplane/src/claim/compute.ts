import { type Condition, type Decision, decide, type Instant, stated } from '@sitrep/conditions'
import { type Abstention, abstain, type Computed } from '@sitrep/status'
import { markConditions, reconcileSuccess, setBy, unstamped } from '../managed/layout.ts'
import { type ClaimFacts, claimReady, claimSynced, readyByComposite, readyOfComposite } from './rules.ts'
import type { ClaimObserved, ClaimStatus, ToldBinding } from './types.ts'

/** Turns what is told of binding a claim into its conditions; where nobody tells it, readiness is held beside what is reported. */
export function computeClaimStatus(observed: ClaimObserved): Computed<ClaimStatus> | Abstention {
  return observed.told === undefined ? given(observed) : bound(observed, observed.told)
}

function given({ paused, deleted, composite, previous }: ClaimObserved): Abstention {
  const decision = decide(readyByComposite, { paused, deleted, composite, conditions: previous })
  return abstain({ compared: [{ conditions: setBy(decision), decided: [decision] }] })
}

function bound(observed: ClaimObserved, told: ToldBinding): Computed<ClaimStatus> {
  const { composite, previous, now, toldBy } = observed
  const found = composite?.reading.read === true ? composite.reading.item : undefined
  const facts: ClaimFacts = {
    paused: observed.paused,
    deleted: observed.deleted,
    failure: told.failure,
    failedAfterReady: told.failedAfterReady,
    composite: found?.conditions ?? [],
    shownTypes: found?.claimConditionTypes ?? [],
  }
  const generation = told.generation ?? observed.generation ?? 0
  const conditions = computeClaim(facts, { conditions: previous, generation, now })
  const own = [
    decide(claimSynced, facts, [{ ref: toldBy, field: 'status' }]),
    decide(claimReady, facts, readyOfComposite(observed)),
  ]
  return { status: { conditions }, decided: [...own, ...shownDecisions(conditions, facts, observed)] }
}

// What functions say to the claim stands on the composite first.
function shownDecisions(
  conditions: readonly Condition[],
  { shownTypes }: ClaimFacts,
  { composite }: ClaimObserved,
): readonly Decision[] {
  return conditions
    .filter(({ type }) => shownTypes.includes(type) && type !== 'Ready' && type !== 'Synced')
    .map((condition) => stated(condition, composite && [{ ref: composite.ref, condition: condition.type }]))
}

/** What a claim said before, and what is stamped on what it says now. */
export interface ClaimBefore {
  readonly conditions: readonly Condition[]
  readonly generation: number
  readonly now: Instant
}

/** Turns what is known of a claim and its composite into the claim's conditions. */
export function computeClaim(facts: ClaimFacts, { conditions, ...stamp }: ClaimBefore): readonly Condition[] {
  const [synced, ready] = [setBy(decide(claimSynced, facts)), setBy(decide(claimReady, facts))]
  if (facts.paused) return markConditions(conditions, synced, stamp)
  if (facts.deleted) return markConditions(conditions, [...ready, ...synced], stamp)
  if (facts.failure !== undefined && !facts.failedAfterReady) return markConditions(conditions, synced, stamp)
  const bound = markConditions(conditions, [reconcileSuccess(), ...shown(facts)], stamp)
  return markConditions(bound, [...synced, ...ready], stamp)
}

const shown = ({ composite, shownTypes }: ClaimFacts): readonly Condition[] =>
  shownTypes.flatMap((wanted) => composite.filter(({ type }) => type === wanted).map(unstamped))
