import type { KindRef, KubeObject, ObjectRef } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import type { ServerAccess } from '../connection/http-connection.ts'

/** A workload cluster that can be asked now. */
export interface ConnectedCluster {
  /** Namespace and name of its Cluster; the fact goes by the same. */
  readonly ref: Pick<ObjectRef, 'namespace' | 'name'>
  readonly connection: Connection
  /** How the connection was made, for those who need another one beside it. */
  readonly access: ServerAccess
  /** Says when the connection has ended. */
  readonly signal: AbortSignal
}

/** Somebody who looks at what no API shows and tells it as an object. */
export interface FactSource {
  readonly kind: KindRef
  /** Whether there is anything to look at, by what the Cluster says of itself. Default: always. */
  readonly concerns?: (cluster: KubeObject) => boolean
  /** One look: the fact, or nothing when it was not possible to look. What goes wrong while looking is part of the fact. */
  readonly look: (cluster: ConnectedCluster) => Promise<KubeObject | undefined>
  /** The cluster is gone: nothing of it is kept. */
  readonly forget?: (cluster: ConnectedCluster['ref']) => void
}

/** A fact, as it enters the world. It is never sent to an API server. */
export function factObject(
  kind: KindRef,
  { namespace, name }: ConnectedCluster['ref'],
  status: unknown,
): KubeObject {
  return {
    apiVersion: `${kind.group}/v1alpha1`,
    kind: kind.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    status,
  }
}
