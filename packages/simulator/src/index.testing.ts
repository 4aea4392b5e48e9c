/** What stories of others about simulated clusters are told with. No part of what is published. */

export { faults } from './cluster-api/kinds.ts'
export { clusterObjects } from './cluster-api/scenario/cluster-objects.ts'
export { type ClusterStory, clusterStoryOn } from './cluster-api/story.testing.ts'
export { dockerCluster, goodDatacenter, vsphereCluster } from './eks-anywhere/plan/clusters.testing.ts'
export { openTestFleet, says, type TestFleet, type TestFleetOptions } from './testing.ts'
