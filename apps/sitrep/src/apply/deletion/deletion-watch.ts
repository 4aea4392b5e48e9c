import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { type WatchedObjects, type WatchOptions, watchObjects } from '../follow/watched-objects.ts'
import { familyOf } from '../phases/families.ts'

export interface DeletionWatchOptions extends Pick<WatchOptions, 'connection' | 'timing'> {
  readonly discovered: Discovered
  readonly resource: ServedResource
  /** The object as it was when its deletion was asked for. */
  readonly object: KubeObject
  readonly onChange: () => void
}

const clusterLabel = 'cluster.x-k8s.io/cluster-name'
const partGroups = ['cluster.x-k8s.io', 'controlplane.cluster.x-k8s.io', 'infrastructure.cluster.x-k8s.io']

/** Keeps up with an object that is being deleted and, of clusters, with everything that goes with it. */
export class DeletionWatch {
  readonly #object: KubeObject
  readonly #own: WatchedObjects
  readonly #parts: readonly WatchedObjects[]

  constructor({ discovered, resource, object, ...options }: DeletionWatchOptions) {
    const { name, namespace } = object.metadata
    this.#object = object
    this.#own = watchObjects({
      ...options,
      resource,
      scope: { ...(namespace !== undefined && { namespace }), fieldSelector: `metadata.name=${name}` },
    })
    const family = familyOf(object)
    const within = family?.capiNamespace(object)
    this.#parts =
      within === undefined
        ? []
        : partResources(discovered).map((part) =>
            watchObjects({
              ...options,
              resource: part,
              scope: { namespace: within, labelSelector: `${clusterLabel}=${name}` },
            }),
          )
  }

  /** The object while it is there. One of the same name that was made since is another one. */
  get object(): KubeObject | undefined {
    return this.#own.objects.find(({ metadata }) => metadata.uid === this.#object.metadata.uid)
  }

  /** Everything else that is left; what is only a plan for machines is left out. */
  get parts(): readonly KubeObject[] {
    return this.#parts
      .flatMap(({ objects }) => objects)
      .filter(({ metadata }) => metadata.uid !== this.#object.metadata.uid)
  }

  get unreadable(): string | undefined {
    return this.#own.state?.read === false ? this.#own.state.why : undefined
  }

  /** Whether everything has been read once. */
  get complete(): boolean {
    return [this.#own, ...this.#parts].every(({ state }) => state !== undefined)
  }

  async stop(): Promise<void> {
    await Promise.all([this.#own, ...this.#parts].map(({ stop }) => stop()))
  }
}

const partResources = ({ all }: Discovered): readonly ServedResource[] =>
  all.filter(
    ({ group, kind, namespaced }) =>
      namespaced &&
      partGroups.includes(group) &&
      !/Template$|^ClusterClass$|^Machine(HealthCheck|DrainRule)$/.test(kind),
  )
