import { False, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'
import { staleBullet } from '../scaling/stale-bullet.ts'
import { notSeen, notWanted, type ReplicaFacts } from './facts.ts'

/** The document's ScalingUp: fewer available replicas than wanted. `blocked` says what stands in the way. */
export function scalingUpRows<Facts extends ReplicaFacts>(
  blocked: (facts: Facts) => string,
): readonly Rule<Facts>[] {
  const text = (f: Facts): string => `${f.available} of ${f.desired} replicas are available${blocked(f)}`
  // biome-ignore format: the table is the specification; its columns stay aligned
  return [
    notSeen,
    notWanted,
    ['nobody has counted available replicas', (f) => f.available === undefined && f.desired !== 0, Unknown('WaitingForAvailableReplicasSet', 'Waiting for status.availableReplicas to be set')],
    ['fewer available replicas than wanted',  (f) => (f.available ?? 0) < (f.desired ?? 0),        True('ScalingUp', text)],
    ['otherwise',                             otherwise,                                           False('NotScalingUp')],
  ]
}

const tooMany = (f: ReplicaFacts): string =>
  `${f.current} replicas exist, ${f.desired} wanted${staleBullet(f)}`

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's ScalingDown: more replicas than wanted. */
export const scalingDownRows: readonly Rule<ReplicaFacts>[] = [
  notSeen,
  notWanted,
  ['more replicas than wanted', (f) => f.current > (f.desired ?? 0), True('ScalingDown', tooMany)],
  ['otherwise',                 otherwise,                           False('NotScalingDown')],
]
