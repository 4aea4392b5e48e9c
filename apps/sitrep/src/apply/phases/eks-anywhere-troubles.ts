import { partTroubles } from './cluster-api-troubles.ts'
import { conditionsOf, isCurrent } from './conditions.ts'
import type { ClusterFacts } from './phase.ts'
import { failureFields, type Trouble, troubleOf } from './trouble.ts'

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

const pausedAnnotation = 'anywhere.eks.amazonaws.com/paused'

/**
 * What is wrong with a cluster of EKS Anywhere. A failure is told whichever generation was observed: a pass that ends in an error leaves
 * the observed generation behind, and exactly then the text matters.
 */
export function eksAnywhereTroubles(facts: ClusterFacts): readonly Trouble[] {
  const { cluster } = facts
  if (cluster === undefined) return partTroubles(facts)
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
    ...(cluster.metadata.annotations?.[pausedAnnotation] === 'true' ? [pausedTrouble(cluster)] : []),
    ...conditionsOf(cluster)
      .filter(({ type, status, severity }) => type !== 'Ready' && status === 'False' && severity === 'Error')
      .map((condition) => troubleOf(cluster, condition)),
    ...partTroubles(facts),
  ]
}

const pausedTrouble = (object: NonNullable<ClusterFacts['cluster']>): Trouble => ({
  object,
  text: 'It is paused, and nothing happens to it until that ends',
  weight: 'error',
})
