/** What is asked of an API server. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, from the server's root. */
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
  readonly accept?: string
  readonly signal?: AbortSignal
  /** How long the whole answer may take; of a stream, until it begins. */
  readonly timeoutMs?: number
  /** How long an answer may be that is not streamed. */
  readonly mostBytes?: number
  /** Reads the answer, where not all of it is wanted; throws when it is no JSON. Default: all of it. */
  readonly parse?: (bytes: Buffer) => unknown
  /** Told of what the server warns of, in its words. */
  readonly onWarning?: (text: string) => void
}

/** An answer that streams: a watch. */
export interface ApiStream {
  /** Chunks as they come; ends when the server ends it, throws when the connection breaks. */
  readonly chunks: AsyncIterable<Buffer>
  readonly close: () => void
}

/** One API server, authenticated. Errors are `ControllerError`s. */
export interface Connection {
  /** Where it goes, for people: no credentials in it. */
  readonly server: string
  /** Sends a request and gives back the parsed JSON. */
  readonly request: <Answer>(request: ApiRequest) => Promise<Answer>
  readonly stream: (request: ApiRequest) => Promise<ApiStream>
  /** Ends all connections: whoever waits for an answer gets none. */
  readonly close: () => void
}
