/**
 * The status of EKS Anywhere clusters, in the language of its proposal and in that of its releases.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/cluster-api`, `@sitrep/conditions` and `@sitrep/status`.
 */

import type { CatalogPart, Profile } from '@sitrep/status'
import { indexes } from './cluster/indexes.ts'
import { clusterStatus } from './cluster/status.ts'
import { shapes } from './shapes.ts'

export type { Cluster, ClusterStatus } from './cluster/types.ts'
// What an API server is told
export { eksAnywhereCrds } from './crds/crds.ts'

/**
 * The definitions of EKS Anywhere. Its status follows from that of Cluster API: in a catalog they come after those of
 * `clusterApi`, without which they go by what Cluster API's own controllers report.
 */
export function eksAnywhere({ profile }: { readonly profile: Profile }): CatalogPart {
  return { definitions: [clusterStatus(profile)], indexes, shapes }
}
