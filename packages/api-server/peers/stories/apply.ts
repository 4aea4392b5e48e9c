import type { Body } from '../exchange.ts'
import {
  apply,
  applyForced,
  get,
  type Json,
  patch,
  post,
  put,
  type Request,
  remove,
  withQuery,
} from '../exchange.ts'
import type { Story } from '../story.ts'
import {
  configMap,
  custom,
  definition,
  deployment,
  install,
  type JsonObject,
  podTemplate,
  service,
} from './objects.ts'

const managers: Story = {
  name: 'apply/managers',
  run: async (api) => {
    const one = api.path('configmaps/c')
    const steps: Record<string, Request> = {
      'created by apply': apply('alice', one, configMap('c', { a: '1', b: '1' })),
      'the same again': apply('alice', one, configMap('c', { a: '1', b: '1' })),
      'another manager, another field': apply('bob', one, configMap('c', { z: '1' })),
      'another manager, the same value': apply('bob', one, configMap('c', { z: '1', a: '1' })),
      'another manager, another value': apply('bob', one, configMap('c', { z: '1', b: '2' })),
      'conflicts in two fields': apply('carol', one, configMap('c', { a: '9', b: '9' })),
      forced: applyForced('bob', one, configMap('c', { z: '1', b: '2' })),
      'alice wants it back': apply('alice', one, configMap('c', { a: '1', b: '1' })),
      'a field given up that another owns too': apply('alice', one, configMap('c', {})),
      'a field given up that nobody else owns': apply('bob', one, configMap('c', { b: '2' })),
      labels: apply('dave', one, configMap('c', {}, { l: '1' })),
      'an update takes a field': patch('merge', withQuery(one, 'fieldManager=editor'), { data: { b: '7' } }),
      'a conflict with an update': apply('bob', one, configMap('c', { b: '2' })),
      'agreeing with an update': apply('bob', one, configMap('c', { b: '7' })),
      'an update by the same name': patch('merge', withQuery(one, 'fieldManager=bob'), { data: { n: '1' } }),
      'an apply by the name of an update': apply('editor', one, configMap('c', { b: '7', e: '1' })),
      'an update removes a field': patch('merge', withQuery(one, 'fieldManager=editor'), {
        data: { e: null },
      }),
      'a dry apply': apply('dry', withQuery(one, 'dryRun=All'), configMap('c', { dry: '1' })),
      'a put takes all that it changes': put(
        withQuery(one, 'fieldManager=putter'),
        configMap('c', { only: '1' }),
      ),
      'all there is': get(one),
      'managedFields cleared': patch('merge', one, { metadata: { managedFields: [{}] } }),
      'apply after that': apply('alice', one, configMap('c', { only: '1' })),
      'a conflict with what was there before': apply('alice', one, configMap('c', { only: '2' })),
      'an empty list clears too': put(one, {
        ...configMap('c', { x: '1' }),
        metadata: { name: 'c', managedFields: [] },
      }),
      'the end': get(one),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
  },
}

const refused: Story = {
  name: 'apply/refused',
  run: async (api) => {
    const one = api.path('configmaps/c')
    const bodies: Record<string, Body> = {
      'no apiVersion': { kind: 'ConfigMap', metadata: { name: 'c' } },
      'no kind': { apiVersion: 'v1', metadata: { name: 'c' } },
      'another apiVersion': { apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'c' } },
      'another kind': { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c' } },
      'another name': configMap('other'),
      'no name': { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} },
      'no metadata': { apiVersion: 'v1', kind: 'ConfigMap' },
      managedFields: {
        ...configMap('c'),
        metadata: {
          name: 'c',
          managedFields: [
            { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
          ],
        },
      },
      'a version of what is missing': { ...configMap('c'), metadata: { name: 'c', resourceVersion: '5' } },
      'a uid': { ...configMap('c'), metadata: { name: 'c', uid: 'x' } },
      'an unknown field': { ...configMap('c'), nonsense: 1 },
      'a wrong type': { ...configMap('c'), data: { a: 1 } },
      'no YAML': { raw: 'a: [' },
      nothing: { raw: '' },
      'a list': [],
      'a text': 'text',
      YAML: {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  yes: "on"\n  number: "0777"\n',
      },
      'YAML with a key twice': {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: "1", a: "2"}\n',
      },
      'YAML with two documents': {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: v1\n',
      },
      'YAML with an anchor': {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: &x "1", b: *x}\n',
      },
      'null members': { ...configMap('c'), data: null },
      'null values': { ...configMap('c'), data: { a: null } },
    }
    for (const [because, body] of Object.entries(bodies)) await api.step(because, apply('m', one, body))
    const queries: Record<string, string> = {
      'no manager': '',
      'an empty manager': 'fieldManager=',
      'a long manager': `fieldManager=${'m'.repeat(129)}`,
      'a manager of 128': `fieldManager=${'m'.repeat(128)}`,
      'a manager that is not printable': 'fieldManager=a%0Ab',
      'force that is no boolean': 'fieldManager=m&force=perhaps',
      'force of false': 'fieldManager=m&force=false',
      Strict: 'fieldManager=m&fieldValidation=Strict',
      'an unknown validation': 'fieldManager=m&fieldValidation=Sometimes',
      'dryRun of nonsense': 'fieldManager=m&dryRun=Perhaps',
    }
    for (const [because, query] of Object.entries(queries))
      await api.step(because, patch('apply', withQuery(one, query), configMap('c', { q: '1' })))
    await api.step(
      'Strict and an unknown field',
      patch('apply', withQuery(one, 'fieldManager=m&fieldValidation=Strict'), {
        ...configMap('c'),
        nonsense: 1,
      }),
    )
    await api.step(
      'Ignore and an unknown field',
      patch('apply', withQuery(one, 'fieldManager=m&fieldValidation=Ignore'), {
        ...configMap('c'),
        nonsense: 1,
      }),
    )
  },
}

const container = (name: string, rest: JsonObject = {}): JsonObject => ({ name, image: `${name}:1`, ...rest })
const workload = (containers: readonly JsonObject[], spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' } }, spec: { containers } },
    ...spec,
  },
})

const lists: Story = {
  name: 'apply/lists',
  run: async (api) => {
    const one = api.path('apps/v1 deployments/d')
    const ports = [
      { containerPort: 80 },
      { containerPort: 80, protocol: 'UDP' },
      { containerPort: 443, name: 'tls' },
    ]
    const partial = (spec: JsonObject): JsonObject => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec,
    })
    const steps: Record<string, Request> = {
      created: apply(
        'a',
        one,
        workload([
          container('main', {
            ports,
            env: [
              { name: 'X', value: '1' },
              { name: 'Y', value: '2' },
            ],
          }),
          container('side'),
        ]),
      ),
      'one port gone': apply(
        'a',
        one,
        workload([
          container('main', { ports: ports.slice(1), env: [{ name: 'Y', value: '2' }] }),
          container('side'),
        ]),
      ),
      'containers in another order': apply(
        'a',
        one,
        workload([container('side'), container('main', { ports: ports.slice(1) })]),
      ),
      'a container gone': apply('a', one, workload([container('main')])),
      'another brings a container': apply(
        'b',
        one,
        partial({ template: { spec: { containers: [container('extra')] } } }),
      ),
      'another sets one field of a container': apply(
        'b',
        one,
        partial({
          template: {
            spec: { containers: [container('extra'), { name: 'main', imagePullPolicy: 'Always' }] },
          },
        }),
      ),
      'an image conflict': apply(
        'b',
        one,
        partial({ template: { spec: { containers: [{ name: 'main', image: 'other:2' }] } } }),
      ),
      'replicas by another': apply('scaler', one, partial({ replicas: 3 })),
      'replicas by a': apply('a', one, workload([container('main')], { replicas: 5 })),
      'scale takes replicas': patch('merge', withQuery(`${one}/scale`, 'fieldManager=hpa'), {
        spec: { replicas: 7 },
      }),
      'replicas after that': apply('scaler', one, partial({ replicas: 3 })),
      'an atomic list': apply('a', one, workload([container('main', { command: ['x', 'y'] })])),
      'an atomic list by another': apply(
        'b',
        one,
        partial({ template: { spec: { containers: [{ name: 'main', command: ['x'] }] } } }),
      ),
      'the same container twice': apply('a', one, workload([container('main'), container('main')])),
      'the same port twice': apply(
        'a',
        one,
        workload([container('main', { ports: [{ containerPort: 80 }, { containerPort: 80 }] })]),
      ),
      'a container without a name': apply('a', one, workload([{ image: 'x' }])),
      volumes: apply('a', one, partial({ template: { spec: { volumes: [{ name: 'v', emptyDir: {} }] } } })),
      'an empty map': apply(
        'a',
        one,
        partial({ template: { spec: { nodeSelector: {}, containers: [container('main')] } } }),
      ),
      'finalizers as a set': apply('f', one, {
        ...partial({}),
        metadata: { name: 'd', finalizers: ['example.com/a', 'example.com/b'] },
      }),
      'finalizers as a set by another': apply('g', one, {
        ...partial({}),
        metadata: { name: 'd', finalizers: ['example.com/c'] },
      }),
      'finalizers fewer': apply('f', one, {
        ...partial({}),
        metadata: { name: 'd', finalizers: ['example.com/a'] },
      }),
      'the selector cannot change': applyForced(
        'a',
        one,
        partial({ selector: { matchLabels: { app: 'other' } } }),
      ),
      'status through the main path': apply('s', one, { ...partial({}), status: { replicas: 1 } }),
      'status through its own': apply('s', `${one}/status`, {
        ...partial({}),
        status: { replicas: 2, conditions: [{ type: 'T', status: 'True' }] },
      }),
      'status by another': apply('t', `${one}/status`, {
        ...partial({}),
        status: { conditions: [{ type: 'U', status: 'True' }] },
      }),
      'status conflict': apply('t', `${one}/status`, { ...partial({}), status: { replicas: 3 } }),
      'spec through status': apply('t', `${one}/status`, {
        ...partial({ replicas: 99 }),
        status: { readyReplicas: 1 },
      }),
      'all there is': get(one),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
    const servicePath = api.path('services/s')
    const ported = (ports: readonly JsonObject[]): JsonObject => service('s', { ports })
    await api.step(
      'ports of a Service',
      apply(
        'a',
        servicePath,
        ported([
          { port: 80, name: 'a' },
          { port: 53, protocol: 'UDP', name: 'b' },
        ]),
      ),
    )
    await api.step(
      'a port changed',
      apply(
        'a',
        servicePath,
        ported([
          { port: 81, name: 'a' },
          { port: 53, protocol: 'UDP', name: 'b' },
        ]),
      ),
    )
    await api.step('a port by another', apply('b', servicePath, ported([{ port: 82, name: 'c' }])))
    await api.step(
      'a selector by another',
      apply('c', servicePath, { ...service('s'), spec: { selector: { a: 'b' } } }),
    )
    await api.step(
      'a part of a selector',
      apply('d', servicePath, { ...service('s'), spec: { selector: { c: 'd' } } }),
    )
  },
}

const group = 'applied.example.com'
const schema: JsonObject = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        numbers: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
        map: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'zone'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string' },
              zone: { type: 'string', default: 'here' },
              value: { type: 'integer' },
              nested: { type: 'object', additionalProperties: { type: 'string' } },
            },
          },
        },
        atomicList: { type: 'array', items: { type: 'string' } },
        atomicMap: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'string' },
        },
        granular: { type: 'object', additionalProperties: { type: 'string' } },
        any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        size: { type: 'integer', default: 3 },
        either: { 'x-kubernetes-int-or-string': true },
        maybe: { type: 'string', nullable: true },
      },
    },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

const customLists: Story = {
  name: 'apply/custom',
  run: async (api) => {
    await install(
      api,
      definition({
        group,
        schema,
        version: {
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
          },
        },
      }),
    )
    const one = api.path(`${group}/v1 widgets/w`)
    const widget = (spec: JsonObject): JsonObject => custom(group, 'w', { spec })
    const steps: Record<string, Request> = {
      created: apply(
        'a',
        one,
        widget({
          set: ['x', 'y'],
          map: [{ name: 'm', value: 1 }],
          granular: { k: '1' },
          atomicMap: { k: '1' },
          atomicList: ['1'],
        }),
      ),
      'a set by another': apply('b', one, widget({ set: ['y', 'z'] })),
      'a set fewer': apply('a', one, widget({ set: ['x'], granular: { k: '1' } })),
      'a set twice the same': apply('a', one, widget({ set: ['x', 'x'] })),
      'a map with a key that has a default': apply('b', one, widget({ map: [{ name: 'm', value: 2 }] })),
      'a map in another zone': apply('b', one, widget({ map: [{ name: 'm', zone: 'there', value: 2 }] })),
      'a map in two zones': apply(
        'c',
        one,
        widget({
          map: [
            { name: 'm', zone: 'here', nested: { a: '1' } },
            { name: 'm', zone: 'there' },
          ],
        }),
      ),
      'a map twice the same': apply('a', one, widget({ map: [{ name: 'm' }, { name: 'm', zone: 'here' }] })),
      'a map without its key': apply('a', one, widget({ map: [{ value: 1 }] })),
      'an atomic map': apply('a', one, widget({ atomicMap: { k: '1', l: '2' } })),
      'an atomic map by another': apply('b', one, widget({ atomicMap: { m: '2' } })),
      'an atomic map forced': applyForced('b', one, widget({ atomicMap: { m: '2' } })),
      'an atomic list by another': apply('b', one, widget({ atomicList: ['2'] })),
      'a granular map by another': apply('b', one, widget({ granular: { l: '2' } })),
      'unknown fields kept': apply('a', one, widget({ any: { deep: { list: [1, { a: 2 }], text: 'x' } } })),
      'unknown fields by another': apply('b', one, widget({ any: { deep: { other: 1 } } })),
      'unknown lists by another': apply('b', one, widget({ any: { deep: { list: [1] } } })),
      'a default taken over': apply('a', one, widget({ size: 3 })),
      'a default changed': apply('b', one, widget({ size: 4 })),
      'either a number': apply('a', one, widget({ either: 1 })),
      'or a text': apply('a', one, widget({ either: '50%' })),
      'null where it may be': apply('a', one, widget({ maybe: null })),
      'a field that is not in the schema': apply('a', one, widget({ nonsense: 1 })),
      'a wrong type': apply('a', one, widget({ size: 'three' })),
      status: apply('st', `${one}/status`, custom(group, 'w', { status: { a: 1, list: [{ x: 1 }] } })),
      'status by another': apply('su', `${one}/status`, custom(group, 'w', { status: { a: 2 } })),
      scale: patch('merge', withQuery(`${one}/scale`, 'fieldManager=scaler'), { spec: { replicas: 9 } }),
      'scale conflict': apply('a', one, widget({ size: 5 })),
      'scale applied': patch('apply', withQuery(`${one}/scale`, 'fieldManager=applier&force=true'), {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'w' },
        spec: { replicas: 11 },
      }),
      'all of it': get(one),
      'nothing left': apply('a', one, custom(group, 'w')),
      'at last': get(one),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
  },
}

const managersOf = (body: Json): Json => [...(JSON.stringify(body).match(/"manager":"[^"]*"/g) ?? [])].sort()

const manyManagers: Story = {
  name: 'apply/many-updates',
  run: async (api) => {
    const one = api.path('configmaps/c')
    await api.quietly(post(api.path('configmaps'), configMap('c', { start: '1' })))
    for (let index = 0; index < 14; index++) {
      const manager = `updater-${String(index).padStart(2, '0')}`
      await api.quietly(
        patch('merge', withQuery(one, `fieldManager=${manager}`), { data: { [`k${index}`]: '1' } }),
      )
    }
    await api.step('the oldest updates are merged', get(one), managersOf)
    await api.step(
      'a manager too long',
      patch('merge', withQuery(one, `fieldManager=${'u'.repeat(129)}`), { data: { long: '1' } }),
    )
    await api.quietly(post(api.path('configmaps'), configMap('d')))
    for (const agent of ['curl/8.1', 'kubectl/v1.33.1 (linux/amd64)', 'no-slash', '']) {
      const request = patch('merge', api.path('configmaps/d'), { data: { [`by-${agent.length}`]: '1' } })
      await api.step(
        `an update by ${agent}`,
        { ...request, headers: { ...request.headers, 'user-agent': agent } },
        managersOf,
      )
    }
  },
}

const clientSide: Story = {
  name: 'apply/from-client-side',
  run: async (api) => {
    const one = api.path('apps/v1 deployments/d')
    const manifest = deployment('d', { replicas: 2, template: podTemplate('d', 'one:1') })
    const last = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(manifest) }
    const annotated = { ...manifest, metadata: { name: 'd', annotations: last } }
    await api.step(
      'as kubectl apply creates',
      post(withQuery(api.path('apps/v1 deployments'), 'fieldManager=kubectl-client-side-apply'), annotated),
    )
    await api.step(
      'as kubectl apply --server-side continues',
      apply('kubectl', one, deployment('d', { replicas: 3, template: podTemplate('d', 'two:1') })),
    )
    await api.step(
      'a conflict by another',
      apply('other', one, deployment('d', { replicas: 4, template: podTemplate('d', 'two:1') })),
    )
    await api.step(
      'once more',
      apply('kubectl', one, deployment('d', { replicas: 5, template: podTemplate('d', 'two:1') })),
    )
    await api.step('gone', remove(one))
  },
}

export const applyStories: readonly Story[] = [
  managers,
  refused,
  lists,
  customLists,
  manyManagers,
  clientSide,
]
