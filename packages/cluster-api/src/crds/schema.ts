import type { ObjectNode } from '@sitrep/status'
import type { Stage } from '../conversion/stage.ts'
import type { NamedParts } from './named.ts'

/** The stages that an API server serves; the end of the document's way is no version of its own. */
export type ServedStage = Exclude<Stage, 'proposal-end'>

/** One kind in all of its stages, written once: the definitions and the types both come from it. */
export interface KindSchema {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortNames: readonly string[]
  /** Whether `kubectl scale` is offered. */
  readonly scales: boolean
  readonly spec: ObjectNode<keyof NamedParts>
  readonly status: { readonly [S in ServedStage]: ObjectNode<keyof NamedParts> }
}
