import type { ObjectNode } from '@sitrep/status'

/** A kind as an API server serves it. */
export interface KindSchema {
  readonly kind: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  readonly spec: ObjectNode
  /** Left out: the kind has no status. */
  readonly status?: ObjectNode
}
