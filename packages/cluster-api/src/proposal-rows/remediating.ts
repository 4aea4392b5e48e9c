import { False, isFalse, otherwise, type Rule, type Source, True } from '@sitrep/conditions'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import { notSeen, type ReplicaFacts } from './facts.ts'
import { machinesText } from './names.ts'

const isUnhealthy = ({ conditions }: MachineSeen): boolean => isFalse(conditions, 'HealthCheckSucceeded')

const unhealthy = ({ machines }: Pick<ReplicaFacts, 'machines'>): readonly MachineSeen[] =>
  machines.filter(isUnhealthy)

/** Names the Machines that failed their health check. */
export function unhealthyText(facts: Pick<ReplicaFacts, 'machines'>): string {
  const machines = unhealthy(facts)
  return `${machinesText(machines)} ${machines.length === 1 ? 'does' : 'do'} not pass health checks`
}

/** Whether any Machine fails its health check. */
export const hasUnhealthy = ({ machines }: Pick<ReplicaFacts, 'machines'>): boolean =>
  machines.some(isUnhealthy)

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
