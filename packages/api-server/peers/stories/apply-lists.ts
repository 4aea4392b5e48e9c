import { apply, applyForced, get, patch, type Request, withQuery } from '../exchange.ts'
import type { Story } from '../story.ts'
import { custom, definition, install, type JsonObject, service } from './objects.ts'
import { anything, asSet, byKeys, list, props, text, textMap, texts, whole } from './schema-parts.ts'

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

const listSteps: Record<string, (at: { readonly one: string }) => Request> = {
  created: ({ one }) =>
    apply(
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
  'one port gone': ({ one }) =>
    apply(
      'a',
      one,
      workload([
        container('main', { ports: ports.slice(1), env: [{ name: 'Y', value: '2' }] }),
        container('side'),
      ]),
    ),
  'containers in another order': ({ one }) =>
    apply('a', one, workload([container('side'), container('main', { ports: ports.slice(1) })])),
  'a container gone': ({ one }) => apply('a', one, workload([container('main')])),
  'another brings a container': ({ one }) =>
    apply('b', one, partial({ template: { spec: { containers: [container('extra')] } } })),
  'another sets one field of a container': ({ one }) =>
    apply(
      'b',
      one,
      partial({
        template: {
          spec: { containers: [container('extra'), { name: 'main', imagePullPolicy: 'Always' }] },
        },
      }),
    ),
  'an image conflict': ({ one }) =>
    apply('b', one, partial({ template: { spec: { containers: [{ name: 'main', image: 'other:2' }] } } })),
  'replicas by another': ({ one }) => apply('scaler', one, partial({ replicas: 3 })),
  'replicas by a': ({ one }) => apply('a', one, workload([container('main')], { replicas: 5 })),
  'scale takes replicas': ({ one }) =>
    patch('merge', withQuery(`${one}/scale`, 'fieldManager=hpa'), {
      spec: { replicas: 7 },
    }),
  'replicas after that': ({ one }) => apply('scaler', one, partial({ replicas: 3 })),
  'an atomic list': ({ one }) => apply('a', one, workload([container('main', { command: ['x', 'y'] })])),
  'an atomic list by another': ({ one }) =>
    apply('b', one, partial({ template: { spec: { containers: [{ name: 'main', command: ['x'] }] } } })),
  'the same container twice': ({ one }) => apply('a', one, workload([container('main'), container('main')])),
  'the same port twice': ({ one }) =>
    apply('a', one, workload([container('main', { ports: [{ containerPort: 80 }, { containerPort: 80 }] })])),
  'a container without a name': ({ one }) => apply('a', one, workload([{ image: 'x' }])),
  volumes: ({ one }) =>
    apply('a', one, partial({ template: { spec: { volumes: [{ name: 'v', emptyDir: {} }] } } })),
  'an empty map': ({ one }) =>
    apply('a', one, partial({ template: { spec: { nodeSelector: {}, containers: [container('main')] } } })),
  'finalizers as a set': ({ one }) =>
    apply('f', one, {
      ...partial({}),
      metadata: { name: 'd', finalizers: ['example.com/a', 'example.com/b'] },
    }),
  'finalizers as a set by another': ({ one }) =>
    apply('g', one, {
      ...partial({}),
      metadata: { name: 'd', finalizers: ['example.com/c'] },
    }),
  'finalizers fewer': ({ one }) =>
    apply('f', one, {
      ...partial({}),
      metadata: { name: 'd', finalizers: ['example.com/a'] },
    }),
  'the selector cannot change': ({ one }) =>
    applyForced('a', one, partial({ selector: { matchLabels: { app: 'other' } } })),
  'status through the main path': ({ one }) => apply('s', one, { ...partial({}), status: { replicas: 1 } }),
  'status through its own': ({ one }) =>
    apply('s', `${one}/status`, {
      ...partial({}),
      status: { replicas: 2, conditions: [{ type: 'T', status: 'True' }] },
    }),
  'status by another': ({ one }) =>
    apply('t', `${one}/status`, {
      ...partial({}),
      status: { conditions: [{ type: 'U', status: 'True' }] },
    }),
  'status conflict': ({ one }) => apply('t', `${one}/status`, { ...partial({}), status: { replicas: 3 } }),
  'spec through status': ({ one }) =>
    apply('t', `${one}/status`, {
      ...partial({ replicas: 99 }),
      status: { readyReplicas: 1 },
    }),
  'all there is': ({ one }) => get(one),
}

const lists: Story = {
  name: 'apply/lists',
  run: async (api) => {
    const one = api.path('apps/v1 deployments/d')
    for (const [because, request] of Object.entries(listSteps)) await api.step(because, request({ one }))
    const servicePath = api.path('services/s')
    const ported = (ports: readonly JsonObject[]): JsonObject => service('s', { ports })
    const dns = { port: 53, protocol: 'UDP', name: 'b' }
    await api.step('ports of a Service', apply('a', servicePath, ported([{ port: 80, name: 'a' }, dns])))
    await api.step('a port changed', apply('a', servicePath, ported([{ port: 81, name: 'a' }, dns])))
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
const schema = props({
  spec: props({
    set: texts(asSet),
    numbers: list(whole(), asSet),
    map: list(
      props(
        { name: text(), zone: text({ default: 'here' }), value: whole(), nested: textMap() },
        { required: ['name'] },
      ),
      byKeys('name', 'zone'),
    ),
    atomicList: texts(),
    atomicMap: textMap({ 'x-kubernetes-map-type': 'atomic' }),
    granular: textMap(),
    any: anything,
    size: whole({ default: 3 }),
    either: { 'x-kubernetes-int-or-string': true },
    maybe: text({ nullable: true }),
  }),
  status: anything,
})

const widget = (spec: JsonObject): JsonObject => custom(group, 'w', { spec })

const customSteps: Record<string, (at: { readonly one: string }) => Request> = {
  created: ({ one }) =>
    apply(
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
  'a set by another': ({ one }) => apply('b', one, widget({ set: ['y', 'z'] })),
  'a set fewer': ({ one }) => apply('a', one, widget({ set: ['x'], granular: { k: '1' } })),
  'a set twice the same': ({ one }) => apply('a', one, widget({ set: ['x', 'x'] })),
  'a map with a key that has a default': ({ one }) =>
    apply('b', one, widget({ map: [{ name: 'm', value: 2 }] })),
  'a map in another zone': ({ one }) =>
    apply('b', one, widget({ map: [{ name: 'm', zone: 'there', value: 2 }] })),
  'a map in two zones': ({ one }) =>
    apply(
      'c',
      one,
      widget({
        map: [
          { name: 'm', zone: 'here', nested: { a: '1' } },
          { name: 'm', zone: 'there' },
        ],
      }),
    ),
  'a map twice the same': ({ one }) =>
    apply('a', one, widget({ map: [{ name: 'm' }, { name: 'm', zone: 'here' }] })),
  'a map without its key': ({ one }) => apply('a', one, widget({ map: [{ value: 1 }] })),
  'an atomic map': ({ one }) => apply('a', one, widget({ atomicMap: { k: '1', l: '2' } })),
  'an atomic map by another': ({ one }) => apply('b', one, widget({ atomicMap: { m: '2' } })),
  'an atomic map forced': ({ one }) => applyForced('b', one, widget({ atomicMap: { m: '2' } })),
  'an atomic list by another': ({ one }) => apply('b', one, widget({ atomicList: ['2'] })),
  'a granular map by another': ({ one }) => apply('b', one, widget({ granular: { l: '2' } })),
  'unknown fields kept': ({ one }) =>
    apply('a', one, widget({ any: { deep: { list: [1, { a: 2 }], text: 'x' } } })),
  'unknown fields by another': ({ one }) => apply('b', one, widget({ any: { deep: { other: 1 } } })),
  'unknown lists by another': ({ one }) => apply('b', one, widget({ any: { deep: { list: [1] } } })),
  'a default taken over': ({ one }) => apply('a', one, widget({ size: 3 })),
  'a default changed': ({ one }) => apply('b', one, widget({ size: 4 })),
  'either a number': ({ one }) => apply('a', one, widget({ either: 1 })),
  'or a text': ({ one }) => apply('a', one, widget({ either: '50%' })),
  'null where it may be': ({ one }) => apply('a', one, widget({ maybe: null })),
  'a field that is not in the schema': ({ one }) => apply('a', one, widget({ nonsense: 1 })),
  'a wrong type': ({ one }) => apply('a', one, widget({ size: 'three' })),
  status: ({ one }) =>
    apply('st', `${one}/status`, custom(group, 'w', { status: { a: 1, list: [{ x: 1 }] } })),
  'status by another': ({ one }) => apply('su', `${one}/status`, custom(group, 'w', { status: { a: 2 } })),
  scale: ({ one }) =>
    patch('merge', withQuery(`${one}/scale`, 'fieldManager=scaler'), { spec: { replicas: 9 } }),
  'scale conflict': ({ one }) => apply('a', one, widget({ size: 5 })),
  'scale applied': ({ one }) =>
    patch('apply', withQuery(`${one}/scale`, 'fieldManager=applier&force=true'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'w' },
      spec: { replicas: 11 },
    }),
  'all of it': ({ one }) => get(one),
  'nothing left': ({ one }) => apply('a', one, custom(group, 'w')),
  'at last': ({ one }) => get(one),
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
    for (const [because, request] of Object.entries(customSteps)) await api.step(because, request({ one }))
  },
}

export const applyListStories: readonly Story[] = [lists, customLists]
