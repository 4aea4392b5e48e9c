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

/** The clock and timers of the outside world. */
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
