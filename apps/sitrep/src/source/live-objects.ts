import {
  type Connection,
  ControllerError,
  type Discovered,
  listPages,
  objectPath,
  parseObject,
  type ServedResource,
} from '@sitrep/controller/connection'
import {
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  parseReference,
  type Reference,
  refKey,
  refOf,
  soundMetadata,
  valuesAt,
} from '@sitrep/status'
import { type Asked, whyUnread } from '../cluster/missing-permission.ts'
import type { Unread } from '../tree/build-tree.ts'
import type { Planned } from './read-plan.ts'

const atOnce = 8
const mostChased = 500

/** Objects of a server, read by plan and then by following references. What cannot be read is remembered with the reason. */
export class LiveObjects {
  readonly #connection: Connection
  readonly #discovered: Discovered
  readonly #objects: Map<string, KubeObject> = new Map()
  readonly #unread: Map<string, Unread> = new Map()

  constructor(connection: Connection, discovered: Discovered) {
    this.#connection = connection
    this.#discovered = discovered
  }

  get all(): readonly KubeObject[] {
    return [...this.#objects.values()]
  }

  get unread(): readonly Unread[] {
    return [...this.#unread.values()]
  }

  put(read: KubeObject): void {
    const { metadata } = soundMetadata(read.metadata)
    const object = metadata === read.metadata ? read : { ...read, metadata }
    this.#objects.set(refKey(refOf(object)), object)
  }

  remove(kind: KindRef, metadata: KubeObject['metadata']): void {
    const { namespace, name } = metadata
    this.#objects.delete(
      refKey({ group: kind.group, kind: kind.kind, name, ...(namespace !== undefined && { namespace }) }),
    )
  }

  async load(plan: readonly Planned[]): Promise<void> {
    const waiting = [...plan]
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#list(next)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }

  async #list({ resource, scope }: Planned): Promise<void> {
    try {
      for await (const page of listPages(this.#connection, resource, scope))
        for (const object of page) this.put(object)
    } catch (error) {
      this.#remember(error, { verb: 'list', resource, namespace: scope.namespace })
    }
  }

  /** Reads what objects refer to and no list brought, and what those refer to. */
  async chase(paths: readonly string[]): Promise<void> {
    const asked = new Set<string>()
    for (let found = this.all; found.length > 0 && asked.size < mostChased; ) {
      const wanted = found.flatMap((object) =>
        paths
          .flatMap((path) => valuesAt(object, path))
          .flatMap((value) => this.#target(object, parseReference(value))),
      )
      const missing = wanted.filter(({ path }) => !asked.has(path) && asked.add(path))
      const read = await Promise.all(missing.map((target) => this.#get(target)))
      found = read.flatMap((object) => object ?? [])
    }
  }

  #target(from: KubeObject, reference: Reference | undefined): readonly Target[] {
    if (reference?.kind === undefined) return []
    const group = reference.group ?? groupOf(from.apiVersion)
    const resource = this.#discovered.get({ group, kind: reference.kind })
    if (resource === undefined) return []
    const namespace = resource.namespaced ? (reference.namespace ?? from.metadata.namespace) : undefined
    if (resource.namespaced && namespace === undefined) return []
    const place = { name: reference.name, ...(namespace !== undefined && { namespace }) }
    if (this.#objects.has(refKey({ group, kind: reference.kind, ...place }))) return []
    return [{ resource, namespace, path: objectPath(resource, place) }]
  }

  async #get({ resource, namespace, path }: Target): Promise<KubeObject | undefined> {
    try {
      const object = parseObject(await this.#connection.request<unknown>({ path }), resource)
      this.put(object)
      return object
    } catch (error) {
      // What is referred to and not there is shown as missing by the tree itself.
      if (!(error instanceof ControllerError && error.code === 'not-found'))
        this.#remember(error, { verb: 'get', resource, namespace })
      return undefined
    }
  }

  #remember(error: unknown, asked: Asked): void {
    if (!(error instanceof ControllerError)) throw error
    // A CRD that was deleted meanwhile, or an API server behind the API server that does not list.
    if (error.code === 'not-found' || error.httpStatus === 405) return
    const kind = asked.resource
    this.#unread.set(kindKey(kind), { kind, why: whyUnread(error, asked) })
  }
}

interface Target {
  readonly resource: ServedResource
  readonly namespace: string | undefined
  readonly path: string
}
