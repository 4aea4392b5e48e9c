/**
 * The status of EKS Anywhere clusters, in the language of its proposal and in that of its releases.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/cluster-api`, `@sitrep/conditions` and `@sitrep/status`.
 */

// The definitions
export { eksAnywhere } from './catalog.ts'
export type { Cluster, ClusterStatus } from './cluster/types.ts'
// What an API server is told
export { eksAnywhereCrds } from './crds.ts'
// All that is known of it
export { eksAnywhereFamily } from './family.ts'
