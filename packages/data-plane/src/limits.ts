/** What clients and backends may take, each with the value that holds unless something else is said. */
export interface Limits {
  /** All headers of a request together, in bytes. */
  readonly headerBytes: number
  /** From the first byte of a request to the last of its headers. */
  readonly headersMs: number
  /** From the opening of a connection to the end of its TLS handshake. */
  readonly handshakeMs: number
  /** A whole request with its answer, unless its rule says otherwise; 0: no limit. */
  readonly requestMs: number
  /** A connection on which nothing is under way, or on which nothing moves. */
  readonly idleMs: number
  /** Until a backend has taken a connection. */
  readonly connectMs: number
  /** Connections at one time, a listener's port. */
  readonly connections: number
  /** Clients at one time whose datagrams are answered, a listener's port. The one that was silent longest makes room. */
  readonly datagramClients: number
  /** How much of a request is kept so that it can be sent again. What is longer is not retried. */
  readonly retryBytes: number
  /** How long what is under way may go on after its configuration or the process ended. */
  readonly drainMs: number
}

/** The limits that hold unless something else is said. */
export const usualLimits: Limits = {
  headerBytes: 64 * 1024,
  headersMs: 10_000,
  handshakeMs: 10_000,
  requestMs: 0,
  idleMs: 60_000,
  connectMs: 5_000,
  connections: 10_000,
  datagramClients: 10_000,
  retryBytes: 64 * 1024,
  drainMs: 10_000,
}
