import type { Wanted, WorldChange } from '@sitrep/engine'
import type { ClusterName, IndexDefinition, KindRef, ObjectRef } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import { openKubeconfig } from '../connection/kubeconfig.ts'
import { ControllerError } from '../errors.ts'
import { ClusterFeed } from '../feed/cluster-feed.ts'
import type { Timing } from '../timing.ts'
import {
  clusterProbe,
  failed,
  failuresUntilDisconnected,
  neverProbed,
  type ProbeState,
  succeeded,
  worthTelling,
} from './probe-state.ts'

export interface RemoteTimes {
  readonly probeEveryMs: number
  readonly probeTimeoutMs: number
  readonly reconnectEveryMs: number
  /** How often an unbroken row of successes is told. */
  readonly tellEveryMs: number
}

export const defaultRemoteTimes: RemoteTimes = {
  probeEveryMs: 10_000,
  probeTimeoutMs: 5_000,
  reconnectEveryMs: 30_000,
  tellEveryMs: 20_000,
}

export interface RemoteClusterOptions {
  readonly ref: Pick<ObjectRef, 'namespace' | 'name'>
  readonly timing: Timing
  readonly times: RemoteTimes
  readonly indexes: readonly IndexDefinition[]
  /** The text of the kubeconfig, newest first; nothing while there is none. */
  readonly kubeconfig: () => string | undefined
  readonly feed: (changes: readonly WorldChange[]) => void
  readonly onRestart?: (cluster: ClusterName, kind: KindRef) => void
  /** Looks at what only a connected cluster can tell, etcd for example, until the signal stops it. */
  readonly onConnected?: (connection: Connection, signal: AbortSignal) => void
}

/** The connection to one workload cluster: opened, probed, watched, closed and opened again. */
export class RemoteCluster {
  readonly #options: RemoteClusterOptions
  readonly #abort = new AbortController()
  readonly #cluster: ClusterName
  #state: ProbeState = neverProbed
  #told: ProbeState = neverProbed
  #asked: readonly Wanted[] = []
  #feed: ClusterFeed | undefined = undefined
  #running: Promise<void> | undefined = undefined

  constructor(options: RemoteClusterOptions) {
    this.#options = options
    this.#cluster = `${options.ref.namespace ?? ''}/${options.ref.name}`
  }

  /** Begins to connect. Before that, reading anything of the cluster is answered with why it is not possible. */
  start(): void {
    this.#unreadable('the workload cluster is not connected')
    this.#options.feed([{ object: clusterProbe(this.#options.ref, this.#state) }])
    this.#running ??= this.#run()
  }

  follow(asked: readonly Wanted[]): void {
    this.#asked = asked
    void this.#feed?.follow(asked)
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing, times } = this.#options
    const { signal } = this.#abort
    while (!signal.aborted) {
      const connection = await this.#connect()
      if (connection === undefined) {
        await timing.sleep(times.reconnectEveryMs, signal)
        continue
      }
      await this.#stayConnected(connection)
      connection.close()
    }
  }

  async #connect(): Promise<Connection | undefined> {
    const text = this.#options.kubeconfig()
    if (text === undefined) return undefined
    let connection: Connection | undefined
    try {
      connection = (await openKubeconfig({ text })).connection
      await this.#ask(connection)
      this.#now(succeeded(this.#options.timing.now()))
      return connection
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      connection?.close()
      this.#now(failed(this.#state, this.#options.timing.now()))
      return undefined
    }
  }

  async #stayConnected(connection: Connection): Promise<void> {
    const { timing, times, indexes, feed, onRestart, onConnected } = this.#options
    const { signal } = this.#abort
    const connected = new AbortController()
    const reading = new ClusterFeed({
      cluster: this.#cluster,
      connection,
      timing,
      indexes,
      onChanges: feed,
      onRestart: (kind) => onRestart?.(this.#cluster, kind),
    })
    this.#feed = reading
    void reading.follow(this.#asked)
    onConnected?.(connection, connected.signal)
    while (!signal.aborted && this.#state.consecutiveFailures < failuresUntilDisconnected) {
      await timing.sleep(times.probeEveryMs, signal)
      if (signal.aborted || (await this.#probe(connection)) === 'unauthorized') break
    }
    connected.abort()
    this.#feed = undefined
    await reading.stop()
    this.#unreadable('the connection to the workload cluster was lost')
  }

  async #probe(connection: Connection): Promise<'unauthorized' | 'other'> {
    try {
      await this.#ask(connection)
      this.#now(succeeded(this.#options.timing.now()))
      return 'other'
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      // Rotated credentials: the next kubeconfig is tried at once, and nothing counts as a failure.
      if (error.code === 'unauthorized') return 'unauthorized'
      this.#now(failed(this.#state, this.#options.timing.now()))
      return 'other'
    }
  }

  #ask(connection: Connection): Promise<unknown> {
    return connection.request({
      path: '/',
      timeoutMs: this.#options.times.probeTimeoutMs,
      signal: this.#abort.signal,
    })
  }

  #now(state: ProbeState): void {
    this.#state = state
    if (!worthTelling(this.#told, state, this.#options.times.tellEveryMs)) return
    this.#told = state
    this.#options.feed([{ object: clusterProbe(this.#options.ref, state) }])
  }

  #unreadable(why: string): void {
    this.#options.feed([{ cluster: this.#cluster, kind: 'every', read: false, why }])
  }
}
