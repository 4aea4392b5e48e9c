import type { ClusterApiOptions } from '../options.ts'
import { minutes, seconds } from '../time/longer-than.ts'

/** How long a workload cluster may stay silent before that is said. */
export interface GracePeriods {
  /** Until its Cluster says that it cannot be reached. */
  readonly connectionMs: number
  /** Until conditions that rest on what was read from it become Unknown. */
  readonly conditionsMs: number
}

/** The document says 40 seconds for the probe; what was released waits 50. */
export function gracePeriods(options: ClusterApiOptions): GracePeriods {
  const { profile, remoteConnectionGracePeriodMs, remoteConditionsGracePeriodMs } = options
  return {
    connectionMs: remoteConnectionGracePeriodMs ?? (profile === 'proposal' ? 40 : 50) * seconds,
    conditionsMs: remoteConditionsGracePeriodMs ?? 5 * minutes,
  }
}
