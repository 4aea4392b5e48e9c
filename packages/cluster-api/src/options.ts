import type { Profile } from '@sitrep/status'

/**
 * How far the API has come on its way: only v1beta1, with the new fields beside the old ones; both versions, with the old fields set aside;
 * or only v1beta2, without the old fields.
 */
export const apiStages = ['v1beta1', 'v1beta2', 'end'] as const
export type ApiStage = (typeof apiStages)[number]

/** What may be set from outside. */
export interface ClusterApiOptions {
  readonly profile: Profile
  /** How far the API has come; `v1beta2` unless said otherwise. An object is written in the layout of its version whatever this says. */
  readonly stage?: ApiStage
  /** How long a workload cluster may not answer before its Cluster says so. */
  readonly remoteConnectionGracePeriodMs?: number
  /** How long what was read from a workload cluster may stand without a successful probe. */
  readonly remoteConditionsGracePeriodMs?: number
}
