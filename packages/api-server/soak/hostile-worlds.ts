import type { Json, JsonObject } from '../src/json/json.ts'
import { configMapsPath, type TestServer, widgetsPath } from '../src/server.testing.ts'
import type { HostileRequest } from './hostile-requests.ts'

const gaugesPath = '/apis/example.com/v1/namespaces/default/gauges'
const servicesPath = '/api/v1/namespaces/default/services'
const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const objectsInLists = 5_000
const numbers = (count: number): readonly number[] => [...Array(Math.floor(count)).keys()]
const texts = { type: 'array', items: { type: 'string' } }

// Each as dear as a rule may be, so that the budget of the object is used up by several of them.
const dearRules: readonly string[] = [
  'self.list.all(x, self.list.exists(y, x == y))',
  'self.list.map(x, x + x).all(x, x != "")',
  'self.list.all(x, x.matches("^[a-z]+[0-9]*$"))',
  'self.list.all(x, self.list.size() > 0 && x.lowerAscii() == x)',
]

const gauges: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gauges.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gauges', kind: 'Gauge' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                'x-kubernetes-validations': [...dearRules, ...dearRules, ...dearRules].map((rule) => ({
                  rule,
                })),
                properties: {
                  list: texts,
                  set: { ...texts, 'x-kubernetes-list-type': 'set' },
                  each: {
                    type: 'array',
                    items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.size() < 100' }] },
                  },
                  keyed: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, value: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
}

/** Fills a server with as many objects as make lists long, and with a kind whose rules take long. */
export async function prepareWorld({ call }: Pick<TestServer, 'call'>): Promise<void> {
  await call('POST', definitionsPath, gauges)
  for (const index of numbers(objectsInLists))
    await call('POST', configMapsPath, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `m${index}`, labels: { n: `v${index}` } },
      data: { a: 'x'.repeat(200) },
    })
}

/** Requests whose work grows with what is there, with who owns it and with the rules of its kind, rather than with their own length. */
export function hostileToWorlds(bytes: number): readonly HostileRequest[] {
  return [...toRules(bytes), ...toOwners(bytes), ...toLists(bytes)]
}

function toRules(bytes: number): readonly HostileRequest[] {
  const items = (length: number): readonly string[] =>
    numbers(Math.min(bytes / 12, length)).map((each) => `item${each}`)
  const made: readonly (readonly [string, JsonObject])[] = [
    ['dear rules on a short list', { list: items(300) }],
    ['dear rules on a long list', { list: items(40_000) }],
    ['a rule for each item', { each: items(40_000) }],
    ['a set', { set: items(40_000) }],
    ['a list with keys', { keyed: items(15_000).map((name) => ({ name, value: 'v' })) }],
  ]
  return made.map(([name, spec]) => ({
    name: `rules, ${name}`,
    method: 'POST',
    path: gaugesPath,
    type: 'application/json',
    body: json({ apiVersion: 'example.com/v1', kind: 'Gauge', metadata: { generateName: 'g' }, spec }),
  }))
}

function toOwners(bytes: number): readonly HostileRequest[] {
  const many = Math.min(bytes / 16, 45_000)
  const members = Object.fromEntries(numbers(many).map((index) => [`k${index}`, 1]))
  const widget = (name: string, rest: JsonObject): Json => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name },
    ...rest,
  })
  const keyed = (value: string): Json => ({
    apiVersion: 'example.com/v1',
    kind: 'Gauge',
    metadata: { name: 'keyed' },
    spec: { keyed: numbers(Math.min(bytes / 30, 12_000)).map((index) => ({ name: `n${index}`, value })) },
  })
  const ports = numbers(Math.min(bytes / 60, 9_000)).map((index) => ({ name: `p${index}`, port: 1 + index }))
  const apply = (name: string, path: string, body: Json): HostileRequest => ({
    name: `apply, ${name}`,
    method: 'PATCH',
    path,
    type: 'application/apply-patch+yaml',
    body: json(body),
  })
  const strategic = (name: string, body: Json): HostileRequest => ({
    name: `patch, strategic, ${name}`,
    method: 'PATCH',
    path: `${servicesPath}/ports`,
    type: 'application/strategic-merge-patch+json',
    body: json(body),
  })
  return [
    apply(
      'as many members as there may be',
      `${widgetsPath}/owned?fieldManager=a`,
      widget('owned', { spec: members }),
    ),
    apply('the same by another', `${widgetsPath}/owned?fieldManager=b`, widget('owned', { spec: members })),
    apply('nothing of what was applied', `${widgetsPath}/owned?fieldManager=a`, widget('owned', {})),
    apply(
      'conflicts',
      `${widgetsPath}/owned?fieldManager=c`,
      widget('owned', { spec: Object.fromEntries(numbers(many).map((index) => [`k${index}`, 2])) }),
    ),
    apply('a list with keys', `${gaugesPath}/keyed?fieldManager=a`, keyed('v')),
    apply('a list with keys by another', `${gaugesPath}/keyed?fieldManager=b&force=true`, keyed('w')),
    strategic('ports that are there', { spec: { ports } }),
    strategic('ports in an order', {
      spec: { '$setElementOrder/ports': ports.map(({ port }) => ({ port })), ports },
    }),
    strategic('ports that go', { spec: { ports: ports.map(({ port }) => ({ port, $patch: 'delete' })) } }),
    strategic('ports instead of others', { spec: { ports: [...ports, { $patch: 'replace' }] } }),
    strategic('finalizers that go', {
      metadata: {
        '$deleteFromPrimitiveList/finalizers': numbers(bytes / 20).map((index) => `a.b/k${index}`),
      },
    }),
  ]
}

function toLists(bytes: number): readonly HostileRequest[] {
  const head = Math.min(bytes, 900_000)
  const fill = (text: string): string => text.repeat(Math.floor(head / text.length))
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  const get = (name: string, query: string, accept?: string): HostileRequest => ({
    name: `list of many, ${name}`,
    method: 'GET',
    path: `${configMapsPath}${query}`,
    ...(accept !== undefined && { accept }),
  })
  const values = numbers(Math.min(head / 12, 8_000)).map((index) => `v${index}`)
  return [
    get('as JSON', ''),
    get('indented', '?pretty=1'),
    get('as a table', '', table),
    get('as a table with whole objects', '?includeObject=Object', table),
    get('as YAML', '', 'application/yaml'),
    get('metadata alone', '', 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'),
    get('by a label in a long list', `?labelSelector=n+in+(${values.join(',')})`),
    get('by a label not in a long list', `?labelSelector=n+notin+(${values.join(',')})`),
    get('by many labels', `?labelSelector=${fill('n!=b,').slice(0, 60_000)}n!=b`),
    get('by many fields', `?fieldSelector=${fill('metadata.name!=a,').slice(0, 60_000)}metadata.name!=a`),
    get(
      'by many labels that nobody has',
      `?labelSelector=${numbers(Math.min(head / 12, 6_000))
        .map((index) => `k${index}!=b`)
        .join(',')}`,
    ),
    get(
      'by many bounds of a label',
      `?labelSelector=${numbers(Math.min(head / 12, 6_000))
        .map((index) => `n>${index}`)
        .join(',')}`,
    ),
    { name: 'list of many, deleted in a try', method: 'DELETE', path: `${configMapsPath}?dryRun=All` },
    {
      name: 'list of many, in all namespaces as a table',
      method: 'GET',
      path: '/api/v1/configmaps',
      accept: table,
    },
  ]
}

const json = (value: Json): Buffer => Buffer.from(JSON.stringify(value))
