import {
  aggregate,
  False,
  filterStretches,
  isFalse,
  mergeStrategy,
  otherwise,
  type Rule,
  report,
  type SetDecision,
  type Source,
  True,
} from '@sitrep/conditions'
import { isControlPlaneMachine, type ReplicaFacts } from '../machines-of/facts.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import { machinesReadyRows as rows } from '../machines-of/rules.ts'
import { machinesText } from '../shorten.ts'
import { notSeen } from './first-rows.ts'

/** The document's MachinesReady: what is wrong with the Machines, if anything is. */
export const machinesReadyRows: readonly Rule<ReplicaFacts>[] = [notSeen, ...rows]

const strategy = mergeStrategy({
  reason: { issue: 'NotUpToDate', unknown: 'UpToDateUnknown', info: 'UpToDate' },
})

const merged = ({ machines }: ReplicaFacts): SetDecision =>
  aggregate(machines, 'UpToDate', { strategy, first: isControlPlaneMachine })

const words = {
  statuses: ['True', 'False', 'Unknown'],
  reasons: ['NotUpToDate', 'UpToDateUnknown', 'UpToDate'],
  message: 'the messages of the Machines, grouped',
} as const

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's UpToDate: all Machines are. One that has not said so makes it unknown, not false. */
export const upToDateRows: readonly Rule<ReplicaFacts>[] = [
  notSeen,
  ['there are no Machines',                                   (f) => f.machines.length === 0, True('NoReplicas')],
  ['otherwise, the UpToDate conditions of the Machines in one', otherwise,                    report(merged, words)],
]

const unhealthyAmong = filterStretches(({ conditions }: MachineSeen) =>
  isFalse(conditions, 'HealthCheckSucceeded'),
)

const unhealthy = ({ machines }: Pick<ReplicaFacts, 'machines'>): readonly MachineSeen[] =>
  unhealthyAmong(machines)

/** Names the Machines that failed their health check. */
export function unhealthyText(facts: Pick<ReplicaFacts, 'machines'>): string {
  const machines = unhealthy(facts)
  return `${machinesText(machines)} ${machines.length === 1 ? 'does' : 'do'} not pass health checks`
}

/** Whether any Machine fails its health check. */
export const hasUnhealthy = (facts: Pick<ReplicaFacts, 'machines'>): boolean => unhealthy(facts).length > 0

/** The conditions that say so. */
export const unhealthySources = (facts: Pick<ReplicaFacts, 'machines'>): readonly Source[] =>
  unhealthy(facts).map(({ group, kind, namespace, name }) => ({
    ref: { group, kind, namespace, name },
    condition: 'HealthCheckSucceeded',
  }))

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's Remediating: a Machine does not pass its health checks. */
export const remediatingRows: readonly Rule<ReplicaFacts>[] = [
  notSeen,
  ['a Machine does not pass health checks', hasUnhealthy, True('Remediating', unhealthyText), unhealthySources],
  ['otherwise',                             otherwise,    False('NotRemediating')],
]
