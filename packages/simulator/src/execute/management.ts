import { kindKey, managementCluster, type ObjectRef } from '@sitrep/status'
import type { Connection, Timing } from '../connection.ts'
import { distroGroup, eksAnywhereGroup, etcdGroup } from '../world/eks-anywhere.ts'
import { type Follower, follow } from '../world/follow.ts'
import {
  bootstrapGroup,
  capiGroup,
  controlPlaneGroup,
  definitionKind,
  infrastructureGroup,
  machineHealthCheckKind,
  secretType,
} from '../world/kinds.ts'
import { discover, type Resource } from '../world/resource.ts'
import type { ObjectStore } from '../world/store.ts'

export interface ManagementOptions {
  readonly connection: Connection
  readonly store: ObjectStore
  readonly timing: Timing
  readonly onError: (error: unknown) => void
}

const definitions: Resource = {
  ...definitionKind,
  version: 'v1',
  plural: 'customresourcedefinitions',
  namespaced: false,
}

// What the simulator writes there but does not follow as a whole.
const written: readonly Resource[] = [
  { group: '', kind: 'Namespace', version: 'v1', plural: 'namespaces', namespaced: false },
  { group: '', kind: 'ConfigMap', version: 'v1', plural: 'configmaps', namespaced: true },
  { group: '', kind: 'Secret', version: 'v1', plural: 'secrets', namespaced: true },
]

const groups = [
  capiGroup,
  controlPlaneGroup,
  bootstrapGroup,
  infrastructureGroup,
  eksAnywhereGroup,
  distroGroup,
  etcdGroup,
]

// Statuses of these decide nothing here, and there may be many of them.
const unread: readonly string[] = [kindKey(machineHealthCheckKind)]

/** Keeps up with the management cluster: every kind of Cluster API and of its providers, whenever it is defined. */
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
    this.#follow(definitions)
    const secrets = this.#resources.get('Secret')
    if (secrets !== undefined) this.#follow(secrets, `type=${secretType}`)
    await this.discover()
  }

  /** Looks for kinds that have come since. */
  async discover(): Promise<void> {
    const found = await discover(this.#options.connection, groups)
    this.#resources = new Map([...this.#resources, ...found])
    for (const [key, resource] of found) if (!unread.includes(key)) this.#follow(resource)
    await Promise.all([...this.#followers.values()].map(({ listed }) => listed))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map(({ stop }) => stop()))
  }

  #follow(resource: Resource, fieldSelector?: string): void {
    const key = kindKey(resource)
    if (this.#followers.has(key)) return
    const { connection, store, timing, onError } = this.#options
    const cluster = managementCluster
    const options = { connection, resource, cluster, store, timing, onError }
    this.#followers.set(key, follow({ ...options, ...(fieldSelector !== undefined && { fieldSelector }) }))
  }
}
