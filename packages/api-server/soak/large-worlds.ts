import type { Json } from '../src/json/json.ts'
import { definitionsPath, type TestServer } from '../src/server.testing.ts'
import { openMemoryStore } from '../src/store/memory-store.ts'
import type { Store } from '../src/store/store.ts'
import type { HostileRequest } from './hostile-requests.ts'

const numbers = (count: number): readonly number[] => [...Array(Math.floor(count)).keys()]
const tableOf = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const metadataOf = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
const [many, definitions] = [30_000, 100]

type Asked = Pick<HostileRequest, 'method' | 'accept' | 'encoding' | 'events'> & { readonly query?: string }

/** What is asked of collections that nobody has looked at since the server was started, each of one of its own. */
const asked: Readonly<Record<string, Asked>> = {
  'a list': { method: 'GET' },
  'a table': { method: 'GET', accept: tableOf },
  'metadata alone': { method: 'GET', accept: metadataOf },
  'as YAML': { method: 'GET', accept: 'application/yaml' },
  compressed: { method: 'GET', encoding: 'gzip' },
  'by a label': { method: 'GET', query: '?labelSelector=n!%3Dv1' },
  'by a field': { method: 'GET', query: '?fieldSelector=metadata.name!%3Dm1' },
  'one page by a label that nobody has': { method: 'GET', query: '?labelSelector=none&limit=1' },
  'a watch of all': { method: 'GET', query: '?watch=1&resourceVersion=0', events: many },
  'a watch of tables': { method: 'GET', query: '?watch=1&resourceVersion=0', accept: tableOf, events: many },
  'a watch of what happened': { method: 'GET', query: '?watch=1&resourceVersion=1', events: many },
  'a watch of all with a label': {
    method: 'GET',
    query: '?watch=1&resourceVersion=0&labelSelector=n%3Dv29999',
    events: 1,
  },
  'deleting them': { method: 'DELETE' },
}

const namespaceOf = (index: number): string => `large-${index}`

/** Collections as a server finds them when it starts, with all that happened to them. */
export async function openLargeStore(): Promise<Store> {
  const history = { maxAgeMs: 3_600_000, maxEvents: 1_000_000, maxBytes: 2 ** 30 }
  const store = openMemoryStore({ now: Date.now, history })
  for (const index of Object.keys(asked).keys()) {
    const namespace = namespaceOf(index)
    await Promise.all(
      numbers(many).map((at) => {
        const key = { cluster: '', resource: '/configmaps', namespace, name: `m${at}` }
        const metadata = { name: key.name, namespace, uid: `${index}-${at}`, labels: { n: `v${at}` } }
        const encode = (revision: number): Buffer =>
          json({
            kind: 'ConfigMap',
            apiVersion: 'v1',
            metadata: { ...metadata, resourceVersion: `${revision}` },
            data: { a: 'x'.repeat(400) },
          })
        return store.write({ key, expected: undefined, encode })
      }),
    )
  }
  return store
}

/** Serves many kinds with long schemas. */
export async function serveManyKinds({ call }: Pick<TestServer, 'call'>): Promise<void> {
  for (const index of numbers(definitions)) await call('POST', definitionsPath, definition(index))
}

/** Requests whose work grows with how much a server holds. */
export function hostileToLargeWorlds(): readonly HostileRequest[] {
  const reads = Object.entries(asked).map(([name, { query = '', ...rest }], index) => ({
    name: `${many} objects, ${name}`,
    path: `/api/v1/namespaces/${namespaceOf(index)}/configmaps${query}`,
    ...rest,
  }))
  const read = (name: string, path: string): HostileRequest => ({
    name: `${definitions} long definitions, ${name}`,
    method: 'GET',
    path,
  })
  return [
    ...reads,
    read('OpenAPI v2', '/openapi/v2'),
    read('the index of OpenAPI v3', '/openapi/v3'),
    read('a group of OpenAPI v3', '/openapi/v3/apis/many.example.com/v1'),
    { name: `${definitions} long definitions, deleting them`, method: 'DELETE', path: definitionsPath },
    {
      name: 'thousands of owners of fields',
      method: 'POST',
      path: '/api/v1/namespaces/default/configmaps',
      type: 'application/json',
      body: json({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'owned', managedFields: owners() },
      }),
    },
  ]
}

const owners = (): Json =>
  numbers(3_000).map((index) => ({
    manager: `m${index}`,
    operation: 'Update',
    apiVersion: 'v1',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { [`f:k${index}`]: {} } },
  }))

function schema(levels: number): Json {
  const inner = levels === 0 ? { type: 'string', description: 'x'.repeat(80) } : schema(levels - 1)
  const properties = Object.fromEntries(numbers(8).map((index) => [`p${index}`, inner]))
  return { type: 'object', description: 'x'.repeat(100), properties }
}

function definition(index: number): Json {
  const plural = `kinds${index}`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.many.example.com` },
    spec: {
      group: 'many.example.com',
      scope: 'Namespaced',
      names: { plural, kind: `Kind${index}` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema(2), status: schema(2) } } },
        },
      ],
    },
  }
}

const json = (value: Json): Buffer => Buffer.from(JSON.stringify(value))
