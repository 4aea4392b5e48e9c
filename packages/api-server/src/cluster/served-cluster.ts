import type { AccessRequest } from '../auth/access-request.ts'
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
  /** Throws a 403 for what the user may not do. */
  readonly authorize: (request: AccessRequest) => void
  readonly close: () => Promise<void>
}
