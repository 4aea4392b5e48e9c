import { partTroubles } from '@sitrep/cluster-api/following'
import type { KubeObject, Trouble } from '@sitrep/status'
import {
  conditionsOf,
  conditionTrouble,
  failureFields,
  isCurrent,
  pauseTrouble,
} from '@sitrep/status/following'
import { annotations } from '../kinds.ts'
import type { ClusterFacts } from './facts.ts'

// Only another spec helps against these. The others are about objects and addresses that may come or become free.
const finalReasons: readonly string[] = [
  'ClusterInvalid',
  'DatacenterConfigInvalid',
  'BadDatacenterConfig',
  'MachineConfigInvalid',
  'FailureDomainInvalid',
  'HardwareInvalid',
  'MachineInvalid',
]

/** Whether somebody has paused a cluster. */
export const paused = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[annotations.paused] === 'true'

/**
 * What is wrong with a cluster of EKS Anywhere. A failure is told whichever generation was observed: a pass that ends in an error leaves
 * the observed generation behind, and exactly then the text matters.
 */
export function clusterTroubles(facts: ClusterFacts): readonly Trouble[] {
  const { cluster } = facts
  const below = partTroubles({ ...facts, cluster: facts.capiCluster })
  if (cluster === undefined) return below
  const failure = failureFields(cluster)
  const current = isCurrent(cluster)
  return [
    ...(failure === undefined
      ? []
      : [
          {
            object: cluster,
            ...failure,
            weight: current && finalReasons.includes(failure.reason ?? '') ? 'final' : 'error',
            ...(!current && { older: true as const }),
          } satisfies Trouble,
        ]),
    ...(paused(cluster) ? [pauseTrouble(cluster)] : []),
    ...conditionsOf(cluster)
      .filter(({ type, status, severity }) => type !== 'Ready' && status === 'False' && severity === 'Error')
      .map((condition) => conditionTrouble(cluster, condition)),
    ...below,
  ]
}
