import { createEngine, type Engine, type StatusChange, type Wanted, type WorldChange } from '@sitrep/engine'
import {
  type Catalog,
  type ClusterName,
  defaultConditionsPath,
  type KindRef,
  kindKey,
  managementCluster,
  type ObjectRef,
} from '@sitrep/status'
import type { Connection } from './connection/connection.ts'
import type { ControllerError } from './errors.ts'
import { ClusterFeed } from './feed/cluster-feed.ts'
import { StoredObjects } from './feed/stored-objects.ts'
import { priorityOf } from './publish/priority.ts'
import { Publisher } from './publish/publisher.ts'
import { realTiming, type Timing } from './timing.ts'

/** What happens around the work; whoever counts, logs or shows listens here. */
export interface ControllerEvents {
  readonly onChanges?: (changes: readonly StatusChange[], now: number) => void
  /** Changes of the world that have just been taken in. */
  readonly onTaken?: (changes: readonly WorldChange[]) => void
  readonly onWritten?: (ref: ObjectRef) => void
  readonly onWriteError?: (ref: ObjectRef, error: ControllerError) => void
  readonly onHeldBack?: (ref: ObjectRef, waitMs: number) => void
  readonly onWatchRestart?: (cluster: ClusterName, kind: KindRef) => void
}

export interface ControllerOptions extends ControllerEvents {
  readonly connection: Connection
  readonly catalog: Catalog
  /** `observe` writes nothing and reads every level as it is reported; `write` publishes. */
  readonly mode: 'observe' | 'write'
  readonly namespace?: string
  readonly timing?: Timing
  /** Whether this process may write to an object now: its shard, its lease. Default: all of them. */
  readonly mayWrite?: (ref: ObjectRef) => boolean
  readonly inFlight?: number
}

/** The engine against a cluster. */
export interface Controller {
  readonly engine: Engine
  /** Feeds changes that come from elsewhere: workload clusters, facts. */
  readonly feed: (changes: readonly WorldChange[]) => void
  /** What is asked of clusters other than the management cluster, whenever that changes. */
  readonly onAsked: (listener: (asked: readonly Wanted[]) => void) => void
  /** Resolves when all that was fed is computed and all that follows is written. */
  readonly settled: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts to follow a cluster and keeps its statuses current. */
export function startController(options: ControllerOptions): Controller {
  const running = new Running(options)
  running.start()
  return {
    engine: running.engine,
    feed: running.feed,
    onAsked: (listener) => running.listeners.push(listener),
    settled: () => running.settled(),
    stop: () => running.stop(),
  }
}

class Running {
  readonly engine: Engine
  readonly listeners: ((asked: readonly Wanted[]) => void)[] = []
  readonly #options: ControllerOptions
  readonly #timing: Timing
  readonly #own: ClusterFeed
  readonly #stored = new StoredObjects()
  readonly #publisher: Publisher | undefined
  readonly #published: ReadonlySet<string>
  readonly #paths: ReadonlyMap<string, readonly string[]>
  #pending: WorldChange[] = []
  #scheduled: NodeJS.Immediate | undefined = undefined
  #alarm: AbortController | undefined = undefined
  #askedRevision = -1
  #stopped = false

  constructor(options: ControllerOptions) {
    this.#options = options
    this.#timing = options.timing ?? realTiming
    this.engine = createEngine(options.catalog, {
      reads: options.mode === 'observe' ? 'reported' : 'computed',
      unread: 'hold',
    })
    this.#published = new Set(options.catalog.definitions.map(({ kind }) => kindKey(kind)))
    this.#paths = new Map(
      options.catalog.definitions.map(({ kind, conditionsPath }) => [
        kindKey(kind),
        conditionsPath ?? defaultConditionsPath,
      ]),
    )
    this.#publisher = options.mode === 'write' ? this.#createPublisher() : undefined
    this.#own = new ClusterFeed({
      cluster: managementCluster,
      connection: options.connection,
      timing: this.#timing,
      ...(options.namespace !== undefined && { namespace: options.namespace }),
      indexes: options.catalog.indexes,
      onChanges: this.feed,
      onObject: (resource, object) => {
        if (this.#published.has(kindKey(resource))) this.#stored.put(object)
      },
      onRestart: (kind) => options.onWatchRestart?.(managementCluster, kind),
    })
  }

  start(): void {
    this.#schedule()
  }

  feed = (changes: readonly WorldChange[]): void => {
    for (const change of changes) {
      if ('gone' in change && (change.gone.cluster ?? '') === managementCluster) this.#forget(change.gone)
      this.#pending.push(change)
    }
    this.#schedule()
  }

  async settled(): Promise<void> {
    while (this.#pending.length > 0 || this.#scheduled !== undefined)
      await new Promise((resolve) => setImmediate(resolve))
    await this.#publisher?.idle()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#scheduled !== undefined) clearImmediate(this.#scheduled)
    this.#alarm?.abort()
    await this.#own.stop()
    await this.#publisher?.stop()
  }

  // Everything that arrives in one turn of the event loop is one call of the engine.
  #schedule(): void {
    if (this.#stopped || this.#scheduled !== undefined) return
    this.#scheduled = setImmediate(() => {
      this.#scheduled = undefined
      this.#apply()
    })
  }

  #apply(): void {
    const changes = this.#pending
    this.#pending = []
    const now = this.#timing.now()
    const statuses = this.engine.apply(changes, new Date(now).toISOString())
    this.#options.onTaken?.(changes)
    if (statuses.length > 0) this.#options.onChanges?.(statuses, now)
    this.#publish(changes, statuses)
    this.#follow()
    this.#setAlarm(now)
  }

  #publish(changes: readonly WorldChange[], statuses: readonly StatusChange[]): void {
    if (this.#publisher === undefined) return
    for (const change of statuses) {
      if (change.status !== undefined && (change.ref.cluster ?? '') === managementCluster)
        this.#publisher.add(change.ref, priorityOf(change))
    }
    // An object that came back from the API may no longer say what we say, although what we say is the same.
    for (const change of changes)
      if ('object' in change && (change.cluster ?? '') === managementCluster) this.#checkEcho(change.object)
  }

  #checkEcho({
    apiVersion,
    kind,
    metadata,
  }: {
    apiVersion: string
    kind: string
    metadata: { name: string; namespace?: string }
  }): void {
    const slash = apiVersion.indexOf('/')
    const ref = {
      group: slash === -1 ? '' : apiVersion.slice(0, slash),
      kind,
      name: metadata.name,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
    }
    if (!this.#published.has(kindKey(ref))) return
    const computed = this.engine.object(ref)?.status
    if (computed !== undefined && computed !== this.#stored.get(ref)?.status)
      this.#publisher?.add(ref, 'other')
  }

  #follow(): void {
    if (this.#askedRevision === this.engine.askedRevision) return
    this.#askedRevision = this.engine.askedRevision
    const asked = this.engine.asked
    const definitions = this.#options.catalog.definitions.map(({ kind }) => ({
      cluster: managementCluster,
      ...kind,
    }))
    const own = [...definitions, ...asked.filter(({ cluster }) => cluster === managementCluster)]
    void this.#own.follow(own)
    const others = asked.filter(({ cluster }) => cluster !== managementCluster)
    for (const listener of this.listeners) listener(others)
  }

  #setAlarm(now: number): void {
    this.#alarm?.abort()
    const next = this.engine.nextCheckAt
    if (next === undefined) return
    const alarm = new AbortController()
    this.#alarm = alarm
    void this.#timing.sleep(Math.max(0, Date.parse(next) - now), alarm.signal).then(() => {
      if (!alarm.signal.aborted) this.#schedule()
    })
  }

  #forget(ref: ObjectRef): void {
    this.#stored.remove(ref)
    this.#publisher?.forget(ref)
  }

  #createPublisher(): Publisher {
    const { connection, mayWrite, onWritten, onWriteError, onHeldBack, inFlight } = this.#options
    return new Publisher({
      connection,
      timing: this.#timing,
      resourceOf: (ref) => this.#own.resources?.get(ref),
      stored: (ref) => this.#stored.get(ref),
      wanted: (ref) => {
        const status = this.engine.object(ref)?.status as Record<string, unknown> | undefined
        if (status === undefined || mayWrite?.(ref) === false) return undefined
        const conditionsPath = (this.#paths.get(kindKey(ref)) ?? defaultConditionsPath).slice(1)
        return {
          status,
          owned: this.engine.claims(ref),
          conditionsPath,
          now: new Date(this.#timing.now()).toISOString(),
        }
      },
      onWritten: (ref, object) => {
        this.#stored.put(object)
        onWritten?.(ref)
      },
      onError: (ref, error) => onWriteError?.(ref, error),
      ...(onHeldBack && { onHeldBack }),
      ...(inFlight !== undefined && { inFlight }),
    })
  }
}
