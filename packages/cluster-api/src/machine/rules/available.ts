import { type Condition, type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { seconds } from '../../time/longer-than.ts'

export interface AvailableFacts {
  readonly ready: Condition | undefined
  readonly minReadySeconds: number
  readonly clock: Clock
}

const longEnough = ({ ready, minReadySeconds, clock }: AvailableFacts): boolean =>
  clock.passed(ready?.lastTransitionTime, minReadySeconds * seconds)

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<AvailableFacts> = {
  type: 'Available',
  rows: [
    ['nobody says whether the Machine is Ready',      (f) => f.ready === undefined,        Unknown('InternalError', lookAtLogs)],
    ['the Machine is not Ready',                      (f) => f.ready?.status !== 'True',   False('NotReady'),                        [{ condition: 'Ready' }]],
    ['it has been Ready for spec.minReadySeconds',    longEnough,                          True('Available'),                        [{ condition: 'Ready' }]],
    ['it has not been Ready for long enough',         otherwise,                           False('WaitingForMinReadySeconds'),       [{ condition: 'Ready' }, { field: 'spec.minReadySeconds' }]],
  ],
}
