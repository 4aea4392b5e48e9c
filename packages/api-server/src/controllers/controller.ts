import type { Cluster } from '../cluster/cluster.ts'
import type { ServerWrites } from '../writes/server-writes.ts'

/** Something that keeps part of a cluster in order. */
export interface Controller {
  /** Resolves when nothing is left that it could do at once. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface ControllerContext {
  readonly cluster: Cluster
  readonly writes: ServerWrites
  /** Told of what went wrong and will be tried again. */
  readonly report: (error: unknown, key: string) => void
}
