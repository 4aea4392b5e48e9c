import { False, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'
import { staleMachinesText } from '../deletion-delay/stale-machines.ts'
import type { MachinesFacts, ScalingFacts } from '../machines-of/facts.ts'

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

/** Names the Machines that have been in deletion for too long, on a line of its own; empty when there are none. */
export function staleBullet({ machines, clock }: MachinesFacts): string {
  const stale = staleMachinesText(machines, clock)
  return stale === '' ? '' : `\n* ${stale}`
}
