import {
  type ConditionRules,
  defaultPriority,
  mergeStrategy,
  otherwise,
  type PriorityOf,
  report,
  type SetDecision,
  summarize,
  Unknown,
} from '@sitrep/conditions'
import type { AvailableFacts } from '../language.ts'

const type = 'Available'

const alwaysAsked = [
  'Deleted',
  'ControlPlaneProbe',
  'ControlPlaneAvailable',
  'WorkersAvailable',
  'TopologyReconciled',
]
const topologyFailures = ['ReconcileFailed', 'ClusterClassNotReconciled']

function merged({ conditions, gates }: AvailableFacts): SetDecision {
  const negative = ['Deleted', ...gates.filter((gate) => gate.negative).map((gate) => gate.type)]
  return summarize(conditions, {
    type,
    types: [...alwaysAsked, ...gates.map((gate) => gate.type)],
    ignoreIfMissing: ['TopologyReconciled'],
    strategy: mergeStrategy({
      priority: priorityOf(negative),
      reason: { issue: 'NotAvailable', unknown: 'AvailableUnknown', info: 'Available' },
    }),
  })
}

/** A topology that is merely busy does not make a Cluster unavailable. */
function priorityOf(negative: readonly string[]): PriorityOf {
  const usual = defaultPriority(negative)
  return (condition) => {
    const { type: of, status, reason } = condition
    if (of === 'TopologyReconciled' && status === 'False' && !topologyFailures.includes(reason)) return 'info'
    return usual(condition)
  }
}

const ownGate = Unknown<AvailableFacts>(
  'InvalidAvailabilityGate',
  'An availability gate must not ask for Available itself',
)

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<AvailableFacts> = {
  type,
  rows: [
    ['a gate asks for the very condition that is decided', (f) => f.gates.some((gate) => gate.type === type), ownGate],
    ['otherwise, what it rests on in one',                 otherwise,                                         report(merged, { reasons: ['NotAvailable', 'AvailableUnknown', 'Available'], message: 'the messages of what it rests on' })],
  ],
}
