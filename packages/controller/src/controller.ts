import { createEngine, type Engine, type StatusChange, type Wanted, type WorldChange } from '@sitrep/engine'
import { managementCluster, type ObjectRef, refKey } from '@sitrep/status'
import { Alarm } from './alarm.ts'
import type { ControllerOptions } from './controller-options.ts'
import { DueTurns, dueInTurn } from './due-turns.ts'
import type { EdgeSurroundings, RunningEdge } from './edge.ts'
import { Background, KnownFaults, type OnFault, type Task } from './faults.ts'
import { type Asked, Asking } from './observe/asking.ts'
import { type Contact, Contacts } from './observe/contacts.ts'
import { type Facts, ToldFacts } from './observe/facts.ts'
import { FactsToAwait } from './observe/facts-to-await.ts'
import { ClusterFeed } from './observe/feed/cluster-feed.ts'
import { PendingChanges } from './observe/pending-changes.ts'
import { ServerContact } from './observe/server-contact.ts'
import { leftIn, Taking } from './observe/taking.ts'
import { UnreadKinds } from './observe/unread-kinds.ts'
import { type ComparedObject, comparedOn } from './present/compared.ts'
import type { Sight } from './present/readiness.ts'
import { contactWords } from './publish/events/contact-words.ts'
import { PublishedObjects } from './publish/published-objects.ts'
import { Publishing } from './publish/publishing.ts'
import type { Priority } from './publish/write-queue.ts'
import { Rests } from './rests.ts'
import type { Share } from './share/share.ts'
import { Sharing } from './share/sharing.ts'
import { ClockWatch, realTiming, type Timing } from './timing.ts'
import { published, type Turn, type TurnPart, Turns } from './turns.ts'

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
  /** What can be seen now: who answers, and what cannot be read. */
  readonly sight: Sight
  /** What one object says on both sides now. */
  readonly compared: (ref: ObjectRef) => ComparedObject
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
    get sight() {
      return running.sight
    },
    compared: (ref) => running.compared(ref),
    settled: () => running.settled(),
    stop: () => running.stop(),
  }
}

const turn: Task = { what: 'one turn of the engine', about: 'process', name: 'controller' }
const outside: Task = { what: 'telling an edge', about: 'process', name: 'edge' }
const told: Task = { what: 'telling whoever listens', about: 'process', name: 'listener' }

class Running {
  readonly engine: Engine
  readonly listeners: ((asked: readonly Wanted[]) => void)[] = []
  readonly facts: ToldFacts
  readonly #toAwait: FactsToAwait
  readonly #options: ControllerOptions
  readonly #timing: Timing
  readonly #clock: ClockWatch
  readonly #server: ServerContact
  readonly #contacts = new Contacts()
  readonly #unread = new UnreadKinds()
  readonly #faults = new KnownFaults()
  readonly #background: Background
  readonly #taking: Taking
  readonly #own: ClusterFeed
  readonly #sharing: Sharing | undefined
  readonly #published: PublishedObjects
  readonly #publishing: Publishing | undefined
  #edges: readonly RunningEdge[] = []
  readonly #pending: PendingChanges
  readonly #turns: Turns
  readonly #due: DueTurns
  readonly #asking: Asking
  readonly #alarm: Alarm
  #stopped = false
  #applied = false

  constructor(options: ControllerOptions) {
    this.#options = options
    this.#timing = options.timing ?? realTiming
    this.#clock = new ClockWatch(this.#timing)
    this.#pending = new PendingChanges(this.#timing)
    this.engine = createEngine(options.catalog, {
      reads: options.mode === 'observe' ? 'reported' : 'computed',
      unread: 'hold',
      kindsCome: 'in-parts',
    })
    this.#due = new DueTurns(this.engine)
    const onFault: OnFault = (fault) => {
      this.#faults.take(fault, this.#timing.now())
      options.onFault?.(fault)
    }
    this.#background = new Background(onFault)
    const rests = new Rests(this.#background, {
      idle: async () => this.#publishing?.idle(),
      onIdle: () => this.#turns.endRest(),
    })
    this.#turns = new Turns({
      begin: () => this.#turn(),
      more: () => this.#pending.length > 0 || this.#asking.due || this.#due.isDue(this.#timing.now()),
      restMs: (lastTurnMs) => (this.queueDepth > 0 ? rests.msAfter(lastTurnMs, this.engine.undecided) : 0),
      onHeld: (part, seconds) => this.#attempt(told, () => options.onHeld?.(part, seconds)),
      onError: (error) => this.#background.tell(turn, error),
    })
    this.#alarm = new Alarm(this.#timing, this.#background, () => this.#turns.schedule())
    this.#asking = new Asking({
      engine: this.engine,
      onAsked: (asked) => this.#follow(asked),
      onDue: () => this.#turns.schedule(),
    })
    this.#taking = new Taking(this.engine, this.#background)
    this.facts = new ToldFacts((changes) => this.feed(changes))
    this.#toAwait = new FactsToAwait(this.facts)
    this.#published = new PublishedObjects(this.engine, options)
    this.#server = new ServerContact({
      connection: options.connection,
      timing: this.#timing,
      onContact: (contact) => this.#tellContact(contact),
      onFault,
    })
    const { connection } = this.#server
    this.#sharing = options.share && this.#share(options.share)
    this.#own = new ClusterFeed({
      cluster: managementCluster,
      connection,
      timing: this.#timing,
      ...(options.namespace !== undefined && { namespace: options.namespace }),
      indexes: options.catalog.indexes,
      ...(this.#sharing && { share: this.#sharing }),
      onChanges: this.feed,
      room: this.#pending.room,
      onObject: (resource, object) => this.#published.show(resource, object),
      onRestart: (kind) => options.onWatchRestart?.(managementCluster, kind),
      onUnreadable: (kind, error) => options.onUnreadable?.(managementCluster, kind, error),
      onFault,
    })
    if (options.mode === 'write')
      this.#publishing = new Publishing({
        ...options,
        onFault,
        connection,
        timing: this.#timing,
        engine: this.engine,
        objects: this.#published,
        resourceOf: (ref) => this.#own.resources?.get(ref),
      })
  }

  start(): void {
    const {
      edges = [],
      catalog,
      namespace,
      addresses,
      mayWrite,
      onWatchRestart,
      onUnreadable,
    } = this.#options
    this.#server.start()
    const around: EdgeSurroundings = {
      connection: this.#server.connection,
      catalog,
      timing: this.#timing,
      ...(namespace !== undefined && { namespace }),
      ...(addresses && { addresses }),
      engine: this.engine,
      facts: this.facts,
      feed: this.feed,
      room: this.#pending.room,
      ...(mayWrite && { mayWrite }),
      ...(this.#sharing && { keeps: (ref) => this.#sharing?.keeps(ref) !== false }),
      ...(onWatchRestart && { onWatchRestart }),
      ...(onUnreadable && { onUnreadable }),
      onFault: (fault) => this.#background.tell(fault, fault.error),
      onSeen: (wanted, why) => this.#unread.tell(wanted, why, this.#timing.now()),
      onContact: (told, about) => this.#tellContact({ ...told, since: this.#timing.now() }, about),
      forgetContact: (cluster) => this.#contacts.forget(cluster),
    }
    this.#edges = edges.map((edge) => edge.start(around))
    this.#sharing?.start(this.#own)
    this.#turns.schedule()
  }

  feed = (changes: readonly WorldChange[]): void => {
    this.#unread.take(changes, this.#timing.now())
    for (const change of changes) {
      const left = leftIn(change)
      if (left !== undefined && (left.cluster ?? '') === managementCluster) {
        this.#published.stored.remove(left)
        this.#publishing?.forget(left)
      }
      this.#pending.add(change)
    }
    this.#turns.schedule()
  }

  get queueDepth(): number {
    return this.#publishing?.depth ?? 0
  }

  get synced(): boolean {
    return (
      this.#applied &&
      this.#pending.length === 0 &&
      !this.#turns.underWay &&
      !this.#asking.waits &&
      this.#own.complete
    )
  }

  get sight(): Sight {
    const contacts = this.#contacts.all
    const management = contacts.find(({ cluster }) => cluster === managementCluster)
    return {
      server: this.#options.connection.server,
      ...(management && { management }),
      clusters: contacts.filter(({ cluster }) => cluster !== managementCluster),
      begun: this.#applied,
      waiting: this.#own.waiting,
      unread: this.#unread.all,
      faults: this.#faults.at(this.#timing.now()),
      ...(this.#sharing && { share: this.#sharing.part }),
    }
  }

  compared(ref: ObjectRef): ComparedObject {
    const stored = this.#published.read(this.#published.stored.get(ref))
    return comparedOn(ref, { engine: this.engine, stored, mode: this.#options.mode })
  }

  async settled(): Promise<void> {
    await this.#sharing?.settled()
    while (!this.#stopped && (this.#pending.length > 0 || this.#turns.busy || this.#asking.waits))
      await new Promise((resolve) => (this.#turns.rests ? setTimeout(resolve, 1) : setImmediate(resolve)))
    await this.#publishing?.idle()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#edges.map((edge) => edge.stop()))
    this.#stopped = true
    await this.#sharing?.stop()
    this.#turns.stop()
    // Nobody takes it any more, and nobody has to wait for that.
    this.#pending.take()
    this.#asking.stop()
    this.#alarm.stop()
    await this.#server.stop()
    await this.#own.stop()
    await this.#publishing?.stop()
  }

  #share(share: Share): Sharing {
    return new Sharing({
      share,
      background: this.#background,
      feed: (changes) => this.feed(changes),
      onGain: () => {
        for (const edge of this.#edges) this.#attempt(outside, () => edge.onShareGained?.())
      },
      onTaken: (ref) => this.#toAwait.expect(ref),
    })
  }

  #tellContact(contact: Contact, about?: ObjectRef): void {
    const change = this.#contacts.tell(contact)
    if (change === undefined) return
    this.#options.onContact?.(change)
    // Whoever is met for the first time has not come back.
    const words = contactWords(change)
    if (about !== undefined && words !== undefined) this.#publishing?.tell(about, words)
  }

  // Everything that arrives before it begins is taken in by one turn. Nothing is written before its end: until then what would be written
  // may be what one status says of another's past.
  *#turn(): Turn {
    this.#publishing?.hold()
    try {
      const now = this.#timing.now()
      if (this.#clock.wasSet()) {
        this.#alarm.stop()
        for (const edge of this.#edges) this.#attempt(outside, () => edge.onClockSet?.())
      }
      const byTime = this.#due.takes(now, this.#pending)
      const changes = byTime ? [] : this.#takePending()
      const at = new Date(now).toISOString()
      const statuses = yield* this.#take(
        byTime ? this.engine.applyInSteps([], at, dueInTurn) : this.#taking.applyInSteps(changes, at),
      )
      this.#applied ||= changes.length > 0
      for (const edge of this.#edges) this.#attempt(outside, () => edge.onTaken?.(changes, statuses))
      this.#attempt(told, () => this.#options.onTaken?.(changes))
      if (statuses.length > 0) this.#attempt(told, () => this.#options.onChanges?.(statuses, now))
      this.#attempt(turn, () => this.#asking.passOn())
      yield 'telling'
      yield* this.#publish(changes, statuses, byTime ? 'other' : 'news')
      this.#alarm.set(this.engine.nextCheckAt, now)
    } finally {
      this.#publishing?.release()
    }
    yield 'publishing'
  }

  *#take(steps: ReturnType<Engine['applyInSteps']>): Generator<TurnPart, readonly StatusChange[], void> {
    let seconds = 0
    for (;;) {
      const started = performance.now()
      const step = steps.next()
      seconds += (performance.now() - started) / 1_000
      yield 'engine'
      if (step.done !== true) continue
      this.#attempt(told, () => this.#options.onTurn?.(seconds))
      return step.value
    }
  }

  *#publish(changes: readonly WorldChange[], statuses: readonly StatusChange[], priority: Priority): Turn {
    const arrived = this.#published.among(changes)
    const left = this.#sharing === undefined ? [] : changes.flatMap((change) => leftIn(change) ?? [])
    this.#attempt(told, () => this.#compare([...arrived, ...left], statuses))
    yield 'telling'
    yield* published(statuses, (some) => this.#attempt(turn, () => this.#publishing?.publish(some, priority)))
    // Only then: what is to be written anyway was not undone by anybody.
    yield* published(arrived, (some) => this.#attempt(turn, () => this.#publishing?.checkArrived(some)))
  }

  // One step that fails by a mistake of ours, or of whoever listens, keeps nobody from the next.
  #attempt(task: Task, step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#background.tell(task, error)
    }
  }

  // What is told in answer to what is about to be taken in is taken in with it.
  #takePending(): readonly WorldChange[] {
    const arrived = this.#pending.take()
    // Whatever fails here, what has arrived is taken in.
    this.#attempt(turn, () => this.facts.taking(arrived))
    this.#attempt(outside, () =>
      this.#toAwait.taking(arrived, {
        tells: (object) => this.#edges.flatMap((edge) => edge.tells?.(object) ?? []),
        objectOf: this.engine.object,
      }),
    )
    for (const edge of this.#edges) this.#attempt(outside, () => edge.onTaking?.(arrived))
    const answers = this.#pending.take()
    return answers.length === 0 ? arrived : [...arrived, ...answers]
  }

  #compare(arrived: readonly ObjectRef[], statuses: readonly StatusChange[]): void {
    const { onCompared } = this.#options
    if (onCompared === undefined) return
    const refs = new Map([...statuses.map(({ ref }) => ref), ...arrived].map((ref) => [refKey(ref), ref]))
    for (const ref of refs.values()) {
      // Of what is never written nobody reports anything that could be compared.
      if (this.engine.ownership(ref).virtual) continue
      onCompared(ref, this.compared(ref))
    }
  }

  #follow({ all, own, others }: Asked): void {
    this.#unread.keepAsked(all)
    this.#published.kindsChanged()
    this.#background.run(turn, () => this.#own.follow(own))
    for (const edge of this.#edges) this.#attempt(outside, () => edge.onAsked?.(others))
    for (const listener of this.listeners) this.#attempt(told, () => listener(others))
  }
}
