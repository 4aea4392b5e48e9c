import { type ClusterName, type KindRef, kindKey } from '@sitrep/status'
import { type Connection, httpStatusOf, type Timing } from '../connection.ts'
import { type Followed, type FollowedInWorkloads, type Follower, follow, pathOf } from '../world/follow.ts'
import { collectionPath, type Resource } from '../world/resource.ts'
import type { ObjectStore } from '../world/store.ts'
import type { Workload } from '../world/world.ts'
import { targetOf, through } from './kubeconfig.ts'
import { openWire, type Wire } from './wire.ts'

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
  /** What is known of and written to workload clusters, in the order in which it goes with them. */
  readonly followed: readonly FollowedInWorkloads[]
  readonly store: ObjectStore
  readonly timing: Timing
  readonly onError: (error: unknown) => void
}

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

  resource(kind: KindRef): Resource | undefined {
    const { followed } = this.#options
    return followed.find(({ resource }) => kindKey(resource) === kindKey(kind))?.resource
  }

  connection(cluster: ClusterName): Connection | undefined {
    return this.#open.get(cluster)?.connection
  }

  /** Comes back once everything in the cluster is known. */
  async open(cluster: ClusterName): Promise<void> {
    if (this.#open.has(cluster)) return
    const { access, followed, store, timing, onError } = this.#options
    const { connection, kubeconfig } = await access(cluster)
    const wire = await openWire(targetOf(kubeconfig))
    const followers = followed
      .filter(({ within }) => within?.(cluster) ?? true)
      .map((each) => follow({ ...each, connection, cluster, store, timing, onError }))
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
    for (const followed of this.#options.followed) await deleteAll(open.connection, followed)
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
}

const workloadOf = ({ kubeconfig, wire: { host, port, reachable } }: Open): Workload => ({
  kubeconfig,
  host,
  port,
  reachable,
})

async function deleteAll(connection: Connection, followed: Followed): Promise<void> {
  const { items = [] } = await connection.request<{
    items?: readonly { metadata: { name: string; namespace?: string } }[]
  }>({ path: pathOf(followed) })
  for (const { metadata } of items)
    await deleted(connection, `${collectionPath(followed.resource, metadata.namespace)}/${metadata.name}`)
}

async function deleted(connection: Connection, path: string): Promise<void> {
  try {
    await connection.request({ method: 'DELETE', path: `${path}?gracePeriodSeconds=0` })
  } catch (error) {
    if (httpStatusOf(error) !== 404) throw error
  }
}
