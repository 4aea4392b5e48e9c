/**
 * A part of an OpenAPI schema as a family writes it: a type of its own, or the name of a part that many of its kinds share.
 * `Name` are the names that the family has given; without any, every part is written where it stands.
 */
export type SchemaNode<Name extends string = never> =
  | { readonly $ref: Name }
  | {
      readonly type: 'string'
      readonly enum?: readonly string[]
      readonly format?: 'date-time'
      readonly minLength?: number
      readonly maxLength?: number
    }
  | { readonly type: 'integer'; readonly format: 'int32' | 'int64'; readonly minimum?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'array'; readonly items: SchemaNode<Name>; readonly maxItems?: number }
  | ObjectNode<Name>

/** A part with fields. What it does not name is kept all the same: objects of real clusters have more. */
export interface ObjectNode<Name extends string = never> {
  readonly type: 'object'
  readonly properties: { readonly [name: string]: SchemaNode<Name> }
  readonly required?: readonly string[]
}

/**
 * The type that a part of a schema describes; `Parts` has the type of each named part. Every field may be missing: an object
 * is read before anybody has filled it.
 */
export type Typed<Node, Parts = object> = Node extends { readonly $ref: infer Name extends keyof Parts }
  ? Parts[Name]
  : Node extends { readonly type: 'string'; readonly enum: readonly (infer Value)[] }
    ? Value
    : Node extends { readonly type: 'string' }
      ? string
      : Node extends { readonly type: 'integer' }
        ? number
        : Node extends { readonly type: 'boolean' }
          ? boolean
          : Node extends { readonly type: 'array'; readonly items: infer Item }
            ? readonly Typed<Item, Parts>[]
            : Node extends { readonly type: 'object'; readonly properties: infer Properties }
              ? { readonly [Name in keyof Properties]?: Typed<Properties[Name], Parts> | undefined }
              : unknown
