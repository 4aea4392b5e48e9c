/**
 * A runtime for authors of Crossplane-style managed resources: write how one external API is observed and changed, and it does the rest.
 * Touches the world: sockets, clock, timers.
 */

// What conditions a provider says
export { available, creating, deleting, unavailable, updating } from '@sitrep/crossplane/managed'
// Objects and secrets, where another client is to be used
export type { ObjectApi, ReadRequest, WritePurpose, WriteRequest } from './api/object-api.ts'
export { type Clock, clockOf, type Deadline } from './clock.ts'
export type {
  ConnectionPublisher,
  ConnectionSecret,
  SecretApi,
  SecretRef,
} from './connection-secret/publisher.ts'
export {
  type SecretPublisherOptions,
  secretPublisher,
} from './connection-secret/secret-publisher.ts'
export { ProviderError, type ProviderErrorCode, type RetryAdvice } from './errors.ts'
// What an author writes
export type {
  ConnectionDetails,
  ExternalChange,
  ExternalClient,
  ExternalConnector,
  ExternalObservation,
  Initializer,
  ManagedResource,
  ReferenceResolver,
} from './external/external-client.ts'
export type { ManagedKind } from './live/managed-kind.ts'
export type { PassTimes, ProviderMetrics } from './live/metrics.ts'
// Running
export { type Provider, type ProviderOptions, startProvider } from './live/start-provider.ts'
// One pass
export type { ChangeLog, ChangeLogEntry } from './pass/change-log.ts'
export type { NextPass, PassOptions, PassReport, ToldEvent } from './pass/pass-options.ts'
export { reconcileOnce } from './pass/reconcile-once.ts'
