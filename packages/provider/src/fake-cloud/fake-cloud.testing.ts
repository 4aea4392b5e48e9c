import { available, unavailable } from '@sitrep/crossplane/managed'
import { at, number } from '@sitrep/status'
import type { ExternalClient, ExternalConnector, ManagedResource } from '../external/external-client.ts'

/** A resource that the cloud keeps. */
export interface CloudResource {
  readonly id: string
  size: number
  /** From when on it can be seen. */
  readonly seenFrom: number
  /** Until when a change is worked on. */
  busyUntil: number
}

/** What the cloud does wrong with the next call of this name. */
export interface CloudFault {
  readonly call: 'observe' | 'create' | 'update' | 'delete'
  /** Whether it had done what was asked when it failed. */
  readonly effect: 'none' | 'done'
}

export interface CloudOptions {
  readonly now: () => number
  /** Who chooses the name of a new resource. */
  readonly names: 'given' | 'chosen'
  /** How long a new resource cannot be seen. */
  readonly appearsAfterMs: number
  /** How long a change is worked on; what is wanted is reported at once all the same. */
  readonly worksForMs: number
  /** Stands around everything that the cloud is asked for. */
  readonly around: <Result>(what: string, effect: () => Result) => Promise<Result>
}

/** A cloud with latency, eventual consistency and failures. */
export class FakeCloud {
  readonly resources: Map<string, CloudResource> = new Map()
  /** How often something came into being. */
  created = 0
  faults: CloudFault[] = []
  readonly #options: CloudOptions

  constructor(options: CloudOptions) {
    this.#options = options
  }

  readonly connector = (): ExternalConnector => ({ connect: async () => this.#client() })

  #client(): ExternalClient {
    const { around } = this.#options
    return {
      observe: async (resource) =>
        around('observe', () => this.#failing('observe', () => this.#observe(resource))),
      create: async (resource) =>
        around('create', () => this.#failing('create', () => this.#create(resource))),
      update: async (resource) =>
        around('update', () => this.#failing('update', () => this.#update(resource))),
      delete: async (resource) =>
        around('delete', () => this.#failing('delete', () => this.#delete(resource))),
    }
  }

  #failing<Result>(call: CloudFault['call'], effect: () => Result): Result {
    const index = this.faults.findIndex((fault) => fault.call === call)
    const [fault] = index === -1 ? [] : this.faults.splice(index, 1)
    if (fault?.effect === 'none') throw new Error('the cloud did not listen')
    const result = effect()
    if (fault?.effect === 'done') throw new Error('the cloud did not answer')
    return result
  }

  #observe(resource: ManagedResource) {
    const now = this.#options.now()
    const found = this.resources.get(resource.externalName)
    if (found === undefined || found.seenFrom > now) return { exists: false }
    const inProgress = found.busyUntil > now
    resource.say(inProgress ? unavailable('Being changed') : available())
    return { exists: true, upToDate: found.size === sizeOf(resource), inProgress }
  }

  #create(resource: ManagedResource): undefined {
    const { now, names, appearsAfterMs } = this.#options
    const id = names === 'given' ? resource.externalName : `id-${this.created + 1}`
    if (this.resources.has(id)) throw new Error(`${id} is there already`)
    this.created++
    const seenFrom = now() + appearsAfterMs
    this.resources.set(id, { id, size: sizeOf(resource), seenFrom, busyUntil: seenFrom })
    resource.externalName = id
  }

  #update(resource: ManagedResource): undefined {
    const found = this.resources.get(resource.externalName)
    if (found === undefined) throw new Error('there is nothing to update')
    found.size = sizeOf(resource)
    found.busyUntil = this.#options.now() + this.#options.worksForMs
  }

  #delete(resource: ManagedResource): void {
    this.resources.delete(resource.externalName)
  }
}

const sizeOf = ({ object }: ManagedResource): number => number(at(object.spec, 'size')) ?? 0
