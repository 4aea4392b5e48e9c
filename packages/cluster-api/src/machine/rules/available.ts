import {
  type Condition,
  type ConditionRules,
  False,
  otherwise,
  type Rule,
  True,
  Unknown,
} from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { seconds } from '../../time/longer-than.ts'

/** What decides whether a Machine is available. */
export interface AvailableFacts {
  readonly ready: Condition | undefined
  /** Nothing where it cannot be told. */
  readonly minReadySeconds: number | undefined
  readonly clock: Clock
}

// Where nothing more than Ready is asked no clock decides: it may be behind the one by which Ready was said.
const longEnough = ({ ready, minReadySeconds = 0, clock }: AvailableFacts): boolean =>
  minReadySeconds === 0 || clock.passed(ready?.lastTransitionTime, minReadySeconds * seconds)

/** Whether a Machine has been Ready for long enough. `unclear` are the rows for what cannot be told. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const availableRules = (unclear: readonly Rule<AvailableFacts>[] = []): ConditionRules<AvailableFacts> => ({
  type: 'Available',
  rows: [
    ['nobody says whether the Machine is Ready',      (f) => f.ready === undefined,        Unknown('InternalError', lookAtLogs)],
    ...unclear,
    ['the Machine is not Ready',                      (f) => f.ready?.status !== 'True',   False('NotReady'),                        [{ condition: 'Ready' }]],
    ['it has been Ready for spec.minReadySeconds',    longEnough,                          True('Available'),                        [{ condition: 'Ready' }]],
    ['it has not been Ready for long enough',         otherwise,                           False('WaitingForMinReadySeconds'),       [{ condition: 'Ready' }, { field: 'spec.minReadySeconds' }]],
  ],
})
