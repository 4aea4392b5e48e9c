import { type Condition, type Decision, decide, stated } from '@sitrep/conditions'
import { type Abstention, abstain, type Verdict } from '@sitrep/status'
import { type ClaimFacts, claimReady, claimSynced, computeClaim } from '../composite/claim.ts'
import { readyByComposite, readyOfComposite } from './rules.ts'
import type { ClaimObserved, ClaimStatus, ToldBinding } from './types.ts'

/** Turns what is told of binding a claim into its conditions; where nobody tells it, readiness is held beside what is reported. */
export function computeClaimStatus(observed: ClaimObserved): Verdict<ClaimStatus> | Abstention {
  return observed.told === undefined ? given(observed) : bound(observed, observed.told)
}

function given({ paused, deleted, composite, previous }: ClaimObserved): Abstention {
  const decision = decide(readyByComposite, { paused, deleted, composite, conditions: previous })
  const conditions = decision.verdict === 'set' ? [decision.condition] : []
  return abstain({ compared: [{ conditions, decided: [decision] }] })
}

function bound(observed: ClaimObserved, told: ToldBinding): Verdict<ClaimStatus> {
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
  return { status: { conditions }, decided: [...own, ...shown(conditions, facts, observed)] }
}

// What functions say to the claim stands on the composite first.
function shown(
  conditions: readonly Condition[],
  { shownTypes }: ClaimFacts,
  { composite }: ClaimObserved,
): readonly Decision[] {
  return conditions
    .filter(({ type }) => shownTypes.includes(type) && type !== 'Ready' && type !== 'Synced')
    .map((condition) => stated(condition, composite && [{ ref: composite.ref, condition: condition.type }]))
}
