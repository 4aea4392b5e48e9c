import type { IndexDefinition, KindRef, ShapeDefinition, StatusDefinition } from '@sitrep/status'

/** What the catalog says about one kind. */
export interface KindKnowledge {
  readonly kind: KindRef
  readonly definition: StatusDefinition | undefined
  /** The place of its definition in the catalog. */
  readonly rank: number
  readonly indexes: readonly IndexDefinition[]
  readonly shape: ShapeDefinition | undefined
}
