import type { Duplex, Readable, Writable } from 'node:stream'

/** A request as one endpoint is sent it. */
export interface Outgoing {
  readonly method: string
  readonly path: string
  readonly authority: string
  /** Without `Host`: name, value, name, value. */
  readonly lines: readonly string[]
  readonly body: 'none' | 'sized' | 'chunked'
  /** How long nothing may move; 0: for ever. */
  readonly idleMs: number
  readonly upgrade: boolean
}

/** What an endpoint answered. */
export interface UpstreamAnswer {
  readonly status: number
  readonly reason?: string
  readonly lines: readonly string[]
  /** Nothing follows. */
  readonly empty: boolean
  readonly body: Readable
  /** What came after the body, once it has ended. */
  readonly trailers: () => readonly string[]
}

/**
 * How a try failed. `unreached`: the endpoint has not seen the request, or said that it did nothing about it. `stale`: a connection that
 * was kept open had been closed by the other side. `broken`: anything else before an answer. `idle`: nothing moved for too long.
 */
export type Failure = 'unreached' | 'stale' | 'broken' | 'idle'

/** What whoever tries is told: `answered`, `upgraded` or `failed` once, and nothing after it was cancelled. */
export interface AttemptEvents {
  readonly answered: (answer: UpstreamAnswer) => void
  readonly upgraded: (answer: Pick<UpstreamAnswer, 'lines'>, connection: Duplex, head: Buffer) => void
  readonly failed: (failure: Failure) => void
  readonly continued: () => void
}

/** One try at one endpoint. */
export interface Attempt {
  readonly body: Writable
  readonly finish: (trailers: readonly string[]) => void
  readonly cancel: () => void
}
