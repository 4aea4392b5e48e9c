/**
 * A Kubernetes API server in one Node process: requests in, responses out, over a store in memory or in SQLite.
 * Touches the world: sockets, disk, clock and randomness.
 */

export type { StaticToken } from './auth/authenticate.ts'
export type { User } from './auth/user.ts'
export { formatKubeconfig, type KubeconfigOptions } from './kubeconfig.ts'
export type { Listening, ListenOptions, TlsFiles } from './listener/http-listener.ts'

// Requests without a socket
export type { ApiRequest, ApiResponse, ResponseSink, ResponseStream } from './request/api-request.ts'
// Starting one
export { type ApiServer, type ApiServerOptions, createApiServer } from './server.ts'
export { type StartedApiServer, type StartOptions, startApiServer } from './start.ts'

// Where objects lie
export { openMemoryStore } from './store/memory-store.ts'
export { openSqliteStore, type SqliteStoreOptions } from './store/sqlite-store.ts'
export type { Store } from './store/store.ts'
export { StoreError, type StoreErrorCode } from './store/store-error.ts'
