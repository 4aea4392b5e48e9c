import type { KubeObject } from '@sitrep/status'
import { type Differing, object } from '@sitrep/status/testing'
import type { ClusterFacts } from './facts.ts'

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
  controlPlane: undefined,
  workers: [],
  machines: [],
  kubeconfig: { is: 'absent' },
}
