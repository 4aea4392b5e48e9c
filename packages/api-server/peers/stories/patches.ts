import type { Body } from '../exchange.ts'
import { get, type PatchKind, patch, post, put, type Request, withQuery } from '../exchange.ts'
import { textAt } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { configMap, custom, definition, deployment, install, type JsonObject, service } from './objects.ts'

const jsonPatches: Record<string, Body> = {
  'add a member': [{ op: 'add', path: '/data/b', value: '2' }],
  'add a map': [{ op: 'add', path: '/metadata/labels', value: { l: '1' } }],
  'add into what is missing': [{ op: 'add', path: '/nothing/b', value: '2' }],
  replace: [{ op: 'replace', path: '/data/a', value: '9' }],
  'replace what is missing': [{ op: 'replace', path: '/data/none', value: '9' }],
  remove: [{ op: 'remove', path: '/data/b' }],
  'remove what is missing': [{ op: 'remove', path: '/data/none' }],
  'test that holds': [
    { op: 'test', path: '/data/a', value: '9' },
    { op: 'add', path: '/data/t', value: 'held' },
  ],
  'test that fails': [
    { op: 'test', path: '/data/a', value: 'x' },
    { op: 'add', path: '/data/t', value: 'no' },
  ],
  copy: [{ op: 'copy', from: '/data/a', path: '/data/copied' }],
  move: [{ op: 'move', from: '/data/copied', path: '/data/moved' }],
  'copy of what is missing': [{ op: 'copy', from: '/data/none', path: '/data/x' }],
  'escaped keys': [
    { op: 'add', path: '/metadata/annotations', value: {} },
    { op: 'add', path: '/metadata/annotations/a.b~1c', value: 'x' },
  ],
  'an unknown operation': [{ op: 'nonsense', path: '/data/a' }],
  'no path': [{ op: 'add', value: '1' }],
  'no operation': [{ path: '/data/a', value: '1' }],
  'no list': { op: 'add', path: '/data/z', value: '1' },
  'an empty list': [],
  'no JSON': { raw: '[{' },
  nothing: { raw: '' },
  'the whole document': [{ op: 'replace', path: '', value: configMap('c', { whole: 'yes' }) }],
  'a wrong type': [{ op: 'add', path: '/data/n', value: 1 }],
  'an unknown field': [{ op: 'add', path: '/nonsense', value: 1 }],
  'the name': [{ op: 'replace', path: '/metadata/name', value: 'other' }],
  'the namespace': [{ op: 'replace', path: '/metadata/namespace', value: 'other' }],
  'the uid': [{ op: 'replace', path: '/metadata/uid', value: 'other' }],
  'the version': [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }],
  'the kind': [{ op: 'replace', path: '/kind', value: 'Secret' }],
  'the creation': [{ op: 'replace', path: '/metadata/creationTimestamp', value: '2001-01-01T00:00:00Z' }],
}

const mergePatches: Record<string, Body> = {
  'a member': { data: { b: '2' } },
  'null removes': { data: { b: null } },
  'null of what is missing': { data: { none: null } },
  'a whole map removed': { data: null },
  'a map back': { data: { a: '1' } },
  nothing: {},
  'a list': [],
  'a text': 'x',
  null: null,
  'no JSON': { raw: '{' },
  'JSON and more': { raw: '{} {}' },
  'the same key twice': { raw: '{"data":{"a":"1","a":"2"}}' },
  'an unknown field': { nonsense: { x: 1 } },
  'a wrong type': { data: { a: true } },
  'a stale version': { metadata: { resourceVersion: '1' }, data: { a: '5' } },
  'another uid': { metadata: { uid: 'x' } },
  'another name': { metadata: { name: 'x' } },
  'another kind': { kind: 'Secret' },
  'another version of the API': { apiVersion: 'v2' },
  'a label': { metadata: { labels: { l: 'v' } } },
  'a bad label': { metadata: { labels: { l: 'not valid!' } } },
  'a key named like a prototype': { raw: '{"data":{"__proto__":"x"}}' },
}

function onConfigMap(kind: PatchKind, patches: Record<string, Body>): Story {
  return {
    name: `patches/${kind}`,
    run: async (api) => {
      const one = api.path('configmaps/c')
      await api.quietly(post(api.path('configmaps'), configMap('c', { a: '1' })))
      for (const [because, body] of Object.entries(patches)) await api.step(because, patch(kind, one, body))
      await api.step(
        'of what is missing',
        patch(kind, api.path('configmaps/none'), kind === 'json' ? [] : {}),
      )
      await api.step(
        'with Strict and an unknown field',
        patch(
          kind,
          withQuery(one, 'fieldValidation=Strict'),
          kind === 'json' ? [{ op: 'add', path: '/nonsense', value: 1 }] : { nonsense: 1 },
        ),
      )
      await api.step(
        'by a manager',
        patch(
          kind,
          withQuery(one, 'fieldManager=somebody'),
          kind === 'json' ? [{ op: 'add', path: '/data', value: { k: 'v' } }] : { data: { k: 'v' } },
        ),
      )
      await api.step('with force', patch(kind, withQuery(one, 'force=true'), kind === 'json' ? [] : {}))
      await api.step(
        'dry',
        patch(
          kind,
          withQuery(one, 'dryRun=All'),
          kind === 'json' ? [{ op: 'add', path: '/data', value: { dry: 'v' } }] : { data: { dry: 'v' } },
        ),
      )
      await api.step('at last', get(one))
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }
      if (kind !== 'json')
        await api.step(
          'owner references twice',
          patch(kind, one, { metadata: { ownerReferences: [owner, owner] } }),
        )
    },
  }
}

const containers = (...names: readonly string[]): JsonObject[] =>
  names.map((name) => ({ name, image: `${name}:1` }))
const template = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } })

const strategicPatches: Record<string, Body> = {
  'a container more': template({ containers: [{ name: 'side', image: 'side:1' }] }),
  'a container changed': template({ containers: [{ name: 'main', image: 'main:2' }] }),
  'a container without its key': template({ containers: [{ image: 'x' }] }),
  'a container deleted': template({ containers: [{ name: 'side', $patch: 'delete' }] }),
  environment: template({
    containers: [
      {
        name: 'main',
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
        ],
      },
    ],
  }),
  'environment merged': template({
    containers: [
      {
        name: 'main',
        env: [
          { name: 'B', value: '3' },
          { name: 'C', value: '4' },
        ],
      },
    ],
  }),
  'environment in another order': template({ containers: [{ name: 'main', $setElementOrder_env: [] }] }),
  'order of environment': template({
    containers: [
      {
        name: 'main',
        '$setElementOrder/env': [{ name: 'C' }, { name: 'A' }, { name: 'B' }],
        env: [{ name: 'A', value: '9' }],
      },
    ],
  }),
  'order of containers': template({
    '$setElementOrder/containers': [{ name: 'late' }, { name: 'main' }],
    containers: [{ name: 'late', image: 'late:1' }],
  }),
  'order that does not name all': template({
    '$setElementOrder/containers': [{ name: 'late' }],
    containers: [{ name: 'main', image: 'main:3' }],
  }),
  ports: template({
    containers: [{ name: 'main', ports: [{ containerPort: 80 }, { containerPort: 81, protocol: 'UDP' }] }],
  }),
  'ports merged by number': template({
    containers: [{ name: 'main', ports: [{ containerPort: 80, name: 'http' }] }],
  }),
  'command replaced': template({ containers: [{ name: 'main', command: ['a', 'b'], args: ['c'] }] }),
  'a list replaced': template({
    containers: [{ name: 'main', env: [{ $patch: 'replace' }, { name: 'Z', value: '1' }] }],
  }),
  'all containers replaced': template({
    containers: [{ $patch: 'replace' }, { name: 'only', image: 'only:1' }],
  }),
  'a map replaced': { metadata: { labels: { a: '1', b: '2' } } },
  'a map with the directive': { metadata: { labels: { $patch: 'replace', c: '3' } } },
  'a map deleted': { metadata: { labels: { $patch: 'delete' } } },
  'finalizers united': { metadata: { finalizers: ['example.com/a', 'example.com/b'] } },
  'finalizers united more': { metadata: { finalizers: ['example.com/c'] } },
  'a finalizer taken': { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'] } },
  'finalizers in order': { metadata: { '$setElementOrder/finalizers': ['example.com/c', 'example.com/b'] } },
  'a strategy with keys kept': { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
  'a strategy with unknown keys kept': {
    spec: { strategy: { $retainKeys: ['nonsense'], type: 'RollingUpdate' } },
  },
  'a strategy back': {
    spec: {
      strategy: {
        $retainKeys: ['type', 'rollingUpdate'],
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: 2 },
      },
    },
  },
  volumes: template({ volumes: [{ name: 'v', emptyDir: {} }] }),
  'a volume of another source': template({
    volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }],
  }),
  'an unknown directive': { metadata: { labels: { $patch: 'nonsense' } } },
  'a directive of a wrong type': { metadata: { labels: { $patch: 7 } } },
  'null removes': { spec: { revisionHistoryLimit: null } },
  tolerations: template({ tolerations: [{ key: 'a', operator: 'Exists' }] }),
  'tolerations replaced': template({ tolerations: [{ key: 'b', operator: 'Exists' }] }),
  'image pull secrets': template({ imagePullSecrets: [{ name: 'a' }] }),
  'image pull secrets merged': template({ imagePullSecrets: [{ name: 'b' }] }),
  'host aliases': template({ hostAliases: [{ ip: '1.1.1.1', hostnames: ['a'] }] }),
  'conditions through the main path': { status: { conditions: [{ type: 'X', status: 'True' }] } },
  'an unknown field': { spec: { nonsense: 1 } },
  'a list for a map': { spec: [] },
  'a map for a list': template({ containers: {} }),
  'a text': 'x',
  'a list': [],
  nothing: {},
  'no JSON': { raw: '{' },
  'the selector': { spec: { selector: { matchLabels: { other: 'x' } } } },
  'a replica more': { spec: { replicas: 3 } },
  'zero replicas': { spec: { replicas: 0 } },
  'a text for replicas': { spec: { replicas: '3' } },
  'a fraction for replicas': { spec: { replicas: 1.5 } },
}

const strategic: Story = {
  name: 'patches/strategic',
  run: async (api) => {
    const one = api.path('apps/v1 deployments/d')
    const main = {
      ...deployment('d'),
      spec: {
        selector: { matchLabels: { app: 'd' } },
        template: { metadata: { labels: { app: 'd' } }, spec: { containers: containers('main') } },
      },
    }
    await api.quietly(post(api.path('apps/v1 deployments'), main))
    for (const [because, body] of Object.entries(strategicPatches))
      await api.step(because, patch('strategic', one, body))
    const status = { status: { conditions: [{ type: 'X', status: 'True' }], replicas: 3 } }
    await api.step('conditions through status', patch('strategic', `${one}/status`, status))
    await api.step(
      'conditions merged through status',
      patch('strategic', `${one}/status`, {
        status: { conditions: [{ type: 'Y', status: 'False', reason: 'R' }] },
      }),
    )
    await api.step('of what is missing', patch('strategic', api.path('apps/v1 deployments/none'), {}))
    await api.step('at last', get(one))
    await api.quietly(post(api.path('services'), service('s', { ports: [{ port: 80, name: 'a' }] })))
    const servicePath = api.path('services/s')
    await api.step(
      'ports of a Service',
      patch('strategic', servicePath, { spec: { ports: [{ port: 81, name: 'b' }] } }),
    )
    await api.step(
      'ports of a Service changed',
      patch('strategic', servicePath, { spec: { ports: [{ port: 81, targetPort: 8081 }] } }),
    )
    await api.step(
      'selector of a Service',
      patch('strategic', servicePath, { spec: { selector: { a: 'b' } } }),
    )
  },
}

const types: Story = {
  name: 'patches/types',
  run: async (api) => {
    const group = 'patched.example.com'
    await install(api, definition({ group }))
    const one = api.path(`${group}/v1 widgets/w`)
    await api.quietly(
      post(api.path(`${group}/v1 widgets`), custom(group, 'w', { spec: { list: [1, 2], map: { a: 1 } } })),
    )
    await api.quietly(post(api.path('configmaps'), configMap('c')))
    const typed = (path: string, type: string, body: string): Request => ({
      ...patch('merge', path, { raw: body }),
      headers: { accept: 'application/json', 'content-type': type },
    })
    const cases: Record<string, Request> = {
      'strategic on a custom object': patch('strategic', one, { spec: { a: 1 } }),
      'merge on a custom object': patch('merge', one, { spec: { map: { b: 2, a: null }, list: [3] } }),
      'json on a custom object': patch('json', one, [
        { op: 'add', path: '/spec/list/-', value: 4 },
        { op: 'add', path: '/spec/list/0', value: 0 },
      ]),
      'json out of bounds': patch('json', one, [{ op: 'add', path: '/spec/list/17', value: 4 }]),
      'json at a negative index': patch('json', one, [{ op: 'remove', path: '/spec/list/-1' }]),
      'json at an index that is no number': patch('json', one, [{ op: 'remove', path: '/spec/list/x' }]),
      'json null added': patch('json', one, [{ op: 'add', path: '/spec/nothing', value: null }]),
      'json test of null': patch('json', one, [{ op: 'test', path: '/spec/missing', value: null }]),
      'big numbers': patch('merge', one, {
        raw: '{"spec":{"big":9007199254740993,"float":1.50,"exp":1e3,"huge":123456789012345678901234567890}}',
      }),
      'no type at all': { ...patch('merge', one, {}), headers: { accept: 'application/json' } },
      'plain JSON': typed(one, 'application/json', '{}'),
      nonsense: typed(one, 'application/nonsense', '{}'),
      'with a charset': typed(
        one,
        'application/merge-patch+json; charset=utf-8',
        '{"spec":{"charset":true}}',
      ),
      'upper case': typed(one, 'Application/Merge-Patch+JSON', '{}'),
      cbor: typed(one, 'application/apply-patch+cbor', '{}'),
      'yaml merge': typed(one, 'application/merge-patch+yaml', '{}'),
      'plain JSON on a ConfigMap': typed(api.path('configmaps/c'), 'application/json', '{}'),
      'nonsense on a ConfigMap': typed(api.path('configmaps/c'), 'nonsense', '{}'),
      'other apiVersion': patch('merge', one, { apiVersion: 'v1' }),
      'other kind': patch('merge', one, { kind: 'Gadget' }),
    }
    for (const [because, request] of Object.entries(cases)) await api.step(because, request)
    const { body } = await api.step('at last', get(one))
    await api.step('update with what was read', put(one, body))
    await api.step('update without a version', put(one, custom(group, 'w')))
    await api.step(
      'update with a version',
      put(
        one,
        custom(group, 'w', {
          metadata: { name: 'w', resourceVersion: textAt(body, 'metadata.resourceVersion') },
        }),
      ),
    )
  },
}

export const patchStories: readonly Story[] = [
  onConfigMap('json', jsonPatches),
  onConfigMap('merge', mergePatches),
  onConfigMap('strategic', mergePatches),
  strategic,
  types,
].map((story, index) => (index === 2 ? { ...story, name: 'patches/strategic-simple' } : story))
