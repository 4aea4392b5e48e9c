import type { CompiledSchema } from '../compiled-schema.ts'
import { unescapeName } from './escape.ts'
import { type CelType, dyn, listOf, mapOf, string } from './types.ts'

const scalars: Readonly<Record<string, CelType>> = {
  boolean: { kind: 'bool' },
  integer: { kind: 'int' },
  number: { kind: 'double' },
}

const stringFormats: Readonly<Record<string, CelType>> = {
  byte: { kind: 'bytes' },
  duration: { kind: 'duration' },
  date: { kind: 'timestamp' },
  'date-time': { kind: 'timestamp' },
}

interface Declaration {
  /** A custom or embedded resource, which has kind, apiVersion and a name without saying so. */
  readonly resource: boolean
  /** How messages call the type. */
  readonly name: string
}

/** The type that rules see for a schema, or `undefined` when they see nothing: what has no type cannot be spoken of. */
export function declareType(schema: CompiledSchema, { resource, name }: Declaration): CelType | undefined {
  const { source } = schema
  if (source['x-kubernetes-int-or-string'] === true) return dyn
  switch (source.type) {
    case 'array': {
      const items = schema.items && declareType(schema.items, below(schema.items, `${name}.@idx`))
      return items && listOf(items)
    }
    case 'object':
      return declareObject(schema, { resource, name })
    case 'string':
      return stringFormats[source.format ?? ''] ?? string
    default:
      return scalars[source.type ?? '']
  }
}

function below(schema: CompiledSchema, name: string): Declaration {
  return { resource: schema.embedded, name }
}

function declareObject(schema: CompiledSchema, { resource, name }: Declaration): CelType | undefined {
  const { additional } = schema
  if (additional) {
    const values = declareType(additional, below(additional, `${name}.@elem`))
    return values && mapOf(string, values)
  }
  const known = new Map<string, CelType | undefined>()
  const lookUp = (identifier: string): CelType | undefined => {
    const property = unescapeName(identifier)
    if (property === undefined) return undefined
    const implied = resource ? impliedField(schema, property, name) : undefined
    const child = schema.properties.get(property)
    return implied ?? (child && declareType(child, below(child, `${name}.${identifier}`)))
  }
  return {
    kind: 'object',
    name,
    field: (identifier) => {
      if (!known.has(identifier)) known.set(identifier, lookUp(identifier))
      return known.get(identifier)
    },
  }
}

/** What every resource has. A schema that describes all of it itself is left alone. */
function impliedField(schema: CompiledSchema, property: string, name: string): CelType | undefined {
  if (property === 'kind' || property === 'apiVersion') return string
  if (property !== 'metadata') return undefined
  const written = schema.properties.get('metadata')
  if (written && describesNames(written)) return undefined
  return {
    kind: 'object',
    name: `${name}.metadata`,
    field: (field) => (field === 'name' || field === 'generateName' ? string : undefined),
  }
}

/** Whether both names are written down as text; only then is the written schema of metadata the one that counts. */
export function describesNames(metadata: CompiledSchema): boolean {
  return ['name', 'generateName'].every((field) => metadata.properties.get(field)?.source.type === 'string')
}
