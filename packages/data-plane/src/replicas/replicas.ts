import type { Timing } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { at, type KubeObject, list, number, text } from '@sitrep/status'
import { type AskedReplica, type AskSettings, askReplica } from './ask-replica.ts'
import type { ReplicaAnswer } from './fold-reports.ts'
import { endpointSlices, FollowedObjects } from './followed-objects.ts'

/** Whose replicas are asked. */
export interface ReplicasOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly service: { readonly namespace: string; readonly name: string }
  readonly asking: AskSettings
  readonly changed: () => void
  readonly onUnreadable: (why: string) => void
}

/** A replica that takes traffic. */
export interface Replica {
  readonly name: string
  readonly url: string
}

/** The replicas behind a Service, each with what it says. */
export class Replicas {
  readonly #options: ReplicasOptions
  readonly #slices: FollowedObjects
  /** By where they are asked. */
  readonly #asked: Map<string, { readonly name: string; readonly replica: AskedReplica }> = new Map()
  readonly #leaving: Set<Promise<void>> = new Set()

  #revision = 0

  constructor(options: ReplicasOptions) {
    this.#options = {
      ...options,
      changed: () => {
        this.#revision++
        options.changed()
      },
    }
    const { connection, timing, service, onUnreadable } = options
    this.#slices = new FollowedObjects({
      connection,
      timing,
      resource: endpointSlices,
      scope: { namespace: service.namespace, labelSelector: `kubernetes.io/service-name=${service.name}` },
      changed: () => this.#follow(),
      onUnreadable,
    })
  }

  /** Whether every replica that there is has been asked once. */
  get known(): boolean {
    return this.#slices.seen && [...this.#asked.values()].every(({ replica }) => replica.said() !== 'unknown')
  }

  /** Counts up with everything that one of them says, and with every one that comes or goes. */
  get revision(): number {
    return this.#revision
  }

  /** What each of them says about a Gateway, by their names. One that was not asked yet is not counted yet. */
  about(gateway: string): readonly ReplicaAnswer[] {
    return [...this.#asked.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name, replica }) => {
        const said = replica.said()
        if (said === 'unknown') return []
        const report = said === 'silent' ? undefined : said.reports.get(gateway)
        return [{ name, ...(report && { report }) }]
      })
  }

  async stop(): Promise<void> {
    await this.#slices.stop()
    for (const { replica } of this.#asked.values()) this.#leave(replica)
    await Promise.all(this.#leaving)
  }

  #follow(): void {
    const { asking, timing, changed } = this.#options
    const present = replicasIn(this.#slices.all)
    const urls = new Set(present.map(({ url }) => url))
    for (const [url, { replica }] of this.#asked) {
      if (urls.has(url)) continue
      this.#asked.delete(url)
      this.#leave(replica)
    }
    for (const { name, url } of present) {
      if (this.#asked.has(url)) continue
      this.#asked.set(url, { name, replica: askReplica({ url, settings: asking, timing, changed }) })
    }
    changed()
  }

  #leave(replica: AskedReplica): void {
    const gone = replica.stop().finally(() => this.#leaving.delete(gone))
    this.#leaving.add(gone)
  }
}

/** Those that take traffic: one that is not ready yet, or about to end, gets none. */
export function replicasIn(slices: readonly KubeObject[]): readonly Replica[] {
  const found = new Map<string, Replica>()
  for (const slice of slices) {
    const port = list(at(slice, 'ports')).map((each) => number(at(each, 'port')))[0]
    if (port === undefined) continue
    for (const endpoint of list(at(slice, 'endpoints'))) {
      const address = text(list(at(endpoint, 'addresses'))[0])
      const conditions = at(endpoint, 'conditions')
      if (
        address === undefined ||
        at(conditions, 'ready') === false ||
        at(conditions, 'terminating') === true
      )
        continue
      const name = text(at(at(endpoint, 'targetRef'), 'name')) ?? address
      // A Pod with addresses of two families stands in two slices.
      if (!found.has(name))
        found.set(name, { name, url: `http://${address.includes(':') ? `[${address}]` : address}:${port}` })
    }
  }
  return [...found.values()]
}
