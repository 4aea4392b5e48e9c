import { type Condition, type ConditionRules, decide, setConditions } from '@sitrep/conditions'
import {
  type Clock,
  type Computed,
  type ConditionsOnOther,
  clockAt,
  compact,
  type Fields,
} from '@sitrep/status'
import { isConnected } from '../connection/probe.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { OldStatus } from '../old-model/layout.ts'
import { type PassStart, pausedOnly, type StatusFields, stoppedEarly, untouched } from '../pass/computed.ts'
import { isPaused, pausedRules } from '../pass/paused.ts'
import { type Allowance, allowanceOf, type Look, lookAt, type TargetFacts } from './facts.ts'
import { oldStatusOf } from './old-status.ts'
import { healthCheckSucceeded, ownerRemediated, remediationAllowed } from './rules.ts'
import type { HealthCheckObserved, Target } from './types.ts'

const types = ['RemediationAllowed']

/** How a profile speaks. */
export interface HealthCheckLanguage {
  /** What is said where somebody else replaces Machines. */
  readonly external: ConditionRules<TargetFacts>
  /** Where that is kept which the older API says. */
  readonly writeOld: (old: OldStatus) => Fields
}

/** Turns one look at all Machines of a health check into its status and what it says on them. */
export function computeHealthCheck(
  language: HealthCheckLanguage,
): (observed: HealthCheckObserved) => Computed<StatusFields> {
  return (observed) => compute(observed, language)
}

function compute(
  observed: HealthCheckObserved,
  { external, writeOld }: HealthCheckLanguage,
): Computed<StatusFields> {
  const clock = clockAt(observed.now)
  const start: PassStart = { previous: observed.previousStatus, generation: observed.generation, clock }
  const repeating = (verdict: Computed<StatusFields>): Computed<StatusFields> => ({
    ...verdict,
    others: repeated(observed),
  })
  const cluster = observed.cluster.read ? observed.cluster.item : undefined
  if (cluster === undefined) return repeating(untouched(start, types, 'there is no Cluster to be seen'))
  const pausedBy = {
    kind: 'MachineHealthCheck',
    clusterPaused: cluster.paused,
    annotated: observed.annotated,
  }
  const paused = decide(pausedRules, pausedBy)
  if (isPaused(pausedBy)) return repeating(pausedOnly(start, paused, types))
  const initialized = cluster.controlPlaneInitialized?.status === 'True'
  if (
    (initialized && !isConnected(observed.probe)) ||
    !observed.targets.read ||
    hasUnreadableNode(observed.targets.items)
  ) {
    return repeating(stoppedEarly(start, paused, types))
  }
  const looks = observed.targets.items.map((target) => lookAt(target, { observed, cluster, clock }))
  const healthy = looks.filter(({ finding }) => finding.health === 'good').length
  const failed = looks.filter(({ finding }) => finding.health === 'failed').length
  const allowance = allowanceOf(observed.spec, looks.length, healthy)
  const allowed = decide(remediationAllowed, {
    allowance,
    spec: observed.spec,
    total: looks.length,
    failed,
  })
  const decided = [paused, allowed]
  const conditions = setConditions(observed.conditions, decided, {
    generation: observed.generation,
    now: clock.now,
    order: compareConditions,
  })
  const counts = { expected: looks.length, healthy, allowance }
  return {
    status: compact<Fields>({
      ...statusFields(observed, conditions, counts),
      ...writeOld(oldStatusOf(observed.previousStatus, allowed, clock.now)),
    }),
    decided,
    others: looks
      .filter(({ speaks }) => speaks)
      .map((look) => saidOn(look, { observed, allowance, clock, external })),
    recheckAt: clock.recheckAt,
  }
}

const hasUnreadableNode = (targets: readonly Target[]): boolean =>
  targets.some(({ node }) => node?.read === false)

interface SayInput {
  readonly observed: HealthCheckObserved
  readonly allowance: Allowance
  readonly clock: Clock
  readonly external: ConditionRules<TargetFacts>
}

function saidOn(
  { target, finding }: Look,
  { observed, allowance, clock, external }: SayInput,
): ConditionsOnOther {
  const { template, spec } = observed
  const facts: TargetFacts = {
    target,
    finding,
    toBeReplaced: finding.health === 'failed' && allowance.allowed === true,
    templateMissing: template?.read === true && template.item === undefined,
    templateName: `${spec.template?.kind ?? ''} ${target.seen.ref.namespace ?? ''}/${spec.template?.name ?? ''}`,
  }
  const remediation = spec.template === undefined ? ownerRemediated : external
  // How a remediation goes on is said by whoever carries it out; keeping the condition would take the word from them.
  const decided = [decide(healthCheckSucceeded, facts), decide(remediation, facts)].filter(
    ({ type, outcome }) => type === 'HealthCheckSucceeded' || outcome === 'set',
  )
  const conditions = setConditions(target.before, decided, {
    generation: target.seen.generation,
    now: clock.now,
    order: compareConditions,
  })
  return {
    ref: target.seen.ref,
    conditions: mine(
      conditions,
      decided.map(({ type }) => type),
    ),
    decided,
  }
}

const mine = (conditions: readonly Condition[], owned: readonly string[]): readonly Condition[] =>
  conditions.filter(({ type }) => owned.includes(type))

function repeated({ targets }: HealthCheckObserved): readonly ConditionsOnOther[] {
  if (!targets.read) return []
  return targets.items
    .map(({ seen, before }) => ({ ref: seen.ref, conditions: mine(before, ['HealthCheckSucceeded']) }))
    .filter(({ conditions }) => conditions.length > 0)
}

interface Counts {
  readonly expected: number
  readonly healthy: number
  readonly allowance: Allowance
}

function statusFields(
  observed: HealthCheckObserved,
  conditions: readonly Condition[],
  counts: Counts,
): Fields {
  const { expected, healthy, allowance } = counts
  const targets = observed.targets.read ? observed.targets.items.map(({ seen }) => seen.ref.name).sort() : []
  const clear = allowance.allowed !== 'unclear'
  return compact<Fields>({
    ...observed.previousStatus,
    conditions,
    expectedMachines: expected,
    currentHealthy: healthy,
    targets: targets.length === 0 ? undefined : targets,
    ...(clear && {
      remediationsAllowed: allowance.allowed ? allowance.remaining : 0,
      observedGeneration: observed.generation,
    }),
  })
}
