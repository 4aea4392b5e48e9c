import { type Condition, choose, type Decision, decide, type Source, stated } from '@sitrep/conditions'
import { type Abstention, abstain, type Verdict } from '@sitrep/status'
import { computeComposite } from '../composite/compute.ts'
import type { Composed, CompositeFacts } from '../composite/facts.ts'
import { nextLook } from '../composite/rules.ts'
import { statusOf } from '../managed-resource/rules.ts'
import { readyByParts, sourcesIn } from './rules.ts'
import type { CompositeObserved, CompositeStatus, Part, ToldAnswer } from './types.ts'

/**
 * Turns what functions answered into the conditions of a composite. Where nobody tells that, readiness follows from its parts and is held
 * beside what is reported.
 */
export function computeCompositeStatus(observed: CompositeObserved): Verdict<CompositeStatus> | Abstention {
  return observed.told === undefined ? given(observed) : answered(observed, observed.told)
}

function given({ paused, deleted, parts, previous }: CompositeObserved): Abstention {
  const decision = decide(readyByParts, { paused, deleted, parts, conditions: previous.conditions })
  const conditions = decision.verdict === 'set' ? [decision.condition] : []
  return abstain({ compared: [{ conditions, decided: [decision] }] })
}

function answered(observed: CompositeObserved, told: ToldAnswer): Verdict<CompositeStatus> {
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

// Where nobody says what functions made of its parts, the parts speak for themselves.
const composedIn = ({ parts }: CompositeObserved): readonly Composed[] =>
  parts.map(({ ref, reading }) => {
    const found = reading.read ? reading.item : undefined
    return {
      name: found?.name ?? ref.name,
      // An object without Synced is none that somebody keeps in sync: that it is there is all there is to it.
      synced: found !== undefined,
      ready: statusOf(found?.conditions ?? [], 'Ready') === 'True',
    }
  })

// What was told decides on Synced; Ready follows from parts that functions found wanting.
function withSources(decision: Decision, { told, toldBy, parts }: CompositeObserved): Decision {
  const wanting = (told?.composed ?? []).filter(({ ready }) => !ready).map(({ name }) => name)
  const meant = wanting.length === 0 ? parts : parts.filter((part) => isCalled(part, wanting))
  const field: Source = { ref: toldBy, field: told?.failure === undefined ? 'status' : 'status.failure' }
  const sources = decision.type === 'Ready' ? sourcesIn(meant) : [field]
  return { ...decision, sources: sources.length === 0 ? [field] : sources }
}

const isCalled = ({ ref, reading }: Part, names: readonly string[]): boolean =>
  names.includes((reading.read && reading.item?.name) || ref.name)

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
