import { get, type Json, patch, post, put, type Request, remove } from '../exchange.ts'
import { textAt } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { configMap, deployment, type JsonObject } from './objects.ts'

const lifecycle: Story = {
  name: 'crud/lifecycle',
  run: async (api) => {
    const [all, one] = [api.path('configmaps'), api.path('configmaps/first')]
    await api.step('nothing there yet', get(one))
    const created = await api.step('create', post(all, configMap('first', { a: '1' })))
    await api.step('create again', post(all, configMap('first', { a: '1' })))
    await api.step('get', get(one))
    await api.step('list', get(all))
    const next = { ...configMap('first', { a: '2' }), metadata: { ...metadataOf(created.body) } }
    await api.step('update from what was read', put(one, next))
    await api.step('update from a stale version', put(one, next))
    await api.step('update without a version', put(one, configMap('first', { a: '3' })))
    await api.step('update that changes nothing', put(one, configMap('first', { a: '3' })))
    await api.step(
      'update of another uid',
      put(one, withMetadata(configMap('first'), { uid: '00000000-0000-4000-8000-000000000000' })),
    )
    await api.step('update with a name that is not in the path', put(one, configMap('second')))
    await api.step(
      'update of another namespace',
      put(one, withMetadata(configMap('first'), { namespace: 'elsewhere' })),
    )
    await api.step('update without a name', put(one, { data: {} }))
    await api.step('update of what is missing', put(api.path('configmaps/none'), configMap('none')))
    await api.step(
      'update of what is missing with a version',
      put(api.path('configmaps/none'), withMetadata(configMap('none'), { resourceVersion: '5' })),
    )
    await api.step(
      'update with a version that is no number',
      put(one, withMetadata(configMap('first'), { resourceVersion: 'abc' })),
    )
    await api.step('delete', remove(one))
    await api.step('delete again', remove(one))
    await api.step('gone', get(one))
  },
}

function metadataOf(body: Json): JsonObject {
  return typeof body === 'object' && body !== null && 'metadata' in body && typeof body.metadata === 'object'
    ? (body.metadata as JsonObject)
    : {}
}

function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), ...more } }
}

const identity: Story = {
  name: 'crud/identity',
  run: async (api) => {
    const all = api.path('configmaps')
    const bodies: Record<string, JsonObject> = {
      'no name at all': { data: {} },
      'metadata that is null': { metadata: null },
      'an empty name': configMap(''),
      'an upper case name': configMap('Upper'),
      'a name with a blank': configMap('a b'),
      'a name with a slash': configMap('a/b'),
      'a name of dots': configMap('..'),
      'a name that ends in a dash': configMap('a-'),
      'a name of 253 letters': configMap('a'.repeat(253)),
      'a name of 254 letters': configMap('a'.repeat(254)),
      'a name with an emoji': configMap('x😀'),
      'a name that is a prototype': configMap('constructor'),
      'a generated name': { metadata: { generateName: 'made-' } },
      'a generated name of a bad prefix': { metadata: { generateName: 'Made_' } },
      'a generated name of a long prefix': { metadata: { generateName: 'm'.repeat(260) } },
      'name and generateName': { metadata: { name: 'both', generateName: 'made-' } },
      'no kind': { metadata: { name: 'no-kind' } },
      'no apiVersion': { kind: 'ConfigMap', metadata: { name: 'no-version' } },
      'another kind': { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } },
      'another version': { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'x' } },
      'another group': { apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'x' } },
      'a malformed version': { apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: { name: 'x' } },
      'another namespace': withMetadata(configMap('x'), { namespace: 'elsewhere' }),
      'its own namespace': withMetadata(configMap('own-namespace'), { namespace: api.namespace }),
      'a resourceVersion': withMetadata(configMap('x'), { resourceVersion: '7' }),
      'a uid of its own': withMetadata(configMap('own-uid'), { uid: '00000000-0000-4000-8000-000000000000' }),
      'a creationTimestamp': withMetadata(configMap('own-time'), {
        creationTimestamp: '2001-01-01T00:00:00Z',
      }),
      'a deletionTimestamp': withMetadata(configMap('own-end'), {
        deletionTimestamp: '2001-01-01T00:00:00Z',
        deletionGracePeriodSeconds: 5,
      }),
      'a generation': withMetadata(configMap('own-generation'), { generation: 17 }),
      'a selfLink': withMetadata(configMap('own-link'), { selfLink: '/x' }),
      'a finalizer without domain': withMetadata(configMap('plain-finalizer'), { finalizers: ['plain'] }),
      'a finalizer with domain': withMetadata(configMap('domain-finalizer'), {
        finalizers: ['example.com/x', 'example.com/x'],
      }),
      'a bad finalizer': withMetadata(configMap('bad-finalizer'), { finalizers: ['a b'] }),
    }
    for (const [because, body] of Object.entries(bodies)) await api.step(because, post(all, body))
  },
}

const metadataRules: Story = {
  name: 'crud/metadata',
  run: async (api) => {
    const all = api.path('configmaps')
    const owner = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'o',
      uid: '11111111-1111-4111-8111-111111111111',
    }
    const metadatas: Record<string, JsonObject> = {
      'a label with a bad key': { labels: { 'a b': 'x' } },
      'a label with a bad prefix': { labels: { 'UPPER.example.com/x': 'x' } },
      'a label with a bad value': { labels: { a: 'x y' } },
      'a label with a long value': { labels: { a: 'x'.repeat(64) } },
      'a label with an empty value': { labels: { a: '' } },
      'a label that is a number': { labels: { a: 1 } },
      'a label that is null': { labels: { a: null } },
      'labels that are a list': { labels: [] },
      'an annotation with a bad key': { annotations: { 'a b': 'x' } },
      'an annotation in upper case': { annotations: { 'Example.com/X': 'x' } },
      'annotations that are too large': { annotations: { big: 'x'.repeat(262_145) } },
      'an owner': { ownerReferences: [{ ...owner, name: 'kept' }] },
      'an owner without uid': { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o' }] },
      'an owner without name': { ownerReferences: [{ ...owner, name: '' }] },
      'an owner without version': { ownerReferences: [{ kind: 'ConfigMap', name: 'o', uid: 'u' }] },
      'an owner that is an Event': { ownerReferences: [{ ...owner, kind: 'Event' }] },
      'two controllers': {
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, uid: 'v', controller: true },
        ],
      },
      'the same owner twice': { ownerReferences: [owner, owner] },
      'managedFields that are nonsense': { managedFields: [{ manager: 'm', operation: 'Nonsense' }] },
      'managedFields with bad fields': {
        managedFields: [
          {
            manager: 'm',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': 1 },
          },
        ],
      },
      'a key that is a prototype': { labels: { __proto__x: 'a', constructor: 'b' } },
      'an unknown field': { nonsense: true },
    }
    let count = 0
    for (const [because, metadata] of Object.entries(metadatas)) {
      await api.step(because, post(all, { metadata: { name: `m${count++}`, ...metadata } }))
    }
  },
}

const places: Story = {
  name: 'crud/places',
  run: async (api) => {
    const requests: Record<string, Request> = {
      'create in a namespace that is missing': post('/api/v1/namespaces/nowhere/configmaps', configMap('a')),
      'dry run in a namespace that is missing': post(
        '/api/v1/namespaces/nowhere/configmaps?dryRun=All',
        configMap('a'),
      ),
      'list in a namespace that is missing': get('/api/v1/namespaces/nowhere/configmaps'),
      'get in a namespace that is missing': get('/api/v1/namespaces/nowhere/configmaps/a'),
      'delete in a namespace that is missing': remove('/api/v1/namespaces/nowhere/configmaps/a'),
      'create without a namespace': post('/api/v1/configmaps', configMap('a')),
      'get without a namespace': get('/api/v1/configmaps/a'),
      'update without a namespace': put('/api/v1/configmaps/a', configMap('a')),
      'delete without a namespace': remove('/api/v1/configmaps/a'),
      'delete all without a namespace': remove('/api/v1/configmaps?labelSelector=a%3Dnothing'),
      'a cluster-scoped kind in a namespace': get(api.path('nodes')),
      'a cluster-scoped kind in a namespace, created': post(api.path('nodes'), { metadata: { name: 'n' } }),
      'a cluster-scoped kind with a namespace in the body': post('/api/v1/nodes', {
        metadata: { name: 'n', namespace: 'x' },
      }),
      'put on a collection': put(api.path('configmaps'), configMap('a')),
      'post on a name': post(api.path('configmaps/a'), configMap('a')),
      'patch on a collection': patch('merge', api.path('configmaps'), {}),
      'an unknown method': { ...get(api.path('configmaps')), method: 'PROPFIND' },
      'options on a collection': { ...get(api.path('configmaps')), method: 'OPTIONS' },
      'head of a collection': { ...get(api.path('configmaps')), method: 'HEAD' },
      'head of an object': { ...get(api.path('configmaps/a')), method: 'HEAD' },
      'an unknown subresource': get(api.path('configmaps/a/nonsense')),
      'status of a kind that has none': get(api.path('configmaps/a/status')),
      'scale of a kind that has none': get(api.path('pods/a/scale')),
      'post to a subresource': post('/apis/apps/v1/namespaces/default/deployments/a/status', deployment('a')),
      'a path below a subresource': get('/apis/apps/v1/namespaces/default/deployments/a/status/more'),
      'delete of a subresource': remove('/apis/apps/v1/namespaces/default/deployments/a/status'),
      'a name that is escaped': get(api.path('configmaps/a%2Fb')),
      'a name of two dots': get(api.path('configmaps/..')),
      'a percent sign': get(api.path('configmaps/%25')),
      'an empty namespace': get('/api/v1/namespaces//gadgets'),
    }
    for (const [because, request] of Object.entries(requests)) await api.step(because, request)
  },
}

const onUpdate: Story = {
  name: 'crud/create-on-update',
  run: async (api) => {
    const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'me' } }
    const leases = api.path('coordination.k8s.io/v1 leases/l')
    await api.step('a Lease is created by an update', put(leases, lease))
    await api.step('a Lease wants a version to be updated', put(leases, lease))
    const { body } = await api.step('the Lease', get(leases))
    await api.step(
      'with its version',
      put(leases, {
        ...lease,
        metadata: { name: 'l', resourceVersion: textAt(body, 'metadata.resourceVersion') },
      }),
    )
    await api.step(
      'an Endpoints is created by an update',
      put(api.path('endpoints/e'), { metadata: { name: 'e' } }),
    )
    await api.step(
      'an Endpoints wants no version',
      put(api.path('endpoints/e'), {
        metadata: { name: 'e' },
        subsets: [{ addresses: [{ ip: '1.2.3.4' }] }],
      }),
    )
    await api.step(
      'a Role is created by an update',
      put(api.path('rbac.authorization.k8s.io/v1 roles/r'), { metadata: { name: 'r' }, rules: [] }),
    )
    await api.step('a ConfigMap is not', put(api.path('configmaps/c'), configMap('c')))
    await api.step('a Deployment is not', put(api.path('apps/v1 deployments/d'), deployment('d')))
    await api.step(
      'a Lease with a version that is missing',
      put(api.path('coordination.k8s.io/v1 leases/m'), { metadata: { name: 'm', resourceVersion: '5' } }),
    )
    await api.step(
      'a Lease with a uid that is missing',
      put(api.path('coordination.k8s.io/v1 leases/m'), { metadata: { name: 'm', uid: 'u' } }),
    )
  },
}

export const crudStories: readonly Story[] = [lifecycle, identity, metadataRules, places, onUpdate]
