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
import type { ControllerError } from '../errors.ts'
import { probeKind } from '../facts/cluster-probe.ts'
import type { FactSource } from '../facts/fact-source.ts'
import type { Timing } from '../timing.ts'
import { Asked } from './asked.ts'
import { type KubeconfigSecrets, kubeconfigSecrets } from './kubeconfig-secrets.ts'
import { defaultRemoteTimes, RemoteCluster, type RemoteTimes } from './remote-cluster.ts'

export interface RemoteClustersOptions {
  /** The management cluster, where the kubeconfig Secrets lie. */
  readonly connection: Connection
  readonly timing: Timing
  /** Left out: all namespaces. */
  readonly namespace?: string
  readonly indexes: readonly IndexDefinition[]
  readonly feed: (changes: readonly WorldChange[]) => void
  readonly times?: Partial<RemoteTimes>
  readonly facts?: readonly FactSource[]
  /** Whether somebody asks for this fact about this Cluster, and nobody else tells it. */
  readonly factWanted?: (source: FactSource, cluster: Pick<ObjectRef, 'namespace' | 'name'>) => boolean
  readonly onRestart?: (cluster: ClusterName, kind: KindRef) => void
  readonly onUnreadable?: (cluster: ClusterName, kind: KindRef, error: ControllerError) => void
}

/** All workload clusters: a connection for every Cluster whose infrastructure is there, as long as it is there. */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions
  readonly #secrets: KubeconfigSecrets
  readonly #clusters: Map<ClusterName, RemoteCluster> = new Map()
  /** What is asked of clusters that there is no connection to. */
  readonly #unconnected: Map<ClusterName, Asked> = new Map()
  readonly #ending: Set<Promise<void>> = new Set()
  #asked: Map<ClusterName, Wanted[]> = new Map()
  #known = false

  constructor(options: RemoteClustersOptions) {
    this.#options = options
    const { connection, timing, namespace } = options
    this.#secrets = kubeconfigSecrets({
      connection,
      timing,
      ...(namespace !== undefined && { namespace }),
      onChange: (cluster) => {
        if (cluster !== 'every') this.#clusters.get(cluster)?.kubeconfigChanged()
        else for (const remote of this.#clusters.values()) remote.kubeconfigChanged()
      },
    })
  }

  /** All Clusters that there are have been seen: whatever is asked of others cannot be read. */
  allSeen(): void {
    if (this.#known) return
    this.#known = true
    this.#refuseUnconnected()
  }

  /**
   * Of Clusters that were there before us it has to be found out first whether they can be reached: until then what others said of them
   * stands, and a start in the middle of everything flips nothing.
   */
  awaited(cluster: KubeObject): readonly WorldChange[] {
    const { namespace, name } = cluster.metadata
    const key = `${namespace ?? ''}/${name}`
    if (this.#known || this.#clusters.has(key) || !isProvisioned(cluster)) return []
    return [{ awaited: { ...probeKind, name, ...(namespace !== undefined && { namespace }) } }]
  }

  /** A Cluster came or changed. */
  seen(cluster: KubeObject): void {
    const { namespace, name } = cluster.metadata
    const key = `${namespace ?? ''}/${name}`
    if (this.#clusters.has(key)) return
    if (!isProvisioned(cluster)) {
      this.#refuse(key, 'the infrastructure of the cluster is not provisioned')
      return
    }
    this.#unconnected.delete(key)
    const remote = this.#open({ name, ...(namespace !== undefined && { namespace }) })
    this.#clusters.set(key, remote)
    remote.start()
    remote.follow(this.#asked.get(key) ?? [])
  }

  gone(cluster: Pick<ObjectRef, 'namespace' | 'name'>): void {
    const key = `${cluster.namespace ?? ''}/${cluster.name}`
    this.#unconnected.delete(key)
    const remote = this.#clusters.get(key)
    if (remote === undefined) return
    this.#clusters.delete(key)
    const ending = remote.forget().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
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
    for (const [key, refused] of this.#unconnected) refused.now(byCluster.get(key) ?? [])
    if (this.#known) this.#refuseUnconnected()
  }

  async stop(): Promise<void> {
    await this.#secrets.stop()
    await Promise.all([...[...this.#clusters.values()].map((remote) => remote.stop()), ...this.#ending])
  }

  #open(ref: Pick<ObjectRef, 'namespace' | 'name'>): RemoteCluster {
    const { timing, times, indexes, feed, facts = [], factWanted, onRestart, onUnreadable } = this.#options
    return new RemoteCluster({
      ref,
      timing,
      times: { ...defaultRemoteTimes, ...times },
      indexes,
      kubeconfig: () => this.#secrets.get(ref),
      feed,
      facts,
      factWanted: (source) => factWanted?.(source, ref) ?? true,
      ...(onRestart && { onRestart }),
      ...(onUnreadable && { onUnreadable }),
    })
  }

  #refuseUnconnected(): void {
    for (const key of this.#asked.keys())
      if (!this.#clusters.has(key) && !this.#unconnected.has(key))
        this.#refuse(key, 'there is no connection to this cluster')
  }

  #refuse(key: ClusterName, why: string): void {
    const refused = this.#unconnected.get(key) ?? new Asked(key, this.#options.feed)
    this.#unconnected.set(key, refused)
    refused.now(this.#asked.get(key) ?? [])
    refused.unreadable(why)
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
  a.length === b.length &&
  a.every((wanted, at) => {
    const other = b[at]
    return (
      other !== undefined &&
      wanted.kind === other.kind &&
      wanted.group === other.group &&
      wanted.by?.index === other.by?.index &&
      wanted.by?.key === other.by?.key
    )
  })
