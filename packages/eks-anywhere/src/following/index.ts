/**
 * How clusters of EKS Anywhere are followed, apart from the rest because it loads in no time.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/cluster-api` and `@sitrep/status`.
 */

import { deletedParts, kubeconfigSecret } from '@sitrep/cluster-api/following'
import type { Following } from '@sitrep/status'
import { isTrue, phaseRules } from '@sitrep/status/following'
import { clusterKind } from '../kinds.ts'
import { factsOf, placeBelow, watchedBelow } from './facts.ts'
import { clusterPhases } from './phases.ts'
import { clusterTroubles } from './troubles.ts'

export { paused } from './troubles.ts'

/** The one that the controller of EKS Anywhere takes off when nothing is left. */
export const ordinaryFinalizers: RegExp = /^clusters\.anywhere\.eks\.amazonaws\.com\/finalizer$/

/** What of EKS Anywhere is followed after it was applied or deleted: its Clusters. */
export const eksAnywhereFollowing: readonly Following[] = [
  {
    kind: clusterKind,
    noun: 'cluster',
    watches: watchedBelow,
    phases: phaseRules(factsOf, clusterPhases),
    troubles: (followed) => clusterTroubles(factsOf(followed)),
    kubeconfig: {
      secret: (cluster) => kubeconfigSecret(placeBelow(cluster)),
      usable: (cluster) => isTrue(cluster, 'ControlPlaneInitialized'),
    },
    deletes: (cluster) => deletedParts(placeBelow(cluster)),
  },
]
