import type { OpenApi } from './open-api.ts'
import type { SchemaNode } from './schema-node.ts'

/** Writes a schema out: names become what `named` has for them, and every part with fields keeps what it does not name. */
export function openApiOf<Name extends string = never>(
  node: SchemaNode<Name>,
  named: Readonly<Record<Name, OpenApi>>,
): OpenApi {
  if ('$ref' in node) return named[node.$ref]
  if (node.type === 'array') return { ...node, items: openApiOf(node.items, named) }
  if (node.type !== 'object') return node
  return {
    type: 'object',
    ...(node.required && { required: node.required }),
    properties: Object.fromEntries(
      Object.entries(node.properties).map(([name, inner]) => [name, openApiOf(inner, named)]),
    ),
    'x-kubernetes-preserve-unknown-fields': true,
  }
}
