import { reach } from '@sitrep/cluster-api'
import { Background, type EdgeSurroundings, type FactTeller, type ReadState } from '@sitrep/controller'
import type { Wanted } from '@sitrep/engine'
import {
  type ClusterName,
  type FactKind,
  type KindRef,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  refOf,
} from '@sitrep/status'
import { etcdMembership } from '../etcd/etcd-membership.ts'
import { Asked } from './asked.ts'
import type { FactSource } from './fact-source.ts'
import { type KubeconfigSecrets, kubeconfigSecrets } from './kubeconfig-secrets.ts'
import { defaultRemoteTimes, RemoteCluster, type RemoteTimes } from './remote-cluster.ts'

/** How workload clusters are looked at. */
export interface ClusterApiEdgeOptions {
  readonly times?: Partial<RemoteTimes>
  /**
   * Who looks at what no API shows of a workload cluster, besides the probe. A fact that somebody else feeds is left to them. Default:
   * whoever looks at etcd.
   */
  readonly sources?: readonly FactSource[]
}

const secretKind: KindRef = { group: '', kind: 'Secret' }
const probeFact: FactKind = { kind: reach.probe, about: reach.clusters }

/** All workload clusters: a connection for every Cluster whose infrastructure is there, as long as it is there. */
export class RemoteClusters {
  readonly #around: EdgeSurroundings
  readonly #times: RemoteTimes
  readonly #sources: readonly FactSource[]
  readonly #probe: FactTeller
  readonly #secrets: KubeconfigSecrets
  readonly #clusters: Map<ClusterName, RemoteCluster> = new Map()
  /** What is asked of clusters that there is no connection to. */
  readonly #unconnected: Map<ClusterName, Asked> = new Map()
  readonly #ending: Set<Promise<void>> = new Set()
  #asked: Map<ClusterName, Wanted[]> = new Map()
  #known = false
  /** Why Secrets cannot be read, as it was told last. */
  #unread: string | undefined = undefined

  constructor(around: EdgeSurroundings, options: ClusterApiEdgeOptions) {
    this.#around = around
    const { connection, timing, namespace } = around
    this.#times = { ...defaultRemoteTimes, ...options.times }
    this.#sources = options.sources ?? [etcdMembership({ management: connection, timing })]
    this.#probe = around.facts.of(probeFact)
    this.#secrets = kubeconfigSecrets({
      connection,
      timing,
      ...(namespace !== undefined && { namespace }),
      onChange: (cluster) => {
        if (cluster !== 'every') this.#clusters.get(cluster)?.kubeconfigChanged()
        else for (const remote of this.#clusters.values()) remote.kubeconfigChanged()
      },
      onState: (state) => this.#tellSecrets(state),
      ...(around.keeps && {
        keeps: ({ namespace: within, name }) => around.keeps?.(clusterRef(within, name)) !== false,
      }),
      ...(around.onFault && { onFault: around.onFault }),
    })
  }

  /** All Clusters that there are have been seen: whatever is asked of others cannot be read. */
  allSeen(): void {
    if (this.#known) return
    this.#known = true
    this.#refuseUnconnected()
  }

  /** What has to be found out of a Cluster: whether it can be reached, and then what no API shows of it. */
  tells(cluster: KubeObject): readonly FactKind[] {
    if (!isProvisioned(cluster)) return []
    const concerned = this.#sources.filter(({ concerns }) => concerns?.(cluster) !== false)
    return [probeFact, ...concerned.map(({ fact }) => fact)]
  }

  /** A Cluster came or changed. */
  seen(cluster: KubeObject): void {
    const key = reach.clusterOf(cluster)
    if (this.#clusters.has(key)) return
    if (!isProvisioned(cluster)) {
      this.#refuse(key, 'the infrastructure of the cluster is not provisioned')
      return
    }
    this.#unconnected.delete(key)
    const remote = this.#open(key, refOf(cluster))
    this.#clusters.set(key, remote)
    remote.start()
    remote.follow(this.#asked.get(key) ?? [])
  }

  /** A Cluster is gone, or another process looks after it from now on. */
  gone(cluster: ObjectRef, where: 'for good' | 'to others'): void {
    const key = clusterNamed(cluster)
    this.#unconnected.delete(key)
    if (where === 'to others') this.#secrets.forget(key)
    const remote = this.#clusters.get(key)
    if (remote === undefined) {
      if (where === 'to others') this.#around.feed([{ untold: key }])
      return
    }
    this.#clusters.delete(key)
    const task = { what: 'leaving a workload cluster', about: 'cluster', name: key } as const
    const ending = new Background(this.#around.onFault)
      .start(task, () => (where === 'for good' ? remote.forget() : remote.leave()))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  /** Somebody set the clock. */
  clockSet(): void {
    for (const remote of this.#clusters.values()) remote.clockSet()
  }

  /** The kubeconfigs of Clusters that others have looked after are needed here from now on. */
  readSecretsAnew(): void {
    this.#secrets.readAnew()
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

  #open(cluster: ClusterName, ref: ObjectRef): RemoteCluster {
    return new RemoteCluster({
      cluster,
      ref,
      around: this.#around,
      times: this.#times,
      kubeconfig: () => this.#secrets.get(ref),
      probe: this.#probe,
      sources: this.#sources,
      concerns: (source) => this.#concerns(source, ref),
      asked: (source) => this.#isAsked(source),
    })
  }

  // A server that is out of reach says nothing about Secrets.
  #tellSecrets(state: ReadState): void {
    const why = state.read ? undefined : state.why
    if (why === this.#unread || (!state.read && state.error.code === 'not-reachable')) return
    this.#unread = why
    this.#around.onSeen?.({ cluster: managementCluster, ...secretKind }, why)
    if (!state.read) this.#around.onUnreadable?.(managementCluster, secretKind, state.error)
  }

  #concerns({ fact, concerns }: FactSource, ref: ObjectRef): boolean {
    const { engine, facts } = this.#around
    const object = engine.object(ref)
    return object !== undefined && concerns?.(object) !== false && !facts.of(fact).leftToOthers(ref)
  }

  #isAsked({ fact }: FactSource): boolean {
    return this.#around.engine.asked.some(
      (asked) => asked.cluster === managementCluster && kindKey(asked) === kindKey(fact.kind),
    )
  }

  #refuseUnconnected(): void {
    for (const key of this.#asked.keys())
      if (!this.#clusters.has(key) && !this.#unconnected.has(key))
        this.#refuse(key, 'there is no connection to this cluster')
  }

  #refuse(key: ClusterName, why: string): void {
    const refused = this.#unconnected.get(key) ?? new Asked(key, this.#around.feed)
    this.#unconnected.set(key, refused)
    refused.now(this.#asked.get(key) ?? [])
    refused.unreadable(why)
  }
}

const clusterNamed = ({ namespace, name }: ObjectRef): ClusterName =>
  reach.clusterOf({
    apiVersion: '',
    kind: reach.clusters.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  })

const clusterRef = (namespace: string | undefined, name: string): ObjectRef => ({
  ...reach.clusters,
  name,
  ...(namespace !== undefined && { namespace }),
})

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
