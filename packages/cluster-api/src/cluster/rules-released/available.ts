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
import { lookAtLogs } from '../../machines-of/facts.ts'
import type { AvailableFacts } from '../language.ts'

const type = 'Available'

const alwaysAsked = [
  'Deleting',
  'RemoteConnectionProbe',
  'InfrastructureReady',
  'ControlPlaneAvailable',
  'WorkersAvailable',
  'TopologyReconciled',
]

function merged({ conditions, deleting, hasTopology, gates }: AvailableFacts): SetDecision {
  const negative = ['Deleting', ...gates.filter((gate) => gate.negative).map((gate) => gate.type)]
  return summarize(conditions, {
    type,
    types: [...alwaysAsked, ...gates.map((gate) => gate.type)],
    ignoreIfMissing: hasTopology ? [] : ['TopologyReconciled'],
    strategy: mergeStrategy({
      priority: priorityOf(negative, deleting),
      reason: { issue: 'NotAvailable', unknown: 'AvailableUnknown', info: 'Available' },
    }),
  })
}

const goneReasons = ['ObjectDeleted', 'ObjectDoesNotExist']
const topologyFailures = ['ReconcileFailed', 'ClusterClassNotReconciled']

/** What is supposed to go while all goes, and what a topology is busy with, is no issue. */
const priorityOf = (negative: readonly string[], deleting: boolean): PriorityOf => {
  const usual = defaultPriority(negative)
  return (condition) => {
    const { type: of, status, reason } = condition
    if (
      deleting &&
      (of === 'InfrastructureReady' || of === 'ControlPlaneAvailable') &&
      goneReasons.includes(reason)
    ) {
      return 'info'
    }
    if (of === 'TopologyReconciled' && status === 'False' && !topologyFailures.includes(reason)) return 'info'
    return usual(condition)
  }
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<AvailableFacts> = {
  type,
  rows: [
    ['a gate asks for the very condition that is decided', (f) => f.gates.some((gate) => gate.type === type), Unknown('InternalError', lookAtLogs)],
    ['otherwise, what it rests on in one',                 otherwise,                                         report(merged, { reasons: ['NotAvailable', 'AvailableUnknown', 'Available'], message: 'the messages of what it rests on' })],
  ],
}
