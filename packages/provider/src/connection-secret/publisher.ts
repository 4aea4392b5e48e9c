import type { KubeObject, OwnerReference } from '@sitrep/status'
import type { ConnectionDetails } from '../external/external-client.ts'

/** Makes connection details known, and takes them back. */
export interface ConnectionPublisher {
  readonly publish: (object: KubeObject, details: ConnectionDetails, signal: AbortSignal) => Promise<void>
  readonly unpublish: (object: KubeObject, details: ConnectionDetails, signal: AbortSignal) => Promise<void>
}

/** Names a secret. */
export interface SecretRef {
  readonly namespace: string
  readonly name: string
}

/** A connection secret: its values are plain texts here and encoded at the edge. */
export interface ConnectionSecret extends SecretRef {
  readonly type: string
  readonly owners: readonly OwnerReference[]
  readonly data: ConnectionDetails
}

/** Secrets at an API server. Errors are `ProviderError`s. */
export interface SecretApi {
  /** Nothing where there is no such secret. */
  readonly read: (ref: SecretRef, signal: AbortSignal) => Promise<ConnectionSecret | undefined>
  readonly create: (secret: ConnectionSecret, signal: AbortSignal) => Promise<void>
  /** Merges into what is stored: keys that are not named stay. */
  readonly patch: (secret: ConnectionSecret, signal: AbortSignal) => Promise<void>
}
