import { type Condition, choose, type Decision, decide, type Source, stated } from '@sitrep/conditions'
import { type Abstention, abstain, type Computed } from '@sitrep/status'
import { computeComposite } from '../composite/compute.ts'
import { nextLook } from '../composite/rules.ts'
import type { CompositeFacts } from '../composite/types.ts'
import { setBy } from '../managed/layout.ts'
import { composedIn, nameOf, sourcesIn } from './facts.ts'
import { readyByParts } from './rules.ts'
import type { CompositeObserved, CompositeStatus, ToldAnswer } from './types.ts'

/**
 * Turns what functions answered into the conditions of a composite. Where nobody tells that, readiness follows from its parts and is held
 * beside what is reported.
 */
export function computeCompositeStatus(observed: CompositeObserved): Computed<CompositeStatus> | Abstention {
  return observed.told === undefined ? given(observed) : answered(observed, observed.told)
}

function given({ paused, deleted, parts, previous }: CompositeObserved): Abstention {
  const decision = decide(readyByParts, { paused, deleted, parts, conditions: previous.conditions })
  return abstain({ compared: [{ conditions: setBy(decision), decided: [decision] }] })
}

function answered(observed: CompositeObserved, told: ToldAnswer): Computed<CompositeStatus> {
  const { paused, deleted, previous, now } = observed
  const facts: CompositeFacts = { ...told, paused, deleted, composed: told.composed ?? composedIn(observed) }
  const verdict = computeComposite(facts, {
    conditions: previous.conditions,
    claimConditionTypes: previous.claimConditionTypes ?? [],
    generation: told.generation ?? observed.generation ?? 0,
    now,
  })
  const { conditions, claimConditionTypes } = verdict
  const own = verdict.decided.map((decision) => withSources(decision, observed))
  return {
    status: { conditions, ...(claimConditionTypes.length > 0 && { claimConditionTypes }) },
    decided: [...own, ...byFunctions(conditions, own, observed)],
    chosen: [choose(nextLook, facts)],
  }
}

// What was told decides on Synced; Ready follows from parts that functions found wanting.
function withSources(decision: Decision, { told, toldBy, parts }: CompositeObserved): Decision {
  const wanting = (told?.composed ?? []).filter(({ ready }) => !ready).map(({ name }) => name)
  const meant = wanting.length === 0 ? parts : parts.filter((part) => wanting.includes(nameOf(part)))
  const field: Source = { ref: toldBy, field: told?.failure === undefined ? 'status' : 'status.failure' }
  const sources = decision.type === 'Ready' ? sourcesIn(meant) : [field]
  return { ...decision, sources: sources.length === 0 ? [field] : sources }
}

// What functions said, and what became of conditions of theirs that they did not come to say.
function byFunctions(
  conditions: readonly Condition[],
  own: readonly Decision[],
  { previous, told, toldBy }: CompositeObserved,
): readonly Decision[] {
  const heard = new Set(told?.functions.conditions.map(({ condition }) => condition.type))
  return conditions
    .filter(({ type }) => own.every((decision) => decision.type !== type))
    .filter((condition) => heard.has(condition.type) || !previous.conditions.includes(condition))
    .map((condition) => stated(condition, [{ ref: toldBy, field: 'status.conditions' }]))
}
