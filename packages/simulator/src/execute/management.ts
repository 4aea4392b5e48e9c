import { crdKind, kindKey, managementCluster, type ObjectRef } from '@sitrep/status'
import type { Connection, Timing } from '../connection.ts'
import type { SimulatedFamily } from '../simulated-family.ts'
import { type Followed, type Follower, follow } from '../world/follow.ts'
import { discover, type Resource } from '../world/resource.ts'
import type { ObjectStore } from '../world/store.ts'

export interface ManagementOptions {
  readonly connection: Connection
  readonly families: readonly SimulatedFamily[]
  readonly store: ObjectStore
  readonly timing: Timing
  readonly onError: (error: unknown) => void
}

const crds: Resource = {
  ...crdKind,
  version: 'v1',
  plural: 'customresourcedefinitions',
  namespaced: false,
}

// What the simulator writes there but does not follow as a whole.
const written: readonly Resource[] = [
  { group: '', kind: 'Namespace', version: 'v1', plural: 'namespaces', namespaced: false },
  { group: '', kind: 'ConfigMap', version: 'v1', plural: 'configmaps', namespaced: true },
]

/** Keeps up with the management cluster: every kind of the groups that families know, whenever it is defined. */
export class Management {
  readonly #options: ManagementOptions
  readonly #followers: Map<string, Follower> = new Map()
  #resources: Map<string, Resource> = new Map(written.map((resource) => [kindKey(resource), resource]))

  constructor(options: ManagementOptions) {
    this.#options = options
  }

  resource(ref: Pick<ObjectRef, 'group' | 'kind'>): Resource | undefined {
    return this.#resources.get(kindKey(ref))
  }

  /** Comes back once everything that is there is known. */
  async start(): Promise<void> {
    this.#follow({ resource: crds })
    for (const followed of this.#options.families.flatMap(({ follows = [] }) => follows))
      this.#follow(followed)
    await this.discover()
  }

  /** Looks for kinds that have come since. */
  async discover(): Promise<void> {
    const { connection, families } = this.#options
    const found = await discover(connection, [...new Set(families.flatMap(({ groups }) => groups))])
    this.#resources = new Map([...this.#resources, ...found])
    const unread = families.flatMap((family) => family.unread ?? []).map(kindKey)
    for (const [key, resource] of found) if (!unread.includes(key)) this.#follow({ resource })
    await Promise.all([...this.#followers.values()].map(({ listed }) => listed))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map(({ stop }) => stop()))
  }

  #follow(followed: Followed): void {
    const { resource, fieldSelector = '' } = followed
    const key = `${kindKey(resource)} ${fieldSelector}`
    if (this.#followers.has(key)) return
    const { connection, store, timing, onError } = this.#options
    this.#resources.set(kindKey(resource), resource)
    this.#followers.set(
      key,
      follow({ ...followed, connection, cluster: managementCluster, store, timing, onError }),
    )
  }
}
