import type { OpenApi } from './open-api.ts'
import type { SchemaNode } from './schema-node.ts'

/** What becomes of fields that a schema does not name. */
export type UnknownFields = 'kept' | 'dropped'

/** Writes a schema out: names become what `named` has for them, and every part with fields keeps what it does not name unless that is to be dropped. */
export function openApiOf<Name extends string = never>(
  node: SchemaNode<Name>,
  named: Readonly<Record<Name, OpenApi>>,
  unknown: UnknownFields = 'kept',
): OpenApi {
  const { description } = node
  const said = description === undefined ? {} : { description }
  if ('$ref' in node) return description === undefined ? named[node.$ref] : { ...named[node.$ref], ...said }
  if (node.type === 'int-or-string')
    return { ...said, anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }
  const { rules, ...rest } = node
  const checked = rules && { 'x-kubernetes-validations': rules.map(([rule, message]) => ({ rule, message })) }
  switch (rest.type) {
    case 'array': {
      const { items, owned, ...array } = rest
      return { ...array, items: openApiOf(items, named, unknown), ...listType(owned), ...checked }
    }
    case 'map': {
      const { values, maxProperties } = rest
      return {
        type: 'object',
        ...said,
        additionalProperties: openApiOf(values, named, unknown),
        ...(maxProperties !== undefined && { maxProperties }),
        ...checked,
      }
    }
    case 'object':
      return {
        type: 'object',
        ...said,
        ...(rest.required && { required: rest.required }),
        ...(rest.minProperties !== undefined && { minProperties: rest.minProperties }),
        ...(rest.default && { default: rest.default }),
        properties: Object.fromEntries(
          Object.entries(rest.properties).map(([name, inner]) => [name, openApiOf(inner, named, unknown)]),
        ),
        ...(unknown === 'kept' && { 'x-kubernetes-preserve-unknown-fields': true }),
        ...(rest.owned && { 'x-kubernetes-map-type': 'atomic' }),
        ...checked,
      }
    default:
      return { ...rest, ...checked }
  }
}

function listType(owned: 'whole' | 'by value' | readonly string[] | undefined): OpenApi {
  if (owned === undefined) return {}
  if (owned === 'whole') return { 'x-kubernetes-list-type': 'atomic' }
  if (owned === 'by value') return { 'x-kubernetes-list-type': 'set' }
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': owned }
}
