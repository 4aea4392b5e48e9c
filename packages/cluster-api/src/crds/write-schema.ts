import { namedSchemas } from './named-schemas.ts'
import type { OpenApi } from './open-api.ts'
import type { SchemaNode } from './schema.ts'

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
