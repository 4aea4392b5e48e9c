import { createEngine, type Engine, type StatusChange, type Wanted, type WorldChange } from '@sitrep/engine'
import {
  type AddressedCondition,
  addressedConditions,
  type Catalog,
  conditionAt,
  formatAddress,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  parseAddress,
  refKey,
  refOf,
} from '@sitrep/status'
import type { Connection } from './connection/connection.ts'
import type { ControllerEvents } from './controller-events.ts'
import type { ComparedCondition } from './disagreements/disagreements.ts'
import type { Edge, EdgeSurroundings, RunningEdge } from './edge.ts'
import { EventRecorder } from './events/event-recorder.ts'
import { type Facts, ToldFacts } from './facts/facts.ts'
import { ClusterFeed, type Followed } from './feed/cluster-feed.ts'
import { StoredObjects } from './feed/stored-objects.ts'
import { transitionsBetween } from './history/transitions.ts'
import { EchoGuard, leftAloneMs } from './publish/echo-guard.ts'
import { priorityOf } from './publish/priority.ts'
import { fieldManager, Publisher } from './publish/publisher.ts'
import { realTiming, type Timing } from './timing.ts'

export interface ControllerOptions extends ControllerEvents {
  readonly connection: Connection
  readonly catalog: Catalog
  /** `observe` writes nothing and reads every level as it is reported; `write` publishes; `compute` writes nothing either, but reads what it computes. */
  readonly mode: 'observe' | 'compute' | 'write'
  readonly namespace?: string
  readonly timing?: Timing
  /** What families have outside the API of this cluster. */
  readonly edges?: readonly Edge[]
  /** Whether this process may write to an object now: its shard, its lease. Default: all of them. */
  readonly mayWrite?: (ref: ObjectRef, object: KubeObject | undefined) => boolean
  readonly inFlight?: number
  /** Which of several processes this is, in the Events that it writes. */
  readonly instance?: string
}

/** The engine against a cluster. */
export interface Controller {
  readonly engine: Engine
  /** Feeds changes that come from elsewhere. A fact that is fed here is told by nobody else from then on. */
  readonly feed: (changes: readonly WorldChange[]) => void
  /** Where anybody tells what was seen outside the API. */
  readonly facts: Facts
  /** What is asked of clusters other than the management cluster, whenever that changes. */
  readonly onAsked: (listener: (asked: readonly Wanted[]) => void) => void
  /** Objects that wait to be written. */
  readonly queueDepth: number
  /** Whether everything that is asked of the management cluster has been looked at. */
  readonly synced: boolean
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
    feed: (changes) => {
      running.facts.fedByOthers(changes)
      running.feed(changes)
    },
    facts: running.facts,
    onAsked: (listener) => running.listeners.push(listener),
    get queueDepth() {
      return running.queueDepth
    },
    get synced() {
      return running.synced
    },
    settled: () => running.settled(),
    stop: () => running.stop(),
  }
}

class Running {
  readonly engine: Engine
  readonly listeners: ((asked: readonly Wanted[]) => void)[] = []
  readonly facts: ToldFacts
  readonly #options: ControllerOptions
  readonly #timing: Timing
  readonly #own: ClusterFeed
  readonly #stored = new StoredObjects()
  readonly #publisher: Publisher | undefined
  readonly #recorder: EventRecorder | undefined
  #edges: readonly RunningEdge[] = []
  #published: ReadonlySet<string>
  #pending: WorldChange[] = []
  #scheduled: NodeJS.Immediate | undefined = undefined
  #alarm: AbortController | undefined = undefined
  #askedRevision = -1
  #stopped = false
  #applied = false
  readonly #waitingSince: Map<string, number> = new Map()
  readonly #echo = new EchoGuard(fieldManager)
  readonly #ending = new AbortController()

  constructor(options: ControllerOptions) {
    this.#options = options
    this.#timing = options.timing ?? realTiming
    this.engine = createEngine(options.catalog, {
      reads: options.mode === 'observe' ? 'reported' : 'computed',
      unread: 'hold',
    })
    this.facts = new ToldFacts((changes) => this.feed(changes))
    this.#published = new Set(this.engine.kinds.map(kindKey))
    this.#publisher = options.mode === 'write' ? this.#createPublisher() : undefined
    this.#recorder = options.mode === 'write' ? this.#createRecorder() : undefined
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
      onUnreadable: (kind, error) => options.onUnreadable?.(managementCluster, kind, error),
    })
  }

  start(): void {
    const { edges = [], connection, catalog, namespace, onWatchRestart, onUnreadable } = this.#options
    const around: EdgeSurroundings = {
      connection,
      catalog,
      timing: this.#timing,
      ...(namespace !== undefined && { namespace }),
      engine: this.engine,
      facts: this.facts,
      feed: this.feed,
      ...(onWatchRestart && { onWatchRestart }),
      ...(onUnreadable && { onUnreadable }),
    }
    this.#edges = edges.map((edge) => edge.start(around))
    this.#schedule()
  }

  feed = (changes: readonly WorldChange[]): void => {
    for (const change of changes) {
      if ('gone' in change && (change.gone.cluster ?? '') === managementCluster) this.#forget(change.gone)
      this.#pending.push(change)
    }
    this.#schedule()
  }

  get queueDepth(): number {
    return this.#publisher?.depth ?? 0
  }

  get synced(): boolean {
    return this.#applied && this.#pending.length === 0 && this.#own.complete
  }

  async settled(): Promise<void> {
    while (this.#pending.length > 0 || this.#scheduled !== undefined)
      await new Promise((resolve) => setImmediate(resolve))
    await this.#publisher?.idle()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#edges.map((edge) => edge.stop()))
    this.#stopped = true
    if (this.#scheduled !== undefined) clearImmediate(this.#scheduled)
    this.#alarm?.abort()
    this.#ending.abort()
    await this.#own.stop()
    await this.#publisher?.stop()
    await this.#recorder?.stop()
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
    const changes = this.#takePending()
    const now = this.#timing.now()
    const started = performance.now()
    const statuses = this.engine.apply(changes, new Date(now).toISOString())
    this.#options.onTurn?.((performance.now() - started) / 1000)
    this.#applied ||= changes.length > 0
    for (const edge of this.#edges) edge.onTaken?.(changes)
    this.#options.onTaken?.(changes)
    if (statuses.length > 0) this.#options.onChanges?.(statuses, now)
    this.#follow()
    this.#compare(changes, statuses)
    if (this.#options.mode !== 'observe') this.#publish(changes, statuses, now)
    this.#setAlarm(now)
  }

  // What is told in answer to what is about to be taken in is taken in with it.
  #takePending(): readonly WorldChange[] {
    const arrived = this.#pending
    this.#pending = []
    this.facts.taking(arrived)
    for (const edge of this.#edges) edge.onTaking?.(arrived)
    const changes = this.#pending.length === 0 ? arrived : [...arrived, ...this.#pending]
    this.#pending = []
    if (this.#scheduled !== undefined) clearImmediate(this.#scheduled)
    this.#scheduled = undefined
    return changes
  }

  #publish(changes: readonly WorldChange[], statuses: readonly StatusChange[], now: number): void {
    if (this.#publisher === undefined) return
    for (const change of statuses) {
      if (change.status === undefined || !this.#mayPublish(change.ref)) continue
      const key = refKey(change.ref)
      if (!this.#waitingSince.has(key)) this.#waitingSince.set(key, now)
      this.#publisher.add(change.ref, priorityOf(change))
    }
    // An object that came back from the API may no longer say what we say, although what we say is the same.
    for (const ref of this.#publishedIn(changes)) this.#checkEcho(ref, now)
  }

  #checkEcho(ref: ObjectRef, now: number): void {
    // While something of ours is on its way, what the API shows is not the answer to it yet.
    if (this.#waitingSince.has(refKey(ref)) || this.#publisher?.isBusy(ref) === true) return
    // Whoever writes the object now says what we would say; what we wrote ourselves is of the past.
    if (this.#options.mayWrite?.(ref, this.engine.object(ref)) === false) {
      this.#echo.forget(ref)
      return
    }
    const stored = this.#conditionsOf(this.#stored.get(ref), ref)
    const answer = this.#echo.seen(ref, { stored, writers: this.#stored.writers(ref), now })
    switch (answer.kind) {
      case 'as-written':
        return
      case 'write-again':
        this.#publisher?.add(ref, 'other')
        return
      case 'fight':
        this.#options.onFight?.({ ...answer.fight, ref })
        void this.#timing
          .sleep(leftAloneMs, this.#ending.signal)
          .then(() => this.#publisher?.add(ref, 'other'))
    }
  }

  // What exists in memory only, or has a status that is nobody's to write, is shown and never sent.
  #mayPublish(ref: ObjectRef): boolean {
    return (
      (ref.cluster ?? '') === managementCluster &&
      // Whoever looks after one namespace leaves what lives in none to those who look after the cluster.
      (this.#options.namespace === undefined || ref.namespace !== undefined) &&
      this.#published.has(kindKey(ref)) &&
      !this.engine.ownership(ref).virtual
    )
  }

  #conditionsOf(object: KubeObject | undefined, ref: ObjectRef): readonly AddressedCondition[] {
    return addressedConditions(object, this.engine.ownership(ref).lists)
  }

  #compare(changes: readonly WorldChange[], statuses: readonly StatusChange[]): void {
    const { onCompared } = this.#options
    if (onCompared === undefined) return
    const refs = new Map(
      [...statuses.map(({ ref }) => ref), ...this.#publishedIn(changes)].map((ref) => [refKey(ref), ref]),
    )
    // Of what is never written nobody reports anything that could be compared.
    for (const ref of refs.values())
      if (!this.engine.ownership(ref).virtual) onCompared(ref, this.#comparedOn(ref))
  }

  #comparedOn(ref: ObjectRef): readonly ComparedCondition[] {
    const { lists } = this.engine.ownership(ref)
    const stored = this.#stored.get(ref)
    const object = this.engine.object(ref)
    const ours = this.#options.mode === 'observe' ? this.engine.claims(ref) : []
    const theirs = this.engine
      .compared(ref)
      .flatMap(({ at, conditions, absent = [] }) => [
        ...conditions.map((computed) => ({ at, type: computed.type, computed })),
        ...absent.map((type) => ({ at, type, computed: undefined })),
      ])
    return [
      ...ours.map((address) => ({
        ...parseAddress(address),
        reported: conditionAt(stored, address, lists),
        computed: conditionAt(object, address, lists),
      })),
      ...theirs.map((each) => ({ ...each, reported: conditionAt(stored, formatAddress(each), lists) })),
    ]
  }

  #publishedIn(changes: readonly WorldChange[]): readonly ObjectRef[] {
    return changes.flatMap((change) => {
      if (!('object' in change) || (change.cluster ?? '') !== managementCluster) return []
      const ref = refOf(change.object)
      return this.#mayPublish(ref) ? [ref] : []
    })
  }

  #follow(): void {
    if (this.#askedRevision === this.engine.askedRevision) return
    this.#askedRevision = this.engine.askedRevision
    const asked = this.engine.asked
    const { kinds } = this.engine
    this.#published = new Set(kinds.map(kindKey))
    const described = new Set(this.engine.describedKinds.map(kindKey))
    const own: readonly Followed[] = [
      ...kinds.map((kind) => ({
        cluster: managementCluster,
        ...kind,
        ...(described.has(kindKey(kind)) && { described: true as const }),
      })),
      ...asked.filter(({ cluster }) => cluster === managementCluster),
    ]
    void this.#own.follow(own)
    const others = asked.filter(({ cluster }) => cluster !== managementCluster)
    for (const edge of this.#edges) edge.onAsked?.(others)
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
    this.#echo.forget(ref)
    this.#waitingSince.delete(refKey(ref))
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
        if (status === undefined) return undefined
        if (this.#echo.leavesAlone(ref, this.#timing.now())) return undefined
        const { lists, fields } = this.engine.ownership(ref)
        return { status, owned: this.engine.claims(ref), lists, fields }
      },
      onAgreed: (ref) => this.#waitingSince.delete(refKey(ref)),
      onWritten: (ref, object, before) => {
        this.#written(ref, object, before)
        const since = this.#waitingSince.get(refKey(ref)) ?? this.#timing.now()
        onWritten?.(ref, (this.#timing.now() - since) / 1000)
      },
      onError: (ref, error) => onWriteError?.(ref, error),
      ...(mayWrite && { mayWrite: (ref) => mayWrite(ref, this.engine.object(ref)) }),
      ...(onHeldBack && { onHeldBack }),
      ...(inFlight !== undefined && { inFlight }),
    })
  }

  // Events speak of what was written and by whom, so of nothing that another process writes and of nothing that was only seen.
  #written(ref: ObjectRef, object: KubeObject, before: KubeObject): void {
    this.#stored.put(object)
    // Somebody wrote after us, and the watch was faster than our answer: nobody has looked yet whether our words still stand.
    if (this.#stored.get(ref)?.metadata.resourceVersion !== object.metadata.resourceVersion)
      this.#publisher?.add(ref, 'other')
    const claims = this.engine.claims(ref)
    const ours = this.#conditionsOf(object, ref).filter((each) => claims.includes(formatAddress(each)))
    this.#echo.wrote(ref, ours)
    this.#recorder?.record(object, transitionsBetween(ref, this.#conditionsOf(before, ref), ours))
  }

  #createRecorder(): EventRecorder {
    const { connection, instance = fieldManager, onEvent } = this.#options
    return new EventRecorder({
      connection,
      timing: this.#timing,
      instance,
      ...(onEvent && { onOutcome: onEvent }),
    })
  }
}
