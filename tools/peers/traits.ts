import { type CrdVersion, type CustomResourceDefinition, type Fields, fields, list } from '@sitrep/status'

/** Everything by which two CRDs of one kind can differ, each as a text: `v1 spec.listeners[].port maximum` is `65535`. */
export type Traits = ReadonlyMap<string, string>

/**
 * Reads a CRD. Descriptions are left out, and so are the texts of rules: those are compared by what they take and refuse. Of
 * versions that are not served it counts only that they are there.
 */
export function traitsOf({ metadata, spec }: CustomResourceDefinition): Traits {
  const { versions, names, conversion = { strategy: 'None' }, ...rest } = spec
  return new Map([
    ...each('label', metadata.labels),
    ...each('annotation', metadata.annotations),
    ...each('names', names),
    ...each('conversion', conversion),
    ...each('spec', rest),
    ...versions.flatMap(ofVersion),
  ])
}

type Trait = readonly [name: string, text: string]

const each = (what: string, held: Readonly<Record<string, unknown>> = {}): readonly Trait[] =>
  Object.entries(held).map(([name, value]) => [`${what} ${name}`, textOf(value)])

function ofVersion({ name, ...version }: CrdVersion): readonly Trait[] {
  if (!version.served) return [[`version ${name}`, 'not served']]
  const { schema, additionalPrinterColumns: columns, subresources = {}, ...rest } = version
  return [
    [`version ${name}`, 'served'],
    ...each(name, rest),
    ...each(`${name} subresource`, subresources),
    ...columns.map(
      (column): Trait => [
        `${name} column ${column.name}`,
        textOf({ priority: 0, ...without(fields(column)) }),
      ],
    ),
    ...ofSchema(name, '', fields(schema.openAPIV3Schema)),
  ]
}

function ofSchema(version: string, path: string, schema: Fields): readonly Trait[] {
  const { properties, items, additionalProperties, ...keywords } = schema
  const place = `${version} ${path === '' ? 'root' : path}`
  const inner = (at: string, part: unknown) => (part === undefined ? [] : ofSchema(version, at, fields(part)))
  return [
    ...Object.entries(keywords)
      .filter(([keyword]) => keyword !== 'description' && keyword !== 'x-kubernetes-validations')
      .map(([keyword, value]): Trait => [`${place} ${keyword}`, textOf(sorted(keyword, value))]),
    ...Object.entries(fields(properties)).flatMap(([name, part]) =>
      inner(path === '' ? name : `${path}.${name}`, part),
    ),
    ...inner(`${path}[]`, items),
    ...inner(`${path}{}`, additionalProperties),
  ]
}

// The order of what is required or allowed means nothing.
const sorted = (keyword: string, value: unknown): unknown =>
  keyword === 'required' || keyword === 'enum' ? [...list(value)].sort() : value

const without = ({ description: _, ...column }: Fields): Fields => column

const textOf = (value: unknown): string => JSON.stringify(ordered(value))

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]))
}
