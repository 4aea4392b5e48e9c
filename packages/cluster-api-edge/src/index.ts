/**
 * What Cluster API has outside the API of a management cluster: the workload clusters, whether they answer, and their etcd.
 * Touches the world: sockets, clock, timers.
 */

// The edge, for a controller to start
export { clusterApiEdge } from './cluster-api-edge.ts'
// What no API shows
export { type EtcdMembershipOptions, etcdMembership } from './etcd/etcd-membership.ts'
export type { ConnectedCluster, FactSource } from './remote/fact-source.ts'
export { defaultRemoteTimes, type RemoteTimes } from './remote/remote-cluster.ts'
export type { ClusterApiEdgeOptions } from './remote/remote-clusters.ts'
