import type { Wanted, WorldChange } from '@sitrep/engine'
import { type ClusterName, type IndexDefinition, type KindRef, type ObjectRef, refOf } from '@sitrep/status'
import { type OpenedKubeconfig, openKubeconfig } from '../connection/kubeconfig.ts'
import { ControllerError } from '../errors.ts'
import { ClusterProbe, type ProbeTimes } from '../facts/cluster-probe.ts'
import { FactPoll } from '../facts/fact-poll.ts'
import type { FactSource } from '../facts/fact-source.ts'
import { type ProbeState, worthTelling } from '../facts/probe-state.ts'
import { ClusterFeed } from '../feed/cluster-feed.ts'
import type { Timing } from '../timing.ts'
import { Asked } from './asked.ts'
import type { KubeconfigReading } from './kubeconfig-secrets.ts'

export interface RemoteTimes extends ProbeTimes {
  /** How long a cluster that cannot be reached is left alone at most; the first attempts follow each other sooner. */
  readonly reconnectEveryMs: number
  /** How often an unbroken row of successes is told. */
  readonly tellEveryMs: number
  /** How long the first lists may keep a connection from being told. */
  readonly listsWithinMs: number
}

const firstWaitMs = 1_000

export const defaultRemoteTimes: RemoteTimes = {
  probeEveryMs: 10_000,
  probeTimeoutMs: 5_000,
  reconnectEveryMs: 30_000,
  tellEveryMs: 20_000,
  listsWithinMs: 60_000,
}

export interface RemoteClusterOptions {
  readonly ref: Pick<ObjectRef, 'namespace' | 'name'>
  readonly timing: Timing
  readonly times: RemoteTimes
  readonly indexes: readonly IndexDefinition[]
  /** The newest kubeconfig. */
  readonly kubeconfig: () => KubeconfigReading
  readonly feed: (changes: readonly WorldChange[]) => void
  /** Who looks at what only a connected cluster can tell, besides the probe. */
  readonly facts: readonly FactSource[]
  /** Whether somebody asks for a fact about this cluster that nobody else tells. */
  readonly factWanted: (source: FactSource) => boolean
  readonly onRestart?: (cluster: ClusterName, kind: KindRef) => void
  readonly onUnreadable?: (cluster: ClusterName, kind: KindRef, error: ControllerError) => void
}

/**
 * The connection to one workload cluster: opened, probed, watched, closed and opened again. It is told as connected once what is
 * asked for has been listed, and as lost only by the probe: a watch that breaks takes nothing back.
 */
export class RemoteCluster {
  readonly #options: RemoteClusterOptions
  readonly #abort = new AbortController()
  readonly #cluster: ClusterName
  readonly #probe: ClusterProbe
  readonly #polls: readonly FactPoll[]
  readonly #asked: Asked
  #told: ProbeState | undefined = undefined
  #feed: ClusterFeed | undefined = undefined
  /** Since when the first lists of this connection are waited for. */
  #listingSince: number | undefined = undefined
  #usedText: string | undefined = undefined
  /** How often it was tried in vain to connect. */
  #attempts = 0
  #changed = new AbortController()
  #running: Promise<void> | undefined = undefined

  constructor(options: RemoteClusterOptions) {
    this.#options = options
    this.#cluster = `${options.ref.namespace ?? ''}/${options.ref.name}`
    this.#probe = new ClusterProbe(options.timing, options.times)
    this.#asked = new Asked(this.#cluster, options.feed)
    this.#polls = options.facts.map(
      (source) =>
        new FactPoll({
          source,
          timing: options.timing,
          everyMs: options.times.probeEveryMs,
          wanted: () => options.factWanted(source),
          feed: options.feed,
        }),
    )
  }

  /** Begins to connect. Until that has succeeded or failed, nothing is said about what can be read. */
  start(): void {
    this.#running ??= this.#run()
  }

  follow(asked: readonly Wanted[]): void {
    this.#asked.now(asked)
    if (this.#feed !== undefined) void this.#feed.follow(this.#asked.toFollow)
  }

  /** Another kubeconfig may be there: if it differs from the one in use, it is tried at once. One that goes ends no connection. */
  kubeconfigChanged(): void {
    const reading = this.#options.kubeconfig()
    const text = reading.read ? reading.text : undefined
    if (text === this.#usedText && text !== undefined) return
    if (text !== undefined || this.#feed === undefined) this.#changed.abort()
  }

  /** Ends the connection; what was said about the cluster stands. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  /** The Cluster is gone: so are the facts about it. */
  async forget(): Promise<void> {
    await this.stop()
    const { ref, feed } = this.#options
    feed([{ gone: refOf(this.#probe.fact(ref)) }])
    for (const poll of this.#polls) poll.end(ref)
    this.#asked.unreadable('there is no connection to this cluster')
  }

  async #run(): Promise<void> {
    const { timing, times } = this.#options
    const { signal } = this.#abort
    while (!signal.aborted) {
      this.#changed = new AbortController()
      const opened = await this.#connect()
      if (opened !== undefined) {
        this.#attempts = 0
        await this.#stayConnected(opened)
        opened.connection.close()
        continue
      }
      const waitMs = this.#asked.readable ? times.probeEveryMs : this.#untilNextAttempt()
      await timing.sleep(waitMs, AbortSignal.any([signal, this.#changed.signal]))
    }
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
      this.#tell()
      this.#asked.unreadable(`the workload cluster cannot be reached: ${why}`)
      return undefined
    }
    this.#usedText = reading.text
    try {
      const opened = await openKubeconfig({ text: reading.text, from: 'secret' })
      const { signal } = this.#abort
      const answer = await this.#probe.ask({ connection: opened.connection, signal })
      if (answer === 'answered') return opened
      opened.connection.close()
      if (answer === 'refused') this.#probe.fail()
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      this.#probe.fail()
    }
    this.#tellFailure()
    return undefined
  }

  async #stayConnected({ connection, access }: OpenedKubeconfig): Promise<void> {
    const { timing, times, ref } = this.#options
    const ended = new AbortController()
    const signal = AbortSignal.any([this.#abort.signal, this.#changed.signal])
    const reading = this.#startReading(connection)
    const cluster = { ref, connection, access, signal: ended.signal }
    const polls = this.#polls.map((poll) => poll.run(cluster))
    // What is told of a probe is looked at by all that rests on the connection: clusters that were found together take turns.
    let waitMs = times.probeEveryMs * (1 - timing.random())
    while (!signal.aborted && !this.#probe.lost) {
      await timing.sleep(waitMs, signal)
      waitMs = times.probeEveryMs
      if (signal.aborted || (await this.#probe.ask({ connection, signal: this.#abort.signal })) === 'refused')
        break
      if (this.#probe.state.consecutiveFailures > 0) this.#tellFailure()
      else this.#tellSuccess()
    }
    ended.abort()
    this.#feed = undefined
    await Promise.all([reading.stop(), ...polls])
  }

  #startReading(connection: OpenedKubeconfig['connection']): ClusterFeed {
    const { timing, indexes, feed, onRestart, onUnreadable } = this.#options
    const reading: ClusterFeed = new ClusterFeed({
      cluster: this.#cluster,
      connection,
      timing,
      indexes,
      onChanges: (changes) => {
        feed(changes)
        if (this.#listingSince !== undefined) this.#tellSuccess()
      },
      onRestart: (kind) => onRestart?.(this.#cluster, kind),
      onUnreadable: (kind, error) => onUnreadable?.(this.#cluster, kind, error),
    })
    this.#feed = reading
    this.#listingSince = timing.now()
    void reading.follow(this.#asked.toFollow)
    this.#tellSuccess()
    return reading
  }

  #tellSuccess(): void {
    const { timing, times } = this.#options
    if (this.#listingSince !== undefined) {
      const waited = timing.now() - this.#listingSince
      const late = waited < 0 || waited >= times.listsWithinMs
      if (this.#feed?.complete !== true && !late) return
      this.#listingSince = undefined
    }
    this.#asked.connected()
    this.#tell()
  }

  #tellFailure(): void {
    this.#tell()
    if (this.#probe.lost || this.#probe.state.lastProbeSuccessTime === undefined)
      this.#asked.unreadable('the workload cluster is not connected')
  }

  #tell(): void {
    const { state } = this.#probe
    const { ref, feed, times } = this.#options
    if (this.#abort.signal.aborted) return
    if (this.#told !== undefined && !worthTelling(this.#told, state, times.tellEveryMs)) return
    this.#told = state
    feed([{ object: this.#probe.fact(ref) }])
  }
}
