import type { Fields, KubeObject } from '@sitrep/status'

/** What the managed resource is written for. */
export type WritePurpose =
  | 'external-name'
  | 'references'
  | 'add-finalizer'
  | 'remove-finalizer'
  | 'create-pending'
  | 'create-succeeded'
  | 'create-failed'
  | 'late-init'
  | 'status'

/** One read. */
export interface ReadRequest {
  readonly purpose: 'pass' | 'after-conflict'
  readonly signal: AbortSignal
}

/** One write. */
export interface WriteRequest {
  readonly purpose: WritePurpose
  readonly signal: AbortSignal
}

/**
 * One managed resource at its API server. Every write answers the object as it is stored; one with an old resourceVersion is
 * refused with 409. Errors are `ProviderError`s.
 */
export interface ObjectApi {
  readonly read: (request: ReadRequest) => Promise<KubeObject>
  /** Stores metadata and spec; the status stays as it is stored. */
  readonly replace: (object: KubeObject, request: WriteRequest) => Promise<KubeObject>
  /** Stores the status, nothing else. */
  readonly replaceStatus: (object: KubeObject, request: WriteRequest) => Promise<KubeObject>
  /** Takes over fields of the spec, whatever version is stored. */
  readonly applySpec: (spec: Fields, request: WriteRequest) => Promise<KubeObject>
}
