import type { ClusterName } from '@sitrep/status'
import { type Connection, httpStatusOf, type Timing } from '../connection.ts'
import { targetOf, through } from '../network/kubeconfig.ts'
import { openWire, type Wire } from '../network/wire.ts'
import { daemonSetKind, deploymentKind, systemNamespace } from '../world/eks-anywhere.ts'
import { type Follower, follow } from '../world/follow.ts'
import { budgetKind, configMapKind, nodeKind, podKind } from '../world/kinds.ts'
import { collectionPath, type Resource } from '../world/resource.ts'
import type { ObjectStore } from '../world/store.ts'
import type { Workload } from '../world/world.ts'

/** How the API of a workload cluster is reached: by the simulator, and by everybody else. */
export interface WorkloadAccess {
  readonly connection: Connection
  readonly kubeconfig: string
}

interface Open {
  readonly connection: Connection
  readonly kubeconfig: string
  readonly wire: Wire
  readonly followers: readonly Follower[]
}

export interface WorkloadsOptions {
  readonly access: (cluster: ClusterName) => Promise<WorkloadAccess>
  readonly store: ObjectStore
  readonly timing: Timing
  readonly onError: (error: unknown) => void
}

const nodes: Resource = { ...nodeKind, version: 'v1', plural: 'nodes', namespaced: false }
const pods: Resource = { ...podKind, version: 'v1', plural: 'pods', namespaced: true }
const configMaps: Resource = { ...configMapKind, version: 'v1', plural: 'configmaps', namespaced: true }
const budgets: Resource = {
  ...budgetKind,
  version: 'v1',
  plural: 'poddisruptionbudgets',
  namespaced: true,
}
const daemonSets: Resource = { ...daemonSetKind, version: 'v1', plural: 'daemonsets', namespaced: true }
const deployments: Resource = { ...deploymentKind, version: 'v1', plural: 'deployments', namespaced: true }

/** What the simulator knows of and writes to workload clusters. */
export const workloadResources: readonly Resource[] = [
  nodes,
  pods,
  configMaps,
  budgets,
  daemonSets,
  deployments,
]

// Only EKS Anywhere brings a CNI that is simulated; all others are spared the watches.
const followed = (cluster: ClusterName): readonly Resource[] =>
  cluster.startsWith(`${systemNamespace}/`)
    ? workloadResources
    : workloadResources.filter((resource) => resource !== daemonSets && resource !== deployments)

/** The workload clusters that are open, each behind a wire of its own. */
export class Workloads {
  readonly #options: WorkloadsOptions
  readonly #open: Map<ClusterName, Open> = new Map()

  constructor(options: WorkloadsOptions) {
    this.#options = options
  }

  get all(): ReadonlyMap<ClusterName, Workload> {
    return new Map([...this.#open].map(([name, open]) => [name, workloadOf(open)]))
  }

  get(cluster: ClusterName): Workload | undefined {
    const open = this.#open.get(cluster)
    return open && workloadOf(open)
  }

  connection(cluster: ClusterName): Connection | undefined {
    return this.#open.get(cluster)?.connection
  }

  /** Comes back once everything in the cluster is known. */
  async open(cluster: ClusterName): Promise<void> {
    if (this.#open.has(cluster)) return
    const { access, store, timing, onError } = this.#options
    const { connection, kubeconfig } = await access(cluster)
    const wire = await openWire(targetOf(kubeconfig))
    const followers = followed(cluster).map((resource) =>
      follow({
        connection,
        resource,
        cluster,
        store,
        timing,
        onError,
        ...(resource === configMaps && { fieldSelector: 'metadata.name=kubeadm-config' }),
      }),
    )
    await Promise.all(followers.map(({ listed }) => listed))
    this.#open.set(cluster, { connection, kubeconfig: through(kubeconfig, wire), wire, followers })
  }

  setReachable(cluster: ClusterName, reachable: boolean): void {
    this.#open.get(cluster)?.wire.setReachable(reachable)
  }

  /** The machines of the cluster are gone, and with them all that was written to its etcd. */
  async close(cluster: ClusterName): Promise<void> {
    const open = this.#open.get(cluster)
    if (open === undefined) return
    this.#open.delete(cluster)
    await Promise.all(open.followers.map(({ stop }) => stop()))
    for (const resource of [budgets, daemonSets, deployments, pods, nodes])
      await this.#deleteAll(open.connection, resource)
    await deleted(open.connection, `${collectionPath(configMaps, 'kube-system')}/kubeadm-config`)
    open.connection.close?.()
    await open.wire.close()
    this.#options.store.removeCluster(cluster)
  }

  async stop(): Promise<void> {
    const all = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(all.flatMap(({ followers }) => followers.map(({ stop }) => stop())))
    await Promise.all(
      all.map(({ connection, wire }) => {
        connection.close?.()
        return wire.close()
      }),
    )
  }

  async #deleteAll(connection: Connection, resource: Resource): Promise<void> {
    const { items = [] } = await connection.request<{
      items?: readonly { metadata: { name: string; namespace?: string } }[]
    }>({ path: collectionPath(resource) })
    for (const { metadata } of items)
      await deleted(connection, `${collectionPath(resource, metadata.namespace)}/${metadata.name}`)
  }
}

const workloadOf = ({ kubeconfig, wire: { host, port, reachable } }: Open): Workload => ({
  kubeconfig,
  host,
  port,
  reachable,
})

async function deleted(connection: Connection, path: string): Promise<void> {
  try {
    await connection.request({ method: 'DELETE', path: `${path}?gracePeriodSeconds=0` })
  } catch (error) {
    if (httpStatusOf(error) !== 404) throw error
  }
}
