/** A part of a schema in the form in which an API server takes it. */
export interface OpenApi {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly (string | number)[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly properties?: { readonly [name: string]: OpenApi }
  readonly additionalProperties?: OpenApi
  readonly required?: readonly string[]
  readonly items?: OpenApi
  readonly anyOf?: readonly OpenApi[]
  readonly description?: string
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-int-or-string'?: true
  readonly 'x-kubernetes-list-type'?: 'map' | 'atomic' | 'set'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: 'atomic'
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message: string }[]
}
