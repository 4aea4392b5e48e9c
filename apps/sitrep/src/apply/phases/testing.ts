import type { KubeObject } from '@sitrep/status'
import type { ClusterFacts, Phase } from './phase.ts'

interface Differing {
  readonly generation?: number
  readonly spec?: unknown
  readonly status?: unknown
  readonly annotations?: Readonly<Record<string, string>>
}

/** The smallest object of a kind, reported on at its present generation. */
export function object(apiVersion: string, kind: string, differing: Differing = {}): KubeObject {
  const { generation = 1, annotations, spec = {}, status = { observedGeneration: generation } } = differing
  return {
    apiVersion,
    kind,
    metadata: { name: 'prod', namespace: 'team', generation, ...(annotations && { annotations }) },
    spec,
    status,
  }
}

/** `Available True Reason: message` as a condition. */
export function condition(words: string, severity?: string): object {
  const [, type, status, reason, message] = /^(\w+) (\w+)(?: (\w+))?(?:: (.*))?$/s.exec(words) ?? []
  return { type, status, reason, message, ...(severity !== undefined && { severity }) }
}

/** A status of a generation with these conditions. */
export const status = (
  observedGeneration: number,
  conditions: readonly string[],
  others: Readonly<Record<string, unknown>> = {},
): object => ({ observedGeneration, conditions: conditions.map((words) => condition(words)), ...others })

/** A control plane or deployment with counters: desired, then replicas, ready and up to date. */
export function counted(
  kind: string,
  [replicas, ...reported]: readonly [number, number, number, number],
  differing: Differing = {},
): KubeObject {
  const [total, readyReplicas, upToDateReplicas] = reported
  return object('cluster.x-k8s.io/v1beta2', kind, {
    spec: { replicas },
    status: {
      observedGeneration: differing.generation ?? 1,
      replicas: total,
      readyReplicas,
      upToDateReplicas,
    },
    ...differing,
  })
}

export const nothingSeen: ClusterFacts = {
  cluster: undefined,
  capiCluster: undefined,
  controlPlane: undefined,
  workers: [],
  machines: [],
  kubeconfig: { is: 'absent' },
}

/** Phases in few words: `spec done, workers working 1/3 (note)`. */
export const inWords = (phases: readonly Phase[]): string =>
  phases
    .map(({ name, state, counts, note }) =>
      [
        name,
        state,
        ...(counts ? [`${counts.ready}/${counts.desired}`] : []),
        ...(note ? [`(${note})`] : []),
      ].join(' '),
    )
    .join(', ')
