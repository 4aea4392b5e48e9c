import { False, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'

/** How many replicas there are, and how many are wanted; nothing while nobody has said how many. */
export interface ScalingFacts {
  readonly desired: number | undefined
  readonly current: number
}

/** Nobody has said how many replicas are wanted. */
export const replicasNotSet: Rule<ScalingFacts> = [
  'spec.replicas is not set',
  (f) => f.desired === undefined,
  Unknown('WaitingForReplicasSet', 'Waiting for spec.replicas set'),
]

/** What stands in the way, as it is put behind the numbers; empty when nothing does. */
export interface BlockedText<Facts> {
  readonly now: (facts: Facts) => string
  /** Nothing is to be created now, but it could not be. */
  readonly later: (facts: Facts) => string
}

/** Whether replicas are missing. */
export function scalingUpRows<Facts extends ScalingFacts>(
  blocked: BlockedText<Facts>,
): readonly Rule<Facts>[] {
  return [
    replicasNotSet,
    [
      'fewer replicas than wanted',
      (f) => f.current < (f.desired ?? 0),
      True('ScalingUp', (f) => `Scaling up from ${f.current} to ${f.desired} replicas${blocked.now(f)}`),
    ],
    ['otherwise', otherwise, False('NotScalingUp', blocked.later)],
  ]
}
