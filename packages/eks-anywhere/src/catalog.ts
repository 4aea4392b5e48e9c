import type { CatalogPart, Profile } from '@sitrep/status'
import { clusterStatus } from './cluster/status.ts'
import { indexes } from './indexes.ts'
import { shapes } from './shapes.ts'

/**
 * The definitions of EKS Anywhere. Its status follows from that of Cluster API: in a catalog they come after those of
 * `clusterApi`, without which they go by what Cluster API's own controllers report.
 */
export function eksAnywhere({ profile }: { readonly profile: Profile }): CatalogPart {
  return { definitions: [clusterStatus(profile)], indexes, shapes }
}
