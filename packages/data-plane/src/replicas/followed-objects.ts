import { type Reflector, startReflector, type Timing } from '@sitrep/controller'
import type { Connection, ResourceScope, ServedResource } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'

/** What of a cluster is followed. */
export interface FollowedScope {
  readonly connection: Connection
  readonly timing: Timing
  readonly resource: ServedResource
  readonly scope?: ResourceScope
  /** Something of it is another now, or it can be read now. */
  readonly changed: () => void
  /** It cannot be read now; what was read before stands. */
  readonly onUnreadable?: (why: string) => void
}

/** The objects of one resource as they are now. */
export class FollowedObjects {
  readonly #objects: Map<string, KubeObject> = new Map()
  readonly #reflector: Reflector
  readonly #read = Promise.withResolvers<void>()
  #seen = false
  #revision = 0

  constructor({ connection, timing, resource, scope, changed, onUnreadable }: FollowedScope) {
    this.#reflector = startReflector({
      connection,
      resource,
      timing,
      ...(scope && { scope }),
      onChanges: (changes) => {
        for (const change of changes) {
          if ('object' in change) this.#objects.set(keyOf(change.object.metadata), change.object)
          else this.#objects.delete(keyOf(change.gone))
        }
        this.#revision++
        if (this.#seen) changed()
      },
      onState: (state) => {
        if (!state.read) {
          onUnreadable?.(state.why)
          return
        }
        this.#seen = true
        this.#read.resolve()
        changed()
      },
    })
  }

  /** Whether all of it has been read once. */
  get seen(): boolean {
    return this.#seen
  }

  /** Resolves when all of it has been read once, or when nobody follows it any more. */
  get read(): Promise<void> {
    return this.#read.promise
  }

  /** Counts up with every change. */
  get revision(): number {
    return this.#revision
  }

  get all(): readonly KubeObject[] {
    return [...this.#objects.values()]
  }

  async stop(): Promise<void> {
    this.#read.resolve()
    await this.#reflector.stop()
  }
}

const keyOf = ({ namespace = '', name }: KubeObject['metadata']): string => `${namespace}/${name}`

const served = (group: string, kind: string, plural: string): ServedResource => ({
  group,
  version: 'v1',
  kind,
  plural,
  namespaced: kind !== 'Node',
  names: [],
})

export const services: ServedResource = served('', 'Service', 'services')
export const nodes: ServedResource = served('', 'Node', 'nodes')
export const endpointSlices: ServedResource = served('discovery.k8s.io', 'EndpointSlice', 'endpointslices')
