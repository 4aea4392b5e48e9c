/** Scalars of Go, and the types whose JSON form is not that of their fields. */
export const namedTypes = [
  'string',
  'bool',
  'int32',
  'int64',
  'uint32',
  'float64',
  'bytes',
  'any',
  'Time',
  'MicroTime',
  'Duration',
  'FieldsV1',
  'Quantity',
  'IntOrString',
  'RawExtension',
  'JSON',
  'JSONSchemaPropsOrBool',
  'JSONSchemaPropsOrArray',
  'JSONSchemaPropsOrStringArray',
] as const

export type NamedType = (typeof namedTypes)[number]

/**
 * The Go type of a field. A `wrapped` list is one that protobuf puts into a message of its own; `goName` is what Go calls
 * the type in its messages, where that is a name of its own.
 */
export type FieldType =
  | { readonly form: 'named'; readonly name: NamedType; readonly goName?: string }
  | { readonly form: 'struct'; readonly name: string }
  | { readonly form: 'pointer'; readonly of: FieldType }
  | { readonly form: 'list'; readonly of: FieldType; readonly wrapped: boolean; readonly goName?: string }
  | { readonly form: 'map'; readonly of: FieldType; readonly goName?: string }

export interface Field {
  /** The JSON name; of an inlined struct its protobuf-like name, which no JSON shows. */
  readonly name: string
  /** `undefined`: never travels as protobuf. */
  readonly number: number | undefined
  readonly type: FieldType
  readonly inline: boolean
  /** When Go leaves the field out of JSON. `empty` never holds for a struct, `zero` does. */
  readonly omit: 'never' | 'empty' | 'zero'
  /** What OpenAPI says of the field, and only that: nobody refuses an object for it. */
  readonly required: boolean
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listKeys?: readonly string[]
  readonly mapType?: 'atomic' | 'granular'
  readonly patchStrategy?: string
  readonly patchMergeKey?: string
  /** The words that documents list for the field, or for its items; nobody refuses another for it. */
  readonly enum?: readonly string[]
  /** A published default other than the zero value, as JSON text. */
  readonly defaultText?: string
}

/** One Go struct of the API. */
export interface Definition {
  /** Package alias and name: `core.v1.Pod`. */
  readonly name: string
  readonly fields: readonly Field[]
  readonly mapType?: 'atomic' | 'granular'
}
