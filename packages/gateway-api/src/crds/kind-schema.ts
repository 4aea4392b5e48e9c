import type { ObjectNode } from '@sitrep/status'

/** A kind as an API server serves it. */
export interface KindSchema {
  readonly kind: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  readonly labels?: Readonly<Record<string, string>>
  /** Older versions under which the same is still served. */
  readonly alsoServed?: readonly string[]
  readonly spec: ObjectNode
  /** Left out: the kind has no status. */
  readonly status?: ObjectNode
}
