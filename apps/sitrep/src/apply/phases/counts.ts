import type { KubeObject } from '@sitrep/status'
import { statusOf } from './conditions.ts'
import type { Counts } from './phase.ts'

interface Counters {
  readonly replicas?: unknown
  readonly readyReplicas?: unknown
  readonly upToDateReplicas?: unknown
  readonly updatedReplicas?: unknown
  readonly v1beta2?: { readonly upToDateReplicas?: unknown; readonly readyReplicas?: unknown }
}

/** What a control plane, deployment or pool reports; a counter that is not reported counts nothing. */
export function countsOf(object: KubeObject): Counts {
  const status: Counters = statusOf(object)
  const { replicas: desired } = (object.spec ?? {}) as { replicas?: unknown }
  return {
    desired: typeof desired === 'number' ? desired : 1,
    replicas: count(status.replicas),
    ready: count(status.v1beta2?.readyReplicas, status.readyReplicas),
    upToDate: count(status.v1beta2?.upToDateReplicas, status.upToDateReplicas, status.updatedReplicas),
  }
}

const count = (...candidates: readonly unknown[]): number =>
  candidates.find((value): value is number => typeof value === 'number') ?? 0

export const sumOf = (all: readonly Counts[]): Counts => ({
  desired: sum(all.map(({ desired }) => desired)),
  replicas: sum(all.map(({ replicas }) => replicas)),
  ready: sum(all.map(({ ready }) => ready)),
  upToDate: sum(all.map(({ upToDate }) => upToDate)),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Whether there is exactly what is wanted, all of it ready and as it is wanted now. */
export const isComplete = ({ desired, replicas, ready, upToDate }: Counts): boolean =>
  replicas === desired && ready === desired && upToDate === desired
