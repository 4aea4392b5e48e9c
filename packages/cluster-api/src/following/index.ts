/**
 * How clusters of Cluster API are followed, apart from the rest because it loads in no time.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/status`.
 */

import type { Following } from '@sitrep/status'
import { phaseRules } from '@sitrep/status/following'
import { clusterKind } from '../kinds.ts'
import { deletedParts, factsOf, kubeconfigSecret, placeOf, watchedParts } from './facts.ts'
import { clusterPhases, isInitialized } from './phases.ts'
import { clusterTroubles } from './troubles.ts'

// Beside the following: what deletions heed, and parts for families that stand on this one
export { clusterKind } from '../kinds.ts'
export {
  type ClusterParts,
  deletedParts,
  foundParts,
  kubeconfigSecret,
  ordinaryFinalizers,
  watchedParts,
} from './facts.ts'
export { partTroubles, paused } from './troubles.ts'

/** What of Cluster API is followed after it was applied or deleted: its Clusters. */
export const clusterApiFollowing: readonly Following[] = [
  {
    kind: clusterKind,
    noun: 'cluster',
    watches: (cluster) => watchedParts(placeOf(cluster), cluster),
    phases: phaseRules(factsOf, clusterPhases),
    troubles: (followed) => clusterTroubles(factsOf(followed)),
    kubeconfig: { secret: (cluster) => kubeconfigSecret(placeOf(cluster)), usable: isInitialized },
    deletes: (cluster) => deletedParts(placeOf(cluster)),
  },
]
