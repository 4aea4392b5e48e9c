import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import { groupOf, type KubeObject } from '@sitrep/status'
import type { ClusterFamily } from '../phases/families.ts'
import { capiGroup } from '../phases/families.ts'
import type { ClusterFacts } from '../phases/phase.ts'
import { type WatchedObjects, type WatchOptions, watchObjects } from './watched-objects.ts'

export interface ClusterWatchOptions extends WatchOptions {
  readonly discovered: Discovered
  readonly family: ClusterFamily
  /** The cluster as the server answered when it was applied. */
  readonly cluster: KubeObject
  readonly resource: ServedResource
  readonly onChange: () => void
}

/** What a watch has found. */
export type Seen = Omit<ClusterFacts, 'kubeconfig'> & {
  readonly secret: KubeObject | undefined
  /** Why the Secret with the kubeconfig cannot be read. */
  readonly secretUnreadable: string | undefined
  /** Why the cluster itself cannot be read at the moment. */
  readonly unreadable: string | undefined
  /** Whether everything has been read once. */
  readonly complete: boolean
}

const clusterLabel = 'cluster.x-k8s.io/cluster-name'

/** Keeps up with a cluster and with all that its progress is told from. */
export class ClusterWatch {
  readonly #options: ClusterWatchOptions
  readonly #own: WatchedObjects
  readonly #capi: WatchedObjects | undefined
  readonly #secrets: WatchedObjects | undefined
  readonly #workers: readonly WatchedObjects[]
  readonly #machines: WatchedObjects | undefined
  #controlPlane: WatchedObjects | undefined
  #controlPlaneKey = ''

  constructor(options: ClusterWatchOptions) {
    this.#options = options
    const { cluster, family, discovered, resource } = options
    const { name } = cluster.metadata
    const namespace = family.capiNamespace(cluster)
    const labelled = { namespace, labelSelector: `${clusterLabel}=${name}` }
    const served = (group: string, kind: string): ServedResource | undefined =>
      discovered.get({ group, kind })
    this.#own = this.#named(resource, cluster.metadata)
    const capiCluster = family.group === capiGroup ? undefined : served(capiGroup, 'Cluster')
    this.#capi = capiCluster && this.#named(capiCluster, { namespace, name })
    const secrets = served('', 'Secret')
    this.#secrets = secrets && this.#named(secrets, { namespace, name: `${name}-kubeconfig` })
    this.#workers = ['MachineDeployment', 'MachinePool'].flatMap((kind) => {
      const found = served(capiGroup, kind)
      return found === undefined ? [] : [this.#watch(found, labelled)]
    })
    const machines = served(capiGroup, 'Machine')
    this.#machines = machines && this.#watch(machines, labelled)
  }

  /** All that is known now. */
  get seen(): Seen {
    const [cluster] = this.#own.objects
    const capiCluster = this.#capi === undefined ? cluster : this.#capi.objects[0]
    this.#followControlPlane(capiCluster)
    const secrets = this.#secrets?.state
    const all = this.#all()
    return {
      cluster,
      capiCluster,
      controlPlane: this.#controlPlane?.objects[0],
      workers: this.#workers.flatMap(({ objects }) => objects),
      machines: this.#machines?.objects ?? [],
      secret: this.#secrets?.objects[0],
      secretUnreadable: secrets?.read === false && isForbidden(this.#secrets) ? secrets.why : undefined,
      blind: [this.#machines, ...this.#workers].some(isForbidden),
      unreadable: this.#own.state?.read === false ? this.#own.state.why : undefined,
      complete: all.every(({ state }) => state !== undefined),
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all().map(({ stop }) => stop()))
  }

  #all(): readonly WatchedObjects[] {
    return [
      this.#own,
      this.#capi,
      this.#secrets,
      ...this.#workers,
      this.#machines,
      this.#controlPlane,
    ].filter((watched) => watched !== undefined)
  }

  // Which object is the control plane is known only once the Cluster names it.
  #followControlPlane(cluster: KubeObject | undefined): void {
    const reference = (cluster?.spec as { controlPlaneRef?: ControlPlaneRef } | undefined)?.controlPlaneRef
    if (cluster === undefined || reference?.kind === undefined || reference.name === undefined) return
    const { kind, name } = reference
    const group = reference.apiGroup ?? groupOf(reference.apiVersion ?? '')
    const key = JSON.stringify([group, kind, name])
    const resource = this.#options.discovered.get({ group, kind })
    if (resource === undefined || key === this.#controlPlaneKey) return
    void this.#controlPlane?.stop()
    this.#controlPlaneKey = key
    this.#controlPlane = this.#named(resource, { ...cluster.metadata, name })
  }

  #named(
    resource: ServedResource,
    { namespace, name }: { namespace?: string; name: string },
  ): WatchedObjects {
    return this.#watch(resource, {
      ...(namespace !== undefined && { namespace }),
      fieldSelector: `metadata.name=${name}`,
    })
  }

  #watch(resource: ServedResource, scope: Parameters<typeof watchObjects>[0]['scope']): WatchedObjects {
    const { connection, timing, onChange } = this.#options
    return watchObjects({ connection, timing, resource, scope, onChange })
  }
}

const isForbidden = (watched: WatchedObjects | undefined): boolean =>
  watched?.state?.read === false && watched.state.error.code === 'forbidden'

interface ControlPlaneRef {
  readonly apiGroup?: string
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
}
