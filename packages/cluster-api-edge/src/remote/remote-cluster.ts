import {
  Background,
  ClusterFeed,
  type ContactState,
  type EdgeSurroundings,
  type FactTeller,
  strangerLimits,
  type Task,
} from '@sitrep/controller'
import { type OpenedKubeconfig, openKubeconfig } from '@sitrep/controller/connection'
import type { Wanted } from '@sitrep/engine'
import { at, type ClusterName, conditionAt, type KubeObject, type ObjectRef } from '@sitrep/status'
import { ClusterProbe, type ProbeTimes } from '../probe/cluster-probe.ts'
import { type ProbeState, worthTelling } from '../probe/probe-state.ts'
import { Asked } from './asked.ts'
import { pollFact } from './fact-poll.ts'
import type { ConnectedCluster, FactSource } from './fact-source.ts'
import type { KubeconfigReading } from './kubeconfig-secrets.ts'

export interface RemoteTimes extends ProbeTimes {
  /** How long a cluster that cannot be reached is left alone at most; the first attempts follow each other sooner. */
  readonly reconnectEveryMs: number
  /** How often an unbroken row of successes is told. */
  readonly tellEveryMs: number
  /** How long the first lists may keep a connection from being told, and any list of what is asked for from being told as unread. */
  readonly listsWithinMs: number
}

const firstWaitMs = 1_000
// Whoever may write a kubeconfig can change it a thousand times a second; connecting as often would leave nobody else their turn.
const [mostHurried, connectEveryMs] = [10, 1_000]
// A single attempt may fail for reasons of its own.
const attemptsUntilTold = 3

export const defaultRemoteTimes: RemoteTimes = {
  probeEveryMs: 10_000,
  probeTimeoutMs: 5_000,
  reconnectEveryMs: 30_000,
  tellEveryMs: 20_000,
  listsWithinMs: 60_000,
}

export interface RemoteClusterOptions {
  /** What its objects are called in the world. */
  readonly cluster: ClusterName
  /** Its Cluster. */
  readonly ref: ObjectRef
  readonly around: EdgeSurroundings
  readonly times: RemoteTimes
  /** The newest kubeconfig. */
  readonly kubeconfig: () => KubeconfigReading
  /** Tells how the connection is. */
  readonly probe: FactTeller
  /** Who looks at what only a connected cluster can tell, besides the probe. */
  readonly sources: readonly FactSource[]
  /** Whether there is a fact to be told about this cluster that nobody else tells. */
  readonly concerns: (source: FactSource) => boolean
  /** Whether anybody asks for such facts. */
  readonly asked: (source: FactSource) => boolean
}

/**
 * The connection to one workload cluster: opened, probed, watched, closed and opened again. It is told as connected once what is
 * asked for has been listed, and as lost only by the probe: a watch that breaks takes nothing back.
 */
export class RemoteCluster {
  readonly #options: RemoteClusterOptions
  readonly #abort = new AbortController()
  readonly #probe: ClusterProbe
  readonly #asked: Asked
  readonly #background: Background
  readonly #task: Task
  #told: ProbeState | undefined = undefined
  /** What reads it now, while there is a connection. */
  #feed: ClusterFeed | undefined = undefined
  /** What read it last: what went away without a connection is found missing against that. */
  #lastFeed: ClusterFeed | undefined = undefined
  /** Since when the first lists of this connection are waited for. */
  #listingSince: number | undefined = undefined
  #usedText: string | undefined = undefined
  /** Whether it has ever been connected, and what has been in the way since. */
  #met = false
  #trouble = ''
  /** How often it was tried in vain to connect. */
  #attempts = 0
  #changed = new AbortController()
  #running: Promise<void> | undefined = undefined

  constructor(options: RemoteClusterOptions) {
    this.#options = options
    this.#background = new Background(options.around.onFault)
    this.#task = { what: 'looking after a workload cluster', about: 'cluster', name: options.cluster }
    this.#probe = new ClusterProbe(options.around.timing, options.times)
    this.#asked = new Asked(options.cluster, options.around.feed)
  }

  /** Begins to connect. Until that has succeeded or failed, nothing is said about what can be read. */
  start(): void {
    this.#running ??= this.#background.start(this.#task, () => this.#run())
  }

  follow(asked: readonly Wanted[]): void {
    this.#asked.now(asked)
    const feed = this.#feed
    if (feed !== undefined) this.#background.run(this.#task, () => feed.follow(this.#asked.toFollow))
  }

  /** Another kubeconfig may be there: if it differs from the one in use, it is tried at once. One that goes ends no connection. */
  kubeconfigChanged(): void {
    const reading = this.#options.kubeconfig()
    const text = reading.read ? reading.text : undefined
    if (text === this.#usedText && text !== undefined) return
    if (text !== undefined || this.#feed === undefined) this.#changed.abort()
  }

  /** Somebody set the clock: what was told is told with the times that it would have shown. */
  clockSet(): void {
    const { ref, probe } = this.#options
    if (this.#told !== undefined && !this.#abort.signal.aborted)
      probe.tell(ref, this.#probe.seenIn(this.#told))
  }

  /** Ends the connection; what was said about the cluster stands. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  /** The Cluster is gone: so is what was told of it, and nothing more is told from this moment on. */
  async forget(): Promise<void> {
    this.#lastFeed?.forget()
    this.#end()
    this.#asked.unreadable('there is no connection to this cluster')
    await this.#running
  }

  /** Another process looks after the Cluster: here it is as if nobody had ever looked. */
  async leave(): Promise<void> {
    this.#lastFeed?.leave()
    this.#end()
    this.#options.around.feed([{ untold: this.#options.cluster }])
    await this.#running
  }

  #end(): void {
    this.#abort.abort()
    const { ref, sources, around, cluster } = this.#options
    for (const source of sources) source.forget?.(ref)
    around.forgetContact?.(cluster)
  }

  async #run(): Promise<void> {
    const { times, around } = this.#options
    const { signal } = this.#abort
    let [began, hurried] = [Number.NEGATIVE_INFINITY, 0]
    while (!signal.aborted) {
      const restMs = began + connectEveryMs - around.timing.elapsed()
      hurried = restMs > 0 ? hurried + 1 : 0
      if (hurried > mostHurried) await around.timing.sleep(restMs, signal)
      began = around.timing.elapsed()
      this.#changed = new AbortController()
      const opened = await this.#connect()
      if (opened !== undefined && (await this.#beConnected(opened))) continue
      this.#tellOutOfReach()
      const waitMs = this.#isBetweenProbes() ? times.probeEveryMs : this.#untilNextAttempt()
      await around.timing.sleep(waitMs, AbortSignal.any([signal, this.#changed.signal]))
    }
  }

  /** Whether it was connected as it should be, until it was no longer. */
  async #beConnected(opened: OpenedKubeconfig): Promise<boolean> {
    this.#attempts = 0
    this.#met = true
    this.#tellContact('made')
    try {
      await this.#stayConnected(opened)
      if (this.#probe.lost) this.#tellContact('lost', this.#probe.why)
      return true
    } catch (error) {
      // By our mistake: this cluster is set aside for a while, and said not to be readable.
      this.#trouble = this.#background.errorOf(this.#task, error).message
      this.#probe.fail()
      this.#asked.unreadable(this.#trouble)
      return false
    } finally {
      opened.connection.close()
    }
  }

  // Before its control plane has begun nobody expects an answer.
  #tellOutOfReach(): void {
    const { around, ref } = this.#options
    if (this.#met) {
      if (this.#probe.lost) this.#tellContact('lost', this.#trouble)
    } else if (this.#trouble !== '' && isInitialized(around.engine.object(ref)))
      this.#tellContact(this.#attempts < attemptsUntilTold ? 'connecting' : 'unreachable', this.#trouble)
  }

  #tellContact(state: ContactState, why?: string): void {
    if (this.#abort.signal.aborted) return
    const { around, cluster, ref } = this.#options
    around.onContact?.({ cluster, state, ...(why !== undefined && { why }) }, ref)
  }

  // Nothing has been tried, or it counts as connected until it has failed as often as probes may.
  #isBetweenProbes(): boolean {
    return this.#asked.readable && (this.#met || this.#trouble === '')
  }

  // A cluster that is being made answers some seconds later; one that is gone for good is not asked all the time.
  #untilNextAttempt(): number {
    const waitMs = firstWaitMs * 2 ** Math.min(this.#attempts++, 16)
    return Math.min(this.#options.times.reconnectEveryMs, waitMs)
  }

  async #connect(): Promise<OpenedKubeconfig | undefined> {
    const reading = this.#options.kubeconfig()
    if (!reading.read || reading.text === undefined) {
      const why = reading.read ? 'it has no kubeconfig Secret' : reading.why
      this.#usedText = undefined
      // Nobody has looked for the Secret yet: that says nothing about the cluster.
      if (why === undefined) return undefined
      this.#giveUpFacts()
      this.#trouble = why
      this.#tell()
      this.#asked.unreadable(`the workload cluster cannot be reached: ${why}`)
      return undefined
    }
    this.#usedText = reading.text
    let opened: OpenedKubeconfig | undefined
    try {
      const { addresses } = this.#options.around
      opened = await openKubeconfig({
        text: reading.text,
        from: 'secret',
        ...(addresses && { addresses }),
      })
      const answer = await this.#probe.ask(opened.connection, this.#abort.signal)
      if (answer === 'answered') return opened
      this.#trouble = this.#probe.why
      if (answer === 'refused') this.#probe.fail()
    } catch (error) {
      this.#trouble = this.#background.errorOf(this.#task, error).message
      this.#probe.fail()
    }
    opened?.connection.close()
    this.#tellFailure()
    return undefined
  }

  async #stayConnected({ connection, access }: OpenedKubeconfig): Promise<void> {
    const { ref } = this.#options
    const ended = new AbortController()
    const signal = AbortSignal.any([this.#abort.signal, this.#changed.signal])
    // Whoever rests on the connection wants to know them as soon as it is told, and says nothing about them before.
    for (const source of this.#options.sources)
      if (this.#options.concerns(source)) this.#teller(source).awaited(ref)
    const reading = this.#startReading(connection)
    const polls = this.#startPolls({
      ref,
      connection,
      access,
      signal: AbortSignal.any([this.#abort.signal, ended.signal]),
    })
    try {
      await this.#probeUntil(signal, { connection, reading })
    } finally {
      ended.abort()
      this.#feed = undefined
      await Promise.all([reading.stop(), ...polls])
      this.#giveUpFacts()
    }
  }

  async #probeUntil(
    signal: AbortSignal,
    { connection, reading }: Pick<OpenedKubeconfig, 'connection'> & { readonly reading: ClusterFeed },
  ): Promise<void> {
    const { times, around } = this.#options
    const patience = { thanMs: times.listsWithinMs, why: 'the workload cluster has not answered in time' }
    // What is told of a probe is looked at by all that rests on the connection: clusters that were found together take turns.
    let waitMs = times.probeEveryMs * (1 - around.timing.random())
    while (!signal.aborted && !this.#probe.lost) {
      await around.timing.sleep(waitMs, signal)
      waitMs = times.probeEveryMs
      if (signal.aborted || (await this.#probe.ask(connection, this.#abort.signal)) === 'refused') break
      if (this.#probe.state.consecutiveFailures > 0) {
        this.#tellFailure()
        continue
      }
      this.#tellSuccess()
      // It lives, and does not show what it is asked for: that is an answer too.
      reading.waitNoLonger(patience)
    }
  }

  #teller({ fact }: FactSource): FactTeller {
    return this.#options.around.facts.of(fact)
  }

  // Without a connection nobody looks: what nobody has seen by now is not known.
  #giveUpFacts(): void {
    if (this.#abort.signal.aborted) return
    for (const source of this.#options.sources) this.#teller(source).giveUp(this.#options.ref)
  }

  #startPolls(connected: ConnectedCluster): readonly Promise<void>[] {
    const { sources, concerns, asked, times, around } = this.#options
    return sources.map((source) =>
      this.#background.start({ ...this.#task, what: `looking at ${source.fact.kind.kind}` }, () =>
        pollFact(connected, {
          background: this.#background,
          cluster: this.#options.cluster,
          source,
          teller: this.#teller(source),
          timing: around.timing,
          everyMs: times.probeEveryMs,
          concerns: () => concerns(source),
          asked: () => asked(source),
        }),
      ),
    )
  }

  #startReading(connection: OpenedKubeconfig['connection']): ClusterFeed {
    const { cluster, around } = this.#options
    const { timing, catalog, feed, room, onWatchRestart, onUnreadable, onFault } = around
    const reading: ClusterFeed = new ClusterFeed({
      cluster,
      connection,
      timing,
      indexes: catalog.indexes,
      limits: strangerLimits,
      onChanges: (changes) => {
        if (this.#abort.signal.aborted) return
        feed(changes)
        if (this.#listingSince !== undefined) this.#tellSuccess()
      },
      ...(room && { room }),
      onRestart: (kind) => onWatchRestart?.(cluster, kind),
      onUnreadable: (kind, error) => onUnreadable?.(cluster, kind, error),
      ...(onFault && { onFault }),
      ...(this.#lastFeed && { after: this.#lastFeed }),
    })
    this.#feed = reading
    this.#lastFeed = reading
    this.#listingSince = timing.elapsed()
    this.#background.run(this.#task, () => reading.follow(this.#asked.toFollow))
    this.#tellSuccess()
    return reading
  }

  #tellSuccess(): void {
    const { times, around } = this.#options
    if (this.#listingSince !== undefined) {
      const late = around.timing.elapsed() - this.#listingSince >= times.listsWithinMs
      if (this.#feed?.complete !== true && !late) return
      this.#listingSince = undefined
    }
    this.#asked.connected()
    this.#tell()
  }

  #tellFailure(): void {
    if (this.#feed === undefined) this.#giveUpFacts()
    this.#tell()
    if (this.#probe.lost || (!this.#met && !this.#mayStillAnswer()))
      this.#asked.unreadable('the workload cluster is not connected')
  }

  // Of one that others reached before this process came, more is known than what its first attempts say: that stands through a few of them.
  #mayStillAnswer(): boolean {
    const { around, ref } = this.#options
    return this.#attempts + 1 < attemptsUntilTold && isInitialized(around.engine.object(ref))
  }

  #tell(): void {
    const { state } = this.#probe
    const { ref, probe, times } = this.#options
    if (this.#abort.signal.aborted) return
    if (this.#told !== undefined && !worthTelling(this.#told, state, times.tellEveryMs)) return
    this.#told = state
    probe.tell(ref, this.#probe.seenIn(state))
  }
}

// Both stages of the API say it, in different places.
function isInitialized(cluster: KubeObject | undefined): boolean {
  const status = cluster?.status
  return (
    at(status, 'initialization', 'controlPlaneInitialized') === true ||
    at(status, 'controlPlaneReady') === true ||
    conditionAt(cluster, 'ControlPlaneInitialized')?.status === 'True'
  )
}
