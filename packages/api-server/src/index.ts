/**
 * A Kubernetes API server in one Node process: requests in, responses out, over a store in memory or in SQLite.
 * Touches the world: sockets, disk, clock and randomness.
 */

// Starting one

export type { ControllerSwitches } from './controllers/start-controllers.ts'
export { formatKubeconfig, type KubeconfigOptions } from './kubeconfig.ts'
export type { BodyLimits } from './listener/body-intake.ts'
export type { ConnectionLimits, Listening, ListenOptions, TlsFiles } from './listener/http-listener.ts'
export { type ApiServer, type ApiServerOptions, createApiServer, type Randomness } from './server.ts'
export { type StartedApiServer, type StartOptions, startApiServer } from './start.ts'

// Who asks, and what, without a socket

export type { StaticToken } from './auth/authenticate.ts'
export type { User } from './auth/user.ts'
export type {
  ApiRequest,
  ApiResponse,
  PiecedBody,
  ReadText,
  RequestHead,
  ResponseSink,
  ResponseStream,
  WholeResponse,
} from './request/api-request.ts'

// What containers write

export type { PodLogOptions, PodLogs, PodOfCluster } from './cluster/pod-logs.ts'

// Where objects lie

export type { StoreOptions } from './store/journaled-store.ts'
export { openMemoryStore } from './store/memory-store.ts'
export { openSqliteStore, type SqliteStoreOptions } from './store/sqlite-store.ts'
export type { HistoryLimits, Store } from './store/store.ts'
export { StoreError, type StoreErrorCode } from './store/store-error.ts'

// Where webhooks lie

export type { OwnWebhook, ServiceResolver, WebhookService } from './webhooks/webhook-address.ts'
