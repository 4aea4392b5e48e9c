/** What is asked of an API server. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, from the server's root. */
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
  readonly signal?: AbortSignal
}

/** An answer that streams: a watch. */
export interface ApiStream {
  readonly chunks: AsyncIterable<Buffer>
  readonly close: () => void
}

/** One API server, authenticated. Its errors carry the HTTP status of the answer as `httpStatus`, where there was one. */
export interface Connection {
  readonly request: <Answer>(request: ApiRequest) => Promise<Answer>
  readonly stream: (request: ApiRequest) => Promise<ApiStream>
  /** Ends idle sockets. */
  readonly close?: () => void
}

/** The clock and timers of the outside world; accelerated where the simulated world is to run faster. */
export interface Timing {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after that time, or at once when the signal says stop. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** The HTTP status of an answer that was an error; nothing where no answer came. */
export function httpStatusOf(error: unknown): number | undefined {
  const status = (error as { httpStatus?: unknown } | undefined)?.httpStatus
  return typeof status === 'number' ? status : undefined
}

/**
 * The same clock, running `speed` times as fast from this moment on. Whoever shares it (API server, controllers, simulator)
 * lives in the same accelerated world.
 */
export function acceleratedTiming<Given extends Timing>(timing: Given, speed: number): Given {
  if (!(speed > 0) || !Number.isFinite(speed))
    throw new RangeError(`The speed must be a number above 0, not ${speed}`)
  const start = timing.now()
  return {
    ...timing,
    now: () => start + (timing.now() - start) * speed,
    sleep: (milliseconds: number, signal?: AbortSignal) => timing.sleep(milliseconds / speed, signal),
  }
}
