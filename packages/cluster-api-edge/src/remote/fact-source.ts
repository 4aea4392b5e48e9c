import type { Connection, ServerAccess } from '@sitrep/controller/connection'
import type { FactKind, KubeObject, ObjectRef } from '@sitrep/status'

/** A workload cluster that can be asked now. */
export interface ConnectedCluster {
  /** Its Cluster. */
  readonly ref: ObjectRef
  readonly connection: Connection
  /** How the connection was made, for those who need another one beside it. */
  readonly access: ServerAccess
  /** Says when the connection has ended. */
  readonly signal: AbortSignal
}

/** Somebody who looks at what no API shows of a workload cluster, as long as it is connected. */
export interface FactSource {
  readonly fact: FactKind
  /** Whether there is anything to look at, by what the Cluster says of itself. Default: always. */
  readonly concerns?: (cluster: KubeObject) => boolean
  /** One look: what is seen, or nothing when it was not possible to look. What goes wrong while looking is part of what is seen. */
  readonly look: (cluster: ConnectedCluster) => Promise<object | undefined>
  /** The Cluster is gone: nothing of it is kept. */
  readonly forget?: (cluster: ObjectRef) => void
}
