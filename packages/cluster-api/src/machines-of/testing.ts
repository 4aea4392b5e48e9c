import type { Condition, ConditionStatus } from '@sitrep/conditions'
import { type Clock, clockAt } from '@sitrep/status'
import type { MachineSeen } from './machine-seen.ts'

/** The instant at which tests happen. */
export const now = '2026-01-01T12:00:00Z'

export const clock: Clock = clockAt(now)

/** So many seconds before the instant at which tests happen. */
export const ago = (seconds: number): string =>
  `${new Date(Date.parse(now) - seconds * 1_000).toISOString().slice(0, 19)}Z`

export function condition(type: string, status: ConditionStatus, more: Partial<Condition> = {}): Condition {
  return { type, status, reason: 'Because', message: '', lastTransitionTime: ago(600), ...more }
}

/** The smallest Machine: ready, available and up to date. */
export function machine(name: string, more: Partial<MachineSeen> = {}): MachineSeen {
  return {
    group: 'cluster.x-k8s.io',
    kind: 'Machine',
    namespace: 'team-a',
    name,
    labels: { 'cluster.x-k8s.io/cluster-name': 'prod' },
    conditions: [condition('Ready', 'True'), condition('Available', 'True'), condition('UpToDate', 'True')],
    owners: [],
    generation: 1,
    createdAt: ago(3_600),
    deletion: undefined,
    version: 'v1.34.1',
    nodeName: name,
    updatingInPlace: false,
    moving: false,
    ...more,
  }
}

export const notReady = (name: string): MachineSeen =>
  machine(name, {
    conditions: [
      condition('Ready', 'False', { message: '* NodeHealthy: Node is gone' }),
      condition('UpToDate', 'True'),
    ],
  })

export const outdated = (name: string, message = '* Version v1.33.4, v1.34.1 required'): MachineSeen =>
  machine(name, { conditions: [condition('Ready', 'True'), condition('UpToDate', 'False', { message })] })

/** Failed its health check and is to be replaced. */
export const sick = (name: string): MachineSeen =>
  machine(name, {
    conditions: [
      condition('Ready', 'True'),
      condition('UpToDate', 'True'),
      condition('HealthCheckSucceeded', 'False'),
      condition('OwnerRemediated', 'False', { message: 'Waiting for remediation' }),
    ],
  })

/** Failed its health check, and nobody replaces it. */
export const sickForNobody = (name: string): MachineSeen =>
  machine(name, { conditions: [condition('Ready', 'True'), condition('HealthCheckSucceeded', 'False')] })

/** Has been in deletion for so many seconds, held back by a disruption budget. */
export const leaving = (name: string, seconds: number): MachineSeen =>
  machine(name, {
    deletion: { since: ago(seconds), drain: { since: ago(seconds), causes: ['PodDisruptionBudgets'] } },
  })
