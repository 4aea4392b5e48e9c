import { failureThreshold } from '@sitrep/cluster-api'
import { clockSetByMs, type Timing } from '@sitrep/controller'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { failed, neverProbed, type ProbeState, succeeded } from './probe-state.ts'

export interface ProbeTimes {
  readonly probeEveryMs: number
  readonly probeTimeoutMs: number
}

// A list of all paths takes some tens of kilobytes.
const mostBytes = 1024 * 1024

/** Whether a workload cluster answers: one request for `/`, and how many of them failed in a row. */
export class ClusterProbe {
  readonly #timing: Timing
  readonly #everyMs: number
  readonly #timeoutMs: number
  #state: ProbeState = neverProbed
  /** What was told last as the moment since which it answers, and what that was by the clock that nobody sets. */
  #toldSince: { readonly elapsed: number; readonly at: number } | undefined = undefined
  #why = ''

  constructor(timing: Timing, { probeEveryMs, probeTimeoutMs }: ProbeTimes) {
    this.#timing = timing
    this.#everyMs = probeEveryMs
    this.#timeoutMs = probeTimeoutMs
  }

  get state(): ProbeState {
    return this.#state
  }

  /** What stood in the way when it was asked last in vain. */
  get why(): string {
    return this.#why
  }

  get lost(): boolean {
    return this.#state.consecutiveFailures >= failureThreshold
  }

  /**
   * Asks once. Whatever is answered shows that the server lives, JSON or not. Credentials that are refused have perhaps been replaced:
   * that is answered, and no failure of the cluster yet.
   */
  async ask(connection: Connection, signal: AbortSignal): Promise<'answered' | 'failed' | 'refused'> {
    try {
      await connection.request({ path: '/', timeoutMs: this.#timeoutMs, mostBytes, signal })
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      this.#why = error.message
      if (error.code === 'unauthorized') return 'refused'
      if (error.code !== 'unreadable-answer') {
        this.fail()
        return 'failed'
      }
    }
    this.#state = succeeded(this.#state, this.#timing.elapsed())
    return 'answered'
  }

  /** Counts an attempt that failed. Attempts that follow each other faster than probes do are one: they say no more than one. */
  fail(): void {
    const elapsed = this.#timing.elapsed()
    const { lastProbeTime, consecutiveFailures } = this.#state
    const since = elapsed - (lastProbeTime ?? Number.NEGATIVE_INFINITY)
    if (consecutiveFailures > 0 && since < this.#everyMs / 2) return
    this.#state = failed(this.#state, elapsed)
  }

  /** A state as it is told: with the times that the clock as it is set now would have shown. */
  seenIn({ consecutiveFailures, answeredSince, ...times }: ProbeState): object {
    const told = Object.entries(times).map(([name, elapsed]) => [name, this.#instantOf(elapsed)])
    return {
      ...Object.fromEntries(told),
      consecutiveFailures,
      ...(answeredSince !== undefined && { answeredSince: this.#sinceOf(answeredSince) }),
    }
  }

  // The same moment in the same words as long as nobody sets the clock: two clocks never agree to the millisecond, and all Machines of the
  // cluster would be looked at for that.
  #sinceOf(elapsed: number): string {
    const told = this.#toldSince
    const at = this.#clockAt(elapsed)
    const stands = told?.elapsed === elapsed && Math.abs(told.at - at) < clockSetByMs
    const since = stands ? told : { elapsed, at }
    this.#toldSince = since
    return new Date(since.at).toISOString()
  }

  #instantOf(elapsed: number): string {
    return new Date(this.#clockAt(elapsed)).toISOString()
  }

  #clockAt(elapsed: number): number {
    const { now, elapsed: until } = this.#timing
    return Math.round(now() - (until() - elapsed))
  }
}
