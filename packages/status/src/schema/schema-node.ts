/**
 * A part of an OpenAPI schema as a family writes it: a type of its own, or the name of a part that many of its kinds share.
 * `Name` are the names that the family has given; without any, every part is written where it stands.
 */
export type SchemaNode<Name extends string = never> =
  | { readonly $ref: Name; readonly description?: string }
  | (Checked & {
      readonly type: 'string'
      readonly enum?: readonly string[]
      readonly format?: 'date-time'
      readonly pattern?: string
      readonly minLength?: number
      readonly maxLength?: number
      readonly default?: string
    })
  | (Checked & {
      readonly type: 'integer'
      readonly format?: 'int32' | 'int64'
      readonly enum?: readonly number[]
      readonly minimum?: number
      readonly maximum?: number
      readonly default?: number
    })
  | (Checked & { readonly type: 'boolean'; readonly default?: boolean })
  | { readonly type: 'int-or-string'; readonly description?: string }
  | (Checked & {
      readonly type: 'array'
      readonly items: SchemaNode<Name>
      readonly minItems?: number
      readonly maxItems?: number
      /** How two writers of the list are told apart: it has one owner, every entry has, or every entry by these keys. */
      readonly owned?: 'whole' | 'by value' | readonly string[]
      readonly default?: readonly unknown[]
    })
  | (Checked & {
      /** Fields of any name, with values of one sort. */
      readonly type: 'map'
      readonly values: SchemaNode<Name>
      readonly maxProperties?: number
    })
  | ObjectNode<Name>

interface Checked {
  /** For whoever asks what it is, in a sentence. */
  readonly description?: string
  /** What must hold of a part besides its type: expressions of CEL about `self`, each with a sentence for who breaks it. */
  readonly rules?: readonly (readonly [rule: string, message: string])[]
}

/** A part with fields. What it does not name is kept all the same, unless whoever writes it out says otherwise: objects of real clusters have more. */
export interface ObjectNode<Name extends string = never> extends Checked {
  readonly type: 'object'
  readonly properties: { readonly [name: string]: SchemaNode<Name> }
  readonly required?: readonly string[]
  /** How many fields there are at least: 1 where the part is left out rather than empty. */
  readonly minProperties?: number
  readonly default?: Readonly<Record<string, unknown>>
  /** It has one owner as a whole. */
  readonly owned?: 'whole'
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
          : Node extends { readonly type: 'int-or-string' }
            ? string | number
            : Node extends { readonly type: 'array'; readonly items: infer Item }
              ? readonly Typed<Item, Parts>[]
              : Node extends { readonly type: 'map'; readonly values: infer Value }
                ? { readonly [name: string]: Typed<Value, Parts> }
                : Node extends { readonly type: 'object'; readonly properties: infer Properties }
                  ? { readonly [Name in keyof Properties]?: Typed<Properties[Name], Parts> | undefined }
                  : unknown
