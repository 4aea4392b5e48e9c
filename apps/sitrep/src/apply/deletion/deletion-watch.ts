import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import type { FollowedParts, KubeObject } from '@sitrep/status'
import { type WatchedObjects, type WatchOptions, watchObjects } from '../follow/watched-objects.ts'

export interface DeletionWatchOptions extends Pick<WatchOptions, 'connection' | 'timing'> {
  readonly discovered: Discovered
  readonly resource: ServedResource
  /** The object as it was when its deletion was asked for. */
  readonly object: KubeObject
  /** What goes with it. */
  readonly parts: FollowedParts | undefined
  readonly onChange: () => void
}

/** Keeps up with an object that is being deleted and with everything that goes with it. */
export class DeletionWatch {
  readonly #object: KubeObject
  readonly #own: WatchedObjects
  readonly #parts: readonly WatchedObjects[]

  constructor({ discovered, resource, object, parts, ...options }: DeletionWatchOptions) {
    const { name, namespace } = object.metadata
    this.#object = object
    this.#own = watchObjects({
      ...options,
      resource,
      scope: { ...(namespace !== undefined && { namespace }), fieldSelector: `metadata.name=${name}` },
    })
    this.#parts =
      parts === undefined
        ? []
        : partResources(discovered, parts).map((part) =>
            watchObjects({ ...options, resource: part, scope: scopeOf(parts) }),
          )
  }

  /** The object while it is there. One of the same name that was made since is another one. */
  get object(): KubeObject | undefined {
    return this.#own.objects.find(({ metadata }) => metadata.uid === this.#object.metadata.uid)
  }

  /** Everything else that is left. */
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

// What belongs to no namespace would be looked for in all of them.
const partResources = ({ all }: Discovered, { kinds, namespace }: FollowedParts): readonly ServedResource[] =>
  all.filter((resource) => (resource.namespaced || namespace === undefined) && kinds(resource))

const scopeOf = ({
  namespace,
  labelSelector,
}: FollowedParts): Parameters<typeof watchObjects>[0]['scope'] => ({
  ...(namespace !== undefined && { namespace }),
  labelSelector,
})
