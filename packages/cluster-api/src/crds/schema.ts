import type { Stage } from '../conversion/stage.ts'
import type { Named } from './named.ts'

/** The stages that an API server serves; the end of the document's way is no version of its own. */
export type ServedStage = Exclude<Stage, 'proposal-end'>

/** A part of an OpenAPI schema as it is written here: a type of its own, or the name of a part that many kinds share. */
export type SchemaNode =
  | { readonly $ref: keyof Named }
  | {
      readonly type: 'string'
      readonly enum?: readonly string[]
      readonly format?: 'date-time'
      readonly minLength?: number
      readonly maxLength?: number
    }
  | { readonly type: 'integer'; readonly format: 'int32' | 'int64'; readonly minimum?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'array'; readonly items: SchemaNode; readonly maxItems?: number }
  | ObjectNode

/** A part with fields. What it does not name is kept all the same: objects of real clusters have more. */
export interface ObjectNode {
  readonly type: 'object'
  readonly properties: { readonly [name: string]: SchemaNode }
  readonly required?: readonly string[]
}

/** One kind in all of its stages, written once: the definitions and the types both come from it. */
export interface KindSchema {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortNames: readonly string[]
  /** Whether `kubectl scale` is offered. */
  readonly scales: boolean
  readonly spec: ObjectNode
  readonly status: { readonly [S in ServedStage]: ObjectNode }
}

/** The type that a part of a schema describes. Every field may be missing: an object is read before anybody has filled it. */
export type Typed<Node> = Node extends { readonly $ref: infer Name extends keyof Named }
  ? Named[Name]
  : Node extends { readonly type: 'string'; readonly enum: readonly (infer Value)[] }
    ? Value
    : Node extends { readonly type: 'string' }
      ? string
      : Node extends { readonly type: 'integer' }
        ? number
        : Node extends { readonly type: 'boolean' }
          ? boolean
          : Node extends { readonly type: 'array'; readonly items: infer Item }
            ? readonly Typed<Item>[]
            : Node extends { readonly type: 'object'; readonly properties: infer Properties }
              ? { readonly [Name in keyof Properties]?: Typed<Properties[Name]> | undefined }
              : unknown
