import type { Json, JsonObject } from '../src/json/json.ts'
import { configMapsPath, widgetsPath } from '../src/server.testing.ts'

/** A request that was made to take long. */
export interface HostileRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: Buffer
  readonly accept?: string
  readonly encoding?: string
  /** Of a watch: how many events are waited for. */
  readonly events?: number
  /** Whether somebody without any rights may send it. */
  readonly anybody?: true
}

const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
const numbers = (count: number): readonly number[] => [...Array(Math.floor(count)).keys()]
const members = (count: number, value: Json): JsonObject =>
  Object.fromEntries(numbers(count).map((index) => [`k${index}`, value]))
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'

/** Bodies and queries of about as many bytes as said, of every form that is known to grow faster than its length somewhere. */
export function hostileRequests(bytes: number): readonly HostileRequest[] {
  // Larger objects are refused for their size alone.
  const stored = Math.min(bytes, 1_000_000)
  return [
    ...yamlRequests(bytes),
    ...jsonRequests(bytes),
    ...objects(stored),
    ...patches(stored),
    ...readings(bytes),
  ]
}

function yamlRequests(bytes: number): readonly HostileRequest[] {
  const fill = (text: string): string => text.repeat(Math.floor(bytes / text.length))
  const texts: readonly (readonly [string, string])[] = [
    [
      'a map',
      numbers(bytes / 12)
        .map((index) => `k${index}: ${index}\n`)
        .join(''),
    ],
    ['a flow list', `a: [${fill('1,')}]`],
    ['flow lists that are never closed', fill('[')],
    ['flow lists that were never opened', fill(']')],
    ['dashes', fill('- ')],
    ['lines of dashes', fill('-\n')],
    ['repeated keys', fill('a: 1\n')],
    [
      'anchors',
      numbers(bytes / 12)
        .map((index) => `- &a${index} 1\n`)
        .join(''),
    ],
    ['aliases', `- &a 1\n${fill('- *a\n')}`],
    [
      'aliases of aliases',
      numbers(20)
        .map((level) => `a${level}: &a${level} [${`*a${level - 1},`.repeat(level === 0 ? 0 : 20)}1]\n`)
        .join(''),
    ],
    ['a long text named often', `a: &a "${'x'.repeat(bytes / 2)}"\nb: [${fill('*a,').slice(0, bytes / 2)}]`],
    ['mistakes', fill('"a" b: }\n')],
    ['question marks', fill('? ')],
    ['documents', fill('---\n')],
    ['comments', fill('#a\n')],
    ['lines without anything', `${fill('\n')}b: 1`],
    ['a folded text', `a: >\n${fill('  b\n\n')}`],
    ['a long number', `a: ${fill('9')}`],
    ['JSON that breaks at its end', `{"a":[${fill('[1,"a"],')}`],
  ]
  return texts.map(([name, text]) => ({
    name: `YAML, ${name}`,
    method: 'POST',
    path: reviews,
    type: 'application/yaml',
    body: Buffer.from(text),
    anybody: true,
  }))
}

function jsonRequests(bytes: number): readonly HostileRequest[] {
  const fill = (text: string): string => text.repeat(Math.floor(bytes / text.length))
  const texts: readonly (readonly [string, string])[] = [
    ['a long number', `{"a":${fill('9')}}`],
    ['half pairs', `{"a":"\\ud83d","b":[${fill('1,')}1]}`],
    ['escapes', `{"a":"${fill('\\u0041')}\\ud800"}`],
    ['repeated keys', `{${fill('"a":1,')}"a":1}`],
    [
      'repeated objects that grow',
      `{${numbers(bytes / 16)
        .map((index) => `"a":{"k${index}":1},`)
        .join('')}"a":{}}`,
    ],
    ['deep lists', fill('[')],
    ['many values', `{"a":[${fill('1,')}1]}`],
    ['many objects', `{"a":[${fill('{},')}1]}`],
  ]
  return texts.map(([name, text]) => ({
    name: `JSON, ${name}`,
    method: 'POST',
    path: reviews,
    type: 'application/json',
    body: Buffer.from(text),
    anybody: true,
  }))
}

function objects(bytes: number): readonly HostileRequest[] {
  const widget = (name: string, rest: JsonObject): JsonObject => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    ...rest,
    metadata: { name, ...(rest['metadata'] as JsonObject | undefined) },
  })
  const few = Math.min(bytes, 600_000)
  const pod = (name: string, spec: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec,
  })
  const made: readonly (readonly [string, string, JsonObject])[] = [
    ['members', widgetsPath, widget('members', { spec: members(few / 16, 1) })],
    ['a list', widgetsPath, widget('list', { spec: { list: numbers(Math.min(bytes / 6, 40_000)) } })],
    [
      'owners',
      widgetsPath,
      widget('owners', {
        metadata: {
          ownerReferences: numbers(few / 60).map((index) => ({
            apiVersion: 'v1',
            kind: 'X',
            name: `n${index}`,
            uid: `u${index}`,
          })),
        },
      }),
    ],
    ['labels', widgetsPath, widget('labels', { metadata: { labels: members(few / 14, 'v') } })],
    [
      'finalizers',
      widgetsPath,
      widget('finalizers', { metadata: { finalizers: numbers(few / 14).map((index) => `a.b/k${index}`) } }),
    ],
    [
      'keys of a ConfigMap',
      configMapsPath,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'keys' }, data: members(few / 20, 'v') },
    ],
    [
      'containers',
      '/api/v1/namespaces/default/pods',
      pod('containers', {
        containers: numbers(few / 150).map((index) => ({ name: `c${index}`, image: 'x' })),
      }),
    ],
    [
      'ports that are all alike',
      '/api/v1/namespaces/default/pods',
      pod('ports', {
        containers: [
          { name: 'c', image: 'x', ports: numbers(few / 60).map(() => ({ containerPort: 80, name: 'a' })) },
        ],
      }),
    ],
    [
      'ports of a Service',
      '/api/v1/namespaces/default/services',
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'ports' },
        spec: {
          ports: numbers(few / 60).map((index) => ({ name: `p${index}`, port: 1 + (index % 60_000) })),
        },
      },
    ],
    [
      'rules of a role',
      '/apis/rbac.authorization.k8s.io/v1/clusterroles',
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'rules' },
        rules: numbers(few / 100).map((index) => ({
          apiGroups: ['a'],
          resources: [`b${index}`],
          verbs: ['get'],
        })),
      },
    ],
  ]
  return made.map(([name, path, object]) => ({
    name: `create, ${name}`,
    method: 'POST',
    path,
    type: 'application/json',
    body: Buffer.from(JSON.stringify(object)),
  }))
}

function patches(bytes: number): readonly HostileRequest[] {
  const operations = (make: (index: number) => JsonObject): Json => numbers(9999).map(make)
  const made: readonly (readonly [string, string, string, Json])[] = [
    ['merge, many members', 'members', 'merge', { spec: members(Math.min(bytes, 600_000) / 16, 2) }],
    ['merge, one member of many', 'members', 'merge', { spec: { z: 1 } }],
    [
      'JSON, additions',
      'members',
      'json',
      operations((index) => ({ op: 'add', path: `/spec/q${index}`, value: index })),
    ],
    [
      'JSON, additions at the front of a list',
      'list',
      'json',
      operations((index) => ({ op: 'add', path: '/spec/list/0', value: index })),
    ],
    ['JSON, tests', 'members', 'json', operations(() => ({ op: 'test', path: '', value: {} }))],
    [
      'JSON, copies',
      'members',
      'json',
      numbers(100).map((index) => ({ op: 'copy', from: '/spec', path: `/metadata/c${index}` })),
    ],
    [
      'JSON, deep paths',
      'list',
      'json',
      numbers(bytes / 2000).map(() => ({ op: 'test', path: '/a'.repeat(900), value: 1 })),
    ],
    [
      'JSON, an index of many digits',
      'list',
      'json',
      [{ op: 'add', path: `/spec/list/${'9'.repeat(bytes)}`, value: 1 }],
    ],
  ]
  return [
    ...made.map(([name, object, type, body]) => ({
      name: `patch, ${name}`,
      method: 'PATCH',
      path: `${widgetsPath}/${object}`,
      type: `application/${type === 'json' ? 'json-patch' : 'merge-patch'}+json`,
      body: Buffer.from(JSON.stringify(body)),
    })),
    {
      name: 'apply, many members',
      method: 'PATCH',
      path: `${widgetsPath}/applied?fieldManager=soak`,
      type: 'application/apply-patch+yaml',
      body: Buffer.from(
        JSON.stringify({
          apiVersion: 'example.com/v1',
          kind: 'Widget',
          metadata: { name: 'applied' },
          spec: members(Math.min(bytes, 300_000) / 16, 1),
        }),
      ),
    },
  ]
}

function readings(bytes: number): readonly HostileRequest[] {
  // Heads have a megabyte.
  const head = Math.min(bytes, 900_000)
  const fill = (text: string): string => text.repeat(Math.floor(head / text.length))
  const get = (name: string, path: string, accept?: string): HostileRequest => ({
    name: `read, ${name}`,
    method: 'GET',
    path,
    ...(accept !== undefined && { accept }),
  })
  return [
    get('an object as YAML', `${widgetsPath}/members`, 'application/yaml'),
    get('an object indented', `${widgetsPath}/members?pretty=1`),
    get('a list', widgetsPath),
    get('a list as YAML', widgetsPath, 'application/yaml'),
    get('a list as a table', widgetsPath, table),
    get('labels in a long list', `${widgetsPath}?labelSelector=a+in+(${fill('v,')}v)`),
    get('many labels', `${widgetsPath}?labelSelector=${fill('a!=b,')}a!=b`),
    get('parentheses', `${widgetsPath}?labelSelector=${fill('(')}`),
    get('many fields', `${widgetsPath}?fieldSelector=${fill('metadata.name=a,')}metadata.name=a`),
    get('slashes', `/api/${fill('a/')}`),
    get('escapes', `/api/${fill('%41')}`),
    get('types to choose from', `${widgetsPath}/members`, fill('a/b;c=d,')),
    get('a long token to go on with', `${widgetsPath}?limit=1&continue=${fill('e30')}`),
    get('all definitions', '/openapi/v2'),
    get('definitions of a group', '/openapi/v3/apis/apps/v1'),
  ]
}
