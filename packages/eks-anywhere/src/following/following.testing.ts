import { nothingSeen as nothingBelow } from '../../../cluster-api/src/following/following.testing.ts'
import type { ClusterFacts } from './facts.ts'

export const nothingSeen: ClusterFacts = { ...nothingBelow, capiCluster: undefined }
