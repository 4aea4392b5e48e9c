import {
  type Condition,
  type ConditionRules,
  ConditionsError,
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
import { lookAtLogs } from '../../machines-of/facts.ts'
import type { SummaryFacts } from '../facts.ts'
import { deletionText } from '../rules/deletion-text.ts'
import { groupControlPlaneComponents } from './control-plane-components.ts'

const negativeTypes = ['Deleting', 'Updating']
const summarizedTypes = [
  ...negativeTypes,
  'BootstrapConfigReady',
  'InfrastructureReady',
  'NodeHealthy',
  'HealthCheckSucceeded',
]

/** What is gone may be gone while the Machine goes as well. */
const expectedWhileDeleting: Readonly<Record<string, readonly string[]>> = {
  BootstrapConfigReady: ['ObjectDeleted', 'ObjectDoesNotExist'],
  InfrastructureReady: ['ObjectDeleted', 'ObjectDoesNotExist'],
  NodeHealthy: ['NodeDeleted', 'NodeDoesNotExist'],
}

function priorityFor({ deleting, machine }: SummaryFacts): PriorityOf {
  const gates = machine.spec.readinessGates.filter(({ negative }) => negative).map(({ type }) => type)
  const usual = defaultPriority([...negativeTypes, ...gates])
  if (!deleting) return usual
  return (condition) =>
    expectedWhileDeleting[condition.type]?.includes(condition.reason) ? 'info' : usual(condition)
}

function strategyFor(f: SummaryFacts): MergeStrategy {
  return {
    priority: priorityFor(f),
    targetPolarity: 'positive',
    reason: { issue: 'NotReady', unknown: 'ReadyUnknown', info: 'Ready' },
    transform: groupControlPlaneComponents,
  }
}

function summary(f: SummaryFacts): SetDecision {
  const { machine, conditions } = f
  return summarize(
    { ...machine.ref, conditions },
    {
      type: 'Ready',
      types: [...summarizedTypes, ...machine.spec.readinessGates.map(({ type }) => type)],
      ignoreIfMissing: ['HealthCheckSucceeded'],
      override: f.deleting ? [shortDeleting(f)] : [],
      strategy: strategyFor(f),
    },
  )
}

// The stage alone, so that many Machines say the same and can be told together.
function shortDeleting(f: SummaryFacts): Condition {
  const reason = getCondition(f.conditions, 'Deleting')?.reason ?? ''
  return { type: 'Deleting', status: 'True', reason: 'Deleting', message: deletionText(f, reason) }
}

/** Upstream cannot sum up what does not fit, a gate named like the sum itself for example; neither can we then. */
function cannotSumUp(f: SummaryFacts): boolean {
  try {
    summary(f)
    return false
  } catch (error) {
    if (error instanceof ConditionsError) return true
    throw error
  }
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const ready: ConditionRules<SummaryFacts> = {
  type: 'Ready',
  rows: [
    ['the conditions cannot be summed up', cannotSumUp, Unknown('InternalError', lookAtLogs)],
    ['otherwise',                          otherwise,   report(summary, { reasons: ['NotReady', 'ReadyUnknown', 'Ready'], message: 'all issues and all that is unknown, a bullet each' })],
  ],
}
