import type { Profile } from '@sitrep/status'

/** What may be set from outside. */
export interface ClusterApiOptions {
  readonly profile: Profile
  /** How long a workload cluster may not answer before its Cluster says so. */
  readonly remoteConnectionGracePeriodMs?: number
  /** How long what was read from a workload cluster may stand without a successful probe. */
  readonly remoteConditionsGracePeriodMs?: number
}
