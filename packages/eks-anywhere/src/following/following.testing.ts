import { nothingSeen as nothingBelow } from '@sitrep/cluster-api/testing'
import type { ClusterFacts } from './facts.ts'

export const nothingSeen: ClusterFacts = { ...nothingBelow, capiCluster: undefined }
