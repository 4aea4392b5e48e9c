import type { ClusterObserved } from '../types.ts'
import type { CniOutcome } from './cni-phase.ts'
import type { Fault } from './fault.ts'

/** The two fields that tell why a Cluster cannot be turned into what it asks for. */
export interface Failure {
  readonly message: string | undefined
  readonly reason: string | undefined
}

/** What one pass of EKS Anywhere over a Cluster comes to, apart from its conditions. */
export interface PassEnd {
  readonly ends: 'error' | 'stop' | 'done'
  readonly failure: Failure
  /** What looking after the CNI came to, where the pass got that far. */
  readonly cni: CniOutcome | undefined
  /** The object goes with this pass, so nothing more is said. */
  readonly last: boolean
}

export const noFailure: Failure = { message: undefined, reason: undefined }

export const standingFailure = ({ previous }: ClusterObserved): Failure => ({
  message: previous?.failureMessage,
  reason: previous?.failureReason,
})

export const ended = (ends: PassEnd['ends'], failure: Failure, cni?: CniOutcome): PassEnd => ({
  ends,
  failure,
  cni,
  last: false,
})

/** What stands after a fault; the released system does not tell all of them, nor all of each. */
export function failureAfter(fault: Fault, standing: Failure): Failure {
  if (fault.told === 'nothing') return standing
  return { message: fault.message, reason: fault.told === 'both' ? fault.reason : standing.reason }
}
