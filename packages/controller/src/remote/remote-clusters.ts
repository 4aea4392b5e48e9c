import type { Wanted, WorldChange } from '@sitrep/engine'
import {
  type ClusterName,
  type IndexDefinition,
  type KindRef,
  type KubeObject,
  managementCluster,
  type ObjectRef,
} from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import type { Timing } from '../timing.ts'
import { type KubeconfigSecrets, kubeconfigSecrets } from './kubeconfig-secrets.ts'
import { defaultRemoteTimes, RemoteCluster, type RemoteTimes } from './remote-cluster.ts'

export interface RemoteClustersOptions {
  /** The management cluster, where the kubeconfig Secrets lie. */
  readonly connection: Connection
  readonly timing: Timing
  readonly indexes: readonly IndexDefinition[]
  readonly feed: (changes: readonly WorldChange[]) => void
  readonly times?: Partial<RemoteTimes>
  readonly onRestart?: (cluster: ClusterName, kind: KindRef) => void
  readonly onConnected?: (
    ref: Pick<ObjectRef, 'namespace' | 'name'>,
    connection: Connection,
    signal: AbortSignal,
  ) => void
}

/** All workload clusters: a connection for every Cluster whose infrastructure is there, as long as it is there. */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions
  readonly #secrets: KubeconfigSecrets
  readonly #clusters: Map<ClusterName, RemoteCluster> = new Map()
  #asked: Map<ClusterName, Wanted[]> = new Map()

  constructor(options: RemoteClustersOptions) {
    this.#options = options
    this.#secrets = kubeconfigSecrets(options.connection, options.timing)
  }

  /** A Cluster came or changed. */
  seen(cluster: KubeObject): void {
    const { namespace, name } = cluster.metadata
    const key = `${namespace ?? ''}/${name}`
    if (this.#clusters.has(key)) return
    if (!isProvisioned(cluster)) {
      this.#options.feed([
        {
          cluster: key,
          kind: 'every',
          read: false,
          why: 'the infrastructure of the cluster is not provisioned',
        },
      ])
      return
    }
    const { timing, times, indexes, feed, onRestart, onConnected } = this.#options
    const ref = { name, ...(namespace !== undefined && { namespace }) }
    const remote = new RemoteCluster({
      ref,
      timing,
      times: { ...defaultRemoteTimes, ...times },
      indexes,
      kubeconfig: () => this.#secrets.get(ref),
      feed,
      ...(onRestart && { onRestart }),
      ...(onConnected && { onConnected: (connection, signal) => onConnected(ref, connection, signal) }),
    })
    this.#clusters.set(key, remote)
    remote.start()
    remote.follow(this.#asked.get(key) ?? [])
  }

  gone(cluster: Pick<ObjectRef, 'namespace' | 'name'>): void {
    const key = `${cluster.namespace ?? ''}/${cluster.name}`
    const remote = this.#clusters.get(key)
    this.#clusters.delete(key)
    void remote?.stop()
  }

  /** What is asked of workload clusters now. */
  follow(asked: readonly Wanted[]): void {
    const byCluster = new Map<ClusterName, Wanted[]>()
    for (const wanted of asked) {
      if (wanted.cluster === managementCluster) continue
      const present = byCluster.get(wanted.cluster)
      if (present === undefined) byCluster.set(wanted.cluster, [wanted])
      else present.push(wanted)
    }
    const before = this.#asked
    this.#asked = byCluster
    for (const [key, remote] of this.#clusters) {
      const [now, then] = [byCluster.get(key) ?? [], before.get(key) ?? []]
      if (!sameWanted(now, then)) remote.follow(now)
    }
    const unknown = [...byCluster.keys()].filter((key) => !this.#clusters.has(key) && !before.has(key))
    this.#options.feed(
      unknown.map((cluster) => ({
        cluster,
        kind: 'every',
        read: false,
        why: 'there is no connection to this cluster',
      })),
    )
  }

  async stop(): Promise<void> {
    await Promise.all([this.#secrets.stop(), ...[...this.#clusters.values()].map((remote) => remote.stop())])
  }
}

// Both stages of the API say it, in different places.
function isProvisioned(cluster: KubeObject): boolean {
  const status = (cluster.status ?? {}) as {
    initialization?: { infrastructureProvisioned?: boolean }
    infrastructureReady?: boolean
  }
  return status.initialization?.infrastructureProvisioned === true || status.infrastructureReady === true
}

const sameWanted = (a: readonly Wanted[], b: readonly Wanted[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
