import {
  type Condition,
  type ConditionRules,
  defaultPriority,
  getCondition,
  type MergeStrategy,
  otherwise,
  type PriorityOf,
  report,
  type SetDecision,
  summarize,
  Unknown,
} from '@sitrep/conditions'
import { delayText } from '../../deletion-delay/delay-cause.ts'
import { delayCausesOf, isStale } from '../../deletion-delay/deletion-progress.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { causesOf } from '../facts/drain/outcome.ts'
import type { SummaryFacts } from '../facts/facts.ts'

const negativeTypes = ['Deleting', 'Updating']
const summarizedTypes = [
  ...negativeTypes,
  'BootstrapConfigReady',
  'InfrastructureReady',
  'NodeHealthy',
  'HealthCheckSucceeded',
]
const ignoreIfMissing = ['HealthCheckSucceeded']
const noOverride: readonly Condition[] = []

/** What is gone may be gone while the Machine goes as well. */
const expectedWhileDeleting: Readonly<Record<string, readonly string[]>> = {
  BootstrapConfigReady: ['ObjectDeleted', 'ObjectDoesNotExist'],
  InfrastructureReady: ['ObjectDeleted', 'ObjectDoesNotExist'],
  NodeHealthy: ['NodeDeleted', 'NodeDoesNotExist'],
}

const componentEntry = /^\* (?:APIServer|ControllerManager|Scheduler|EtcdPodHealthy$)/

/** Several components of a control plane that say the same are told as one. Others leave the entries as they are. */
export function groupControlPlaneComponents(entries: readonly string[]): readonly string[] {
  const grouped: string[] = []
  let shared: string | undefined
  let count = 0
  for (const entry of entries) {
    const colon = entry.indexOf(':')
    const [name, says] = colon < 0 ? ['', ''] : [entry.slice(0, colon), entry.slice(colon + 1)]
    if (!componentEntry.test(name)) {
      grouped.push(entry)
      continue
    }
    if (shared !== undefined && shared !== says) return entries
    if (shared === undefined) grouped.push(`* Control plane components:${says}`)
    shared = says
    count++
  }
  return count === 1 ? entries : grouped
}

// Most Machines have no gates and stay: what is true of all of them is made once.
const usual: MergeStrategy = {
  priority: defaultPriority(negativeTypes),
  targetPolarity: 'positive',
  reason: { issue: 'NotReady', unknown: 'ReadyUnknown', info: 'Ready' },
  transform: groupControlPlaneComponents,
}

function strategyFor({ deleting, machine }: SummaryFacts): MergeStrategy {
  if (!deleting && machine.spec.readinessGates.length === 0) return usual
  const gates = machine.spec.readinessGates.filter(({ negative }) => negative).map(({ type }) => type)
  const priority = gates.length === 0 ? usual.priority : defaultPriority([...negativeTypes, ...gates])
  return deleting ? { ...usual, priority: whileDeleting(priority) } : { ...usual, priority }
}

const whileDeleting =
  (priority: PriorityOf): PriorityOf =>
  (condition) =>
    expectedWhileDeleting[condition.type]?.includes(condition.reason) ? 'info' : priority(condition)

function summary(f: SummaryFacts): SetDecision {
  const { machine, conditions } = f
  const { readinessGates } = machine.spec
  return summarize(
    { ...machine.ref, conditions },
    {
      type: 'Ready',
      types:
        readinessGates.length === 0
          ? summarizedTypes
          : [...summarizedTypes, ...readinessGates.map(({ type }) => type)],
      ignoreIfMissing,
      override: f.deleting ? [shortDeleting(f)] : noOverride,
      strategy: strategyFor(f),
    },
  )
}

// The stage alone, so that many Machines say the same and can be told together.
function shortDeleting(f: SummaryFacts): Condition {
  const reason = getCondition(f.conditions, 'Deleting')?.reason ?? ''
  return { type: 'Deleting', status: 'True', reason: 'Deleting', message: deletionText(f, reason) }
}

/** A deletion in a few words, the same for all Machines that are equally far; long ones say what they may be waiting for. */
function deletionText({ machine, deletion, clock }: SummaryFacts, reason: string): string {
  const since = machine.deletionTimestamp
  if (since === undefined || !isStale({ since }, clock))
    return `Machine deletion in progress, stage: ${reason}`
  const stage = deletion?.stage
  const drainSince = deletion?.times.nodeDrainStartTime
  const causes =
    stage?.at === 'draining' && drainSince !== undefined
      ? delayCausesOf({ since, drain: { since: drainSince, causes: causesOf(stage.outcome) } }, clock)
      : []
  return `Machine deletion in progress since more than 15m, stage: ${reason}${delayText(causes)}`
}

/** Upstream cannot sum up what the sum itself is part of; neither can we then. */
const cannotSumUp = ({ machine }: SummaryFacts): boolean =>
  machine.spec.readinessGates.some(({ type }) => type === 'Ready')

// biome-ignore format: the table is the specification; its columns stay aligned
export const ready: ConditionRules<SummaryFacts> = {
  type: 'Ready',
  rows: [
    ['the conditions cannot be summed up', cannotSumUp, Unknown('InternalError', lookAtLogs)],
    ['otherwise',                          otherwise,   report(summary, { reasons: ['NotReady', 'ReadyUnknown', 'Ready'], message: 'all issues and all that is unknown, a bullet each' })],
  ],
}
