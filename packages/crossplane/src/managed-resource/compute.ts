import {
  type Choice,
  type Condition,
  choose,
  type Decision,
  decide,
  type Source,
  stated,
} from '@sitrep/conditions'
import { type Abstention, abstain, type Computed } from '@sitrep/status'
import { conclude } from '../managed/compute.ts'
import { policiesOf } from '../managed/facts/policies.ts'
import type { PassRules } from '../managed/language.ts'
import { markConditions } from '../managed/layout.ts'
import { isNextStep, type PassOutcome } from '../managed/rules/rows.ts'
import type { PassFacts } from '../managed/types.ts'
import { givenReady } from './rules.ts'
import type { ManagedObserved, ManagedStatus, ToldPass } from './types.ts'

/**
 * Turns what a pass saw into the conditions of a managed resource. Where nobody tells of a pass its provider is somebody else's: what it
 * says is given, and only what that rests on is known.
 */
export const computeManaged =
  (rules: PassRules) =>
  (observed: ManagedObserved): Computed<ManagedStatus> | Abstention => {
    const { told, own, previous } = observed
    if (told === undefined)
      return abstain({
        compared: [{ conditions: [], decided: [decide(givenReady, { conditions: previous })] }],
      })
    const ready = told.facts.ready ?? previous.find(({ type }) => type === 'Ready')
    const { paused, deleted, finalizers, policyFields } = own
    const policies = policiesOf(policyFields)
    const facts: PassFacts = { ...told.facts, paused, deleted, finalizers, policies, ready }
    const choice = choose(rules.table, facts)
    return said(choice, { facts, told, observed, rules })
  }

interface Pass {
  readonly facts: PassFacts
  readonly told: ToldPass
  readonly observed: ManagedObserved
  readonly rules: PassRules
}

function said(choice: Choice<PassOutcome>, pass: Pass): Computed<ManagedStatus> {
  const { observed, facts, told, rules } = pass
  const { previous, now } = observed
  const { outcome } = choice
  const conditions = isNextStep(outcome) ? [] : conclude(outcome, facts, rules.telling).conditions
  // A pass that is under way, or has nothing to tell, leaves everything as it is, also what the provider said in it.
  const provider = conditions.length === 0 ? [] : listOf(facts.saidReady)
  const generation = told.generation ?? observed.generation
  const spoken = markConditions(previous, provider, { now })
  const marked = markConditions(spoken, conditions, { now, generation })
  const decided = typesOf(rules).map((type) =>
    decisionOn(type, { choice, conditions, provider, pass, stored: marked }),
  )
  return { status: { conditions: marked }, decided, chosen: [choice] }
}

const typesOf = ({ telling }: PassRules): readonly string[] =>
  telling.upToDate ? ['Ready', 'Synced', 'UpToDate'] : ['Ready', 'Synced']

const listOf = (condition: Condition | undefined): readonly Condition[] =>
  condition === undefined ? [] : [condition]

interface Deciding {
  readonly choice: Choice<PassOutcome>
  /** What the reconciler sets, and what the provider said before. */
  readonly conditions: readonly Condition[]
  readonly provider: readonly Condition[]
  readonly stored: readonly Condition[]
  readonly pass: Pass
}

function decisionOn(type: string, { choice, conditions, provider, stored, pass }: Deciding): Decision {
  const sources = sourcesOf(type, choice.outcome, { pass, stored })
  const set = conditions.find((condition) => condition.type === type)
  const from = provider.find((condition) => condition.type === type)
  if (set === undefined && from !== undefined) return stated(from, sources)
  const evidence = { type, by: 'table', row: choice.row, sources } as const
  return set === undefined
    ? { ...evidence, outcome: 'keep' }
    : { ...evidence, outcome: 'set', condition: set }
}

// Ready rests on how the pass went, and that on the step in which it failed, else on what was seen.
function sourcesOf(
  type: string,
  outcome: PassOutcome,
  { pass, stored }: Pick<Deciding, 'pass' | 'stored'>,
): readonly Source[] {
  const amiss = stored.find((condition) => condition.type === 'Synced' && condition.status !== 'True')
  if (type !== 'Synced' && amiss !== undefined) return [{ condition: 'Synced' }]
  const ref = pass.observed.toldBy
  if ('failed' in outcome && outcome.failed !== undefined)
    return [{ ref, field: `status.failed.${outcome.failed}` }]
  return pass.facts.observed === undefined ? [] : [{ ref, field: 'status.observed' }]
}
