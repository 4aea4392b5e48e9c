import type { Json, JsonObject } from '../src/json/json.ts'
import { definitionsPath, type TestServer } from '../src/server.testing.ts'
import type { HostileRequest } from './hostile-requests.ts'

const tableOf = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const numbers = (count: number): readonly number[] => [...Array(count).keys()]
const words = (count: number): readonly string[] => numbers(count).map((index) => `w${index}`)
const named = (count: number, value: Json): JsonObject =>
  Object.fromEntries(words(count).map((word) => [word, value]))
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const text = { type: 'string' }
const nested = (levels: number): Json => (levels === 0 ? 1 : { a: nested(levels - 1) })

/** What a definition says of the items of a list, what stands in the list, and which columns it has. */
interface HostileSchema {
  readonly items: Json
  readonly item: Json
  readonly columns?: readonly string[]
}

/** Schemas and objects that are each small, and whose product is not. */
const schemas: Readonly<Record<string, HostileSchema>> = {
  enum: { items: { ...text, enum: words(3_000) }, item: 'none of them' },
  'enum of objects': { items: { ...anything, enum: numbers(400).map((a) => ({ a })) }, item: { a: -1 } },
  alternatives: { items: { ...text, anyOf: words(200).map((pattern) => ({ pattern })) }, item: 'a' },
  'required members': {
    items: { type: 'object', required: words(300), properties: named(300, text) },
    item: {},
  },
  'possible members': { items: { type: 'object', properties: named(3_000, text) }, item: {} },
  'a long default': {
    items: { type: 'object', properties: { a: { ...text, default: 'x'.repeat(100_000) } } },
    item: {},
  },
  'many defaults': {
    items: { type: 'object', properties: named(1_000, { ...text, default: 'x' }) },
    item: {},
  },
  'a dear pattern': { items: { ...text, pattern: '(a{0,30}){0,30}b' }, item: 'a'.repeat(40) },
  'paths that double': { items: anything, item: {}, columns: ["['a','a']".repeat(40)] },
  'paths that descend': { items: anything, item: {}, columns: ['..a..a..a..a'] },
  'columns of everything': { items: anything, item: {}, columns: numbers(1_000).map(() => '.spec') },
}

const pluralOf = (index: number): string => `schemas${index}`

/** Serves a kind for each of the schemas. */
export async function serveSchemas({ call }: Pick<TestServer, 'call'>): Promise<void> {
  for (const [index, schema] of Object.values(schemas).entries())
    await call('POST', definitionsPath, definition(pluralOf(index), schema))
}

/** Writes an object of each kind, and reads them as tables. */
export function hostileToSchemas(): readonly HostileRequest[] {
  return Object.entries(schemas).flatMap(([name, { item }], index) => {
    const path = `/apis/example.com/v1/namespaces/default/${pluralOf(index)}`
    const object = {
      apiVersion: 'example.com/v1',
      kind: `Kind${index}`,
      metadata: { name: 'a' },
      spec: { list: numbers(20_000).map(() => item), a: nested(500) },
    }
    const body = Buffer.from(JSON.stringify(object))
    return [
      { name: `schema, ${name}`, method: 'POST', path, type: 'application/json', body },
      { name: `schema, ${name}, as a table`, method: 'GET', path, accept: tableOf },
    ]
  })
}

function definition(plural: string, { items, columns = [] }: HostileSchema): JsonObject {
  const spec = { ...anything, properties: { list: { type: 'array', items } } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural, kind: plural.replace('schemas', 'Kind') },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
          additionalPrinterColumns: columns.map((path, index) => ({
            name: `c${index}`,
            type: 'string',
            jsonPath: `.spec${path === '.spec' ? '' : path}`,
          })),
        },
      ],
    },
  }
}
