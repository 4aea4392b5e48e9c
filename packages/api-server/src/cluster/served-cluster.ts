import type { ClusterAccess } from '../auth/cluster-access.ts'
import type { Discovery } from '../discovery/discovery.ts'
import type { Admission } from '../writes/write-context.ts'
import type { Cluster } from './cluster.ts'
import type { DocumentCache } from './document-cache.ts'

/** A cluster with everything around it that answers requests. */
export interface ServedCluster {
  readonly cluster: Cluster
  /** The path under which it is served: empty, or `/clusters/<namespace>/<name>`. */
  readonly prefix: string
  readonly discovery: Discovery
  readonly documents: DocumentCache
  readonly admission: Admission
  readonly access: ClusterAccess
  readonly close: () => Promise<void>
}
