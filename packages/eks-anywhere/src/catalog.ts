import { secretKind, secretType } from '@sitrep/cluster-api'
import type { CatalogPart, Profile } from '@sitrep/status'
import { clusterStatus } from './cluster/status.ts'
import { indexes } from './indexes.ts'
import { shapes } from './shapes.ts'

/**
 * The definitions of EKS Anywhere. Its status follows from that of Cluster API: in a catalog they come after those of
 * `clusterApi`, without which they go by what Cluster API's own controllers report.
 */
export function eksAnywhere({ profile }: { readonly profile: Profile }): CatalogPart {
  return {
    definitions: [clusterStatus(profile)],
    indexes,
    shapes,
    // Kubeconfigs are of Cluster API's type; credentials of providers and registries are asked for by their names.
    narrow: [{ kind: secretKind, field: 'type', values: [secretType] }],
  }
}
