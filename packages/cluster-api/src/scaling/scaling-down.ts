import { False, otherwise, type Rule, True } from '@sitrep/conditions'
import { replicasNotSet, type ScalingFacts } from './scaling-up.ts'

/** What is put behind the numbers, and which replicas count as too many where that is not all of them. */
export interface ScalingDownText<Facts> {
  readonly details: (facts: Facts) => string
  readonly current?: (facts: Facts) => number
}

/** Whether there are more replicas than wanted. */
export function scalingDownRows<Facts extends ScalingFacts>({
  details,
  current = (f) => f.current,
}: ScalingDownText<Facts>): readonly Rule<Facts>[] {
  return [
    replicasNotSet,
    [
      'more replicas than wanted',
      (f) => current(f) > (f.desired ?? 0),
      True('ScalingDown', (f) => `Scaling down from ${current(f)} to ${f.desired} replicas${details(f)}`),
    ],
    ['otherwise', otherwise, False('NotScalingDown')],
  ]
}
