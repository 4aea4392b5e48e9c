import type { KindRef, KubeObject } from '@sitrep/status'
import { ControllerError } from '../errors.ts'
import type { Timing } from '../timing.ts'
import { type ConnectedCluster, type FactSource, factObject } from './fact-source.ts'
import { failed, failuresUntilDisconnected, neverProbed, type ProbeState, succeeded } from './probe-state.ts'

/** What is known of the connection to a workload cluster, as a fact. */
export const probeKind: KindRef = { group: 'sitrep.dev', kind: 'ClusterProbe' }

export interface ProbeTimes {
  readonly probeEveryMs: number
  readonly probeTimeoutMs: number
}

/** Whether a workload cluster answers: one request for `/`, and how many of them failed in a row. */
export class ClusterProbe implements FactSource {
  readonly kind: KindRef = probeKind
  readonly #timing: Timing
  readonly #everyMs: number
  readonly #timeoutMs: number
  #state: ProbeState = neverProbed

  constructor(timing: Timing, { probeEveryMs, probeTimeoutMs }: ProbeTimes) {
    this.#timing = timing
    this.#everyMs = probeEveryMs
    this.#timeoutMs = probeTimeoutMs
  }

  get state(): ProbeState {
    return this.#state
  }

  get lost(): boolean {
    return this.#state.consecutiveFailures >= failuresUntilDisconnected
  }

  look = async (cluster: ConnectedCluster): Promise<KubeObject> => {
    await this.ask(cluster)
    return this.fact(cluster.ref)
  }

  /** Asks once. Credentials that are refused have perhaps been replaced: that is answered, and no failure of the cluster yet. */
  async ask({
    connection,
    signal,
  }: Pick<ConnectedCluster, 'connection' | 'signal'>): Promise<'answered' | 'failed' | 'refused'> {
    try {
      await connection.request({ path: '/', timeoutMs: this.#timeoutMs, signal })
      this.#state = succeeded(this.#timing.now())
      return 'answered'
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      if (error.code === 'unauthorized') return 'refused'
      this.fail()
      return 'failed'
    }
  }

  /** Counts an attempt that failed. Attempts that follow each other faster than probes do are one: they say no more than one. */
  fail(): void {
    const now = this.#timing.now()
    const { lastProbeTime, consecutiveFailures } = this.#state
    const since = now - (lastProbeTime ?? Number.NEGATIVE_INFINITY)
    if (consecutiveFailures > 0 && since >= 0 && since < this.#everyMs / 2) return
    this.#state = failed(this.#state, now)
  }

  fact(ref: ConnectedCluster['ref'], state: ProbeState = this.#state): KubeObject {
    const time = (ms: number | undefined): string | undefined =>
      ms === undefined ? undefined : new Date(ms).toISOString()
    const lastProbeTime = time(state.lastProbeTime)
    const lastProbeSuccessTime = time(state.lastProbeSuccessTime)
    return factObject(probeKind, ref, {
      ...(lastProbeTime !== undefined && { lastProbeTime }),
      ...(lastProbeSuccessTime !== undefined && { lastProbeSuccessTime }),
      consecutiveFailures: state.consecutiveFailures,
    })
  }
}
