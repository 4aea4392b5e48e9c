import { Background } from '@sitrep/controller'
import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import type { FollowedFacts, FollowedObjects, Following, Found, KubeObject } from '@sitrep/status'
import { type WatchedObjects, type WatchOptions, watchObjects } from './watched-objects.ts'

export interface ProgressWatchOptions extends Pick<WatchOptions, 'connection' | 'timing'> {
  readonly discovered: Discovered
  readonly following: Following
  /** What is followed, as the server answered when it was applied. */
  readonly object: KubeObject
  readonly resource: ServedResource
  readonly onChange: () => void
}

/** What a watch has found. */
export type Seen = Omit<FollowedFacts, 'kubeconfig'> & {
  /** The Secret with the kubeconfig. */
  readonly secret: KubeObject | undefined
  /** Why that may not be read. */
  readonly secretUnreadable: string | undefined
  /** Why the object itself cannot be read at the moment. */
  readonly unreadable: string | undefined
  /** Whether everything has been read once. */
  readonly complete: boolean
}

const background = new Background()

interface NamedWatch {
  readonly name: string
  readonly watched: WatchedObjects
}

const secretKind = { group: '', kind: 'Secret' } as const

/** Keeps up with an object and with all that its progress is told from. */
export class ProgressWatch {
  readonly #options: ProgressWatchOptions
  readonly #own: WatchedObjects
  readonly #secrets: WatchedObjects | undefined
  /** By all that tells one selection from another, in the order in which they were asked for. */
  #others: ReadonlyMap<string, NamedWatch> = new Map()

  constructor(options: ProgressWatchOptions) {
    this.#options = options
    const { object, following, discovered, resource } = options
    const { name: objectName, namespace } = object.metadata
    this.#own = this.#watch(resource, { objectName, ...(namespace !== undefined && { namespace }) })
    const secret = following.kubeconfig?.secret(object)
    const secrets = secret && discovered.get(secretKind)
    this.#secrets = secrets && this.#watch(secrets, { ...secret, objectName: secret.name })
  }

  /** All that is known now. */
  get seen(): Seen {
    const [object] = this.#own.objects
    this.#keepTo(this.#options.following.watches(object ?? this.#options.object, this.#found))
    const secrets = this.#secrets?.state
    return {
      object,
      found: this.#found,
      forbidden: [...this.#others.values()].flatMap(({ name, watched }) =>
        isForbidden(watched) ? [name] : [],
      ),
      secret: this.#secrets?.objects[0],
      secretUnreadable: secrets?.read === false && isForbidden(this.#secrets) ? secrets.why : undefined,
      unreadable: this.#own.state?.read === false ? this.#own.state.why : undefined,
      complete: this.#all().every(({ state }) => state !== undefined),
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all().map(({ stop }) => stop()))
  }

  get #found(): Found {
    const found: Record<string, readonly KubeObject[]> = {}
    for (const { name, watched } of this.#others.values())
      found[name] = [...(found[name] ?? []), ...watched.objects]
    return found
  }

  #all(): readonly WatchedObjects[] {
    return [
      this.#own,
      ...(this.#secrets === undefined ? [] : [this.#secrets]),
      ...[...this.#others.values()].map(({ watched }) => watched),
    ]
  }

  // What is asked for again goes on; what is not asked for any more ends.
  #keepTo(asked: readonly FollowedObjects[]): void {
    const before = this.#others
    const next = new Map<string, NamedWatch>()
    for (const objects of asked) {
      const key = keyOf(objects)
      const resource = this.#options.discovered.get(objects.kind)
      if (resource === undefined || next.has(key)) continue
      const { name } = objects
      next.set(key, before.get(key) ?? { name, watched: this.#watch(resource, objects) })
    }
    for (const [key, { name, watched }] of before)
      if (!next.has(key)) background.run({ what: 'ending a watch', about: 'kind', name }, watched.stop)
    this.#others = next
  }

  #watch(resource: ServedResource, selection: Omit<FollowedObjects, 'name' | 'kind'>): WatchedObjects {
    const { connection, timing, onChange } = this.#options
    const { namespace, objectName, labelSelector } = selection
    const scope = {
      ...(namespace !== undefined && { namespace }),
      ...(objectName !== undefined && { fieldSelector: `metadata.name=${objectName}` }),
      ...(labelSelector !== undefined && { labelSelector }),
    }
    return watchObjects({ connection, timing, resource, scope, onChange })
  }
}

const keyOf = ({ name, kind, namespace, objectName, labelSelector }: FollowedObjects): string =>
  JSON.stringify([name, kind.group, kind.kind, namespace, objectName, labelSelector])

const isForbidden = (watched: WatchedObjects | undefined): boolean =>
  watched?.state?.read === false && watched.state.error.code === 'forbidden'
