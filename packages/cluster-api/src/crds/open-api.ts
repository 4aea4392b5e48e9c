import { namedSchemas } from './named-schemas.ts'
import type { SchemaNode } from './schema.ts'

/** A part of a schema in the form in which an API server takes it. */
export interface OpenApi {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly properties?: { readonly [name: string]: OpenApi }
  readonly required?: readonly string[]
  readonly items?: OpenApi
  readonly anyOf?: readonly OpenApi[]
  readonly description?: string
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-int-or-string'?: true
  readonly 'x-kubernetes-list-type'?: 'map' | 'atomic' | 'set'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
}

/** Writes a schema out: names become what they stand for, and every part with fields keeps what it does not name. */
export function openApiOf(node: SchemaNode): OpenApi {
  if ('$ref' in node) return namedSchemas[node.$ref]
  if (node.type === 'array') return { ...node, items: openApiOf(node.items) }
  if (node.type !== 'object') return node
  return {
    type: 'object',
    ...(node.required && { required: node.required }),
    properties: Object.fromEntries(
      Object.entries(node.properties).map(([name, inner]) => [name, openApiOf(inner)]),
    ),
    'x-kubernetes-preserve-unknown-fields': true,
  }
}
