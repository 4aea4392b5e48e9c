import {
  ordinaryFinalizers as clusterApiFinalizers,
  clusterApiFollowing,
  paused as pausedInClusterApi,
} from '@sitrep/cluster-api/following'
import {
  ordinaryFinalizers as eksAnywhereFinalizers,
  eksAnywhereFollowing,
  paused as pausedInEksAnywhere,
} from '@sitrep/eks-anywhere/following'
import type { FollowedFamily } from './following-of.ts'

/** What is known of following, family by family. */
export const followedFamilies: readonly FollowedFamily[] = [
  {
    follows: clusterApiFollowing,
    ordinaryFinalizers: clusterApiFinalizers,
    paused: pausedInClusterApi,
  },
  {
    follows: eksAnywhereFollowing,
    ordinaryFinalizers: eksAnywhereFinalizers,
    paused: pausedInEksAnywhere,
  },
]
