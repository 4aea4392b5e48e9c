import type { KindRef, KubeObject } from '@sitrep/status'
import type { ExternalConnector, Initializer, ReferenceResolver } from '../external/external-client.ts'

/** A kind of managed resources, and how the external resources behind them are reached. */
export interface ManagedKind {
  readonly kind: KindRef
  readonly connector: ExternalConnector
  readonly initializers?: readonly Initializer[]
  readonly references?: ReferenceResolver
  /** Whether the external name is known before the external resource is created, so that a lost creation is found again. Default: no. */
  readonly deterministicName?: boolean
  /** Where connection secrets lie: in the object's namespace (default where it has one), in one that is named, or nowhere. */
  readonly connectionSecrets?: 'own-namespace' | 'named-namespace' | 'none'
  /** Whether objects have a deletion policy of the older sort. Default: only management policies. */
  readonly deletionPolicy?: 'offered' | 'none'
  /** How often external resources are looked at. Default: that of the provider. */
  readonly pollMs?: number
  /** Changes the interval for one object. Default: some jitter. */
  readonly pollHook?: (object: KubeObject, intervalMs: number) => number
}
