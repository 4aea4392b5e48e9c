import { get, type Json, patch, post, put, type Request, tableAccept } from '../exchange.ts'
import { at, textAt } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { custom, definition, deployment, install, type JsonObject, pod } from './objects.ts'

const objectSchema = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const integer: JsonObject = { type: 'integer' }

/** A kind with a status and a scale. */
async function installParts(api: Api, group: string): Promise<void> {
  const schema = objectSchema({
    spec: objectSchema({ size: integer, name: { type: 'string' } }),
    status: objectSchema({
      size: integer,
      selector: { type: 'string' },
      word: { type: 'string', enum: ['a', 'b'] },
    }),
  })
  const scale = {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.size',
    labelSelectorPath: '.status.selector',
  }
  await install(api, definition({ group, schema, version: { subresources: { status: {}, scale } } }))
}

const customStatus: Story = {
  name: 'subresources/custom',
  run: async (api) => {
    const group = 'parts.example.com'
    await installParts(api, group)
    const all = api.path(`${group}/v1 widgets`)
    const one = `${all}/w`
    const created = await api.step(
      'status is dropped at creation',
      post(all, custom(group, 'w', { spec: { size: 2 }, status: { size: 1 } })),
    )
    const metadata = at(created.body, 'metadata') ?? null
    const steps: Record<string, Request> = {
      'status is ignored by update': put(
        one,
        custom(group, 'w', { metadata, spec: { size: 2 }, status: { size: 9 } }),
      ),
      'status is ignored by patch': patch('merge', one, { status: { size: 9 } }),
      'spec counts a generation': patch('merge', one, { spec: { size: 3 } }),
      'metadata counts none': patch('merge', one, { metadata: { labels: { a: 'b' } } }),
      'status by patch': patch('merge', `${one}/status`, { status: { size: 1, selector: 'a=b' } }),
      'status by json patch': patch('json', `${one}/status`, [
        { op: 'add', path: '/status/word', value: 'a' },
      ]),
      'status that is invalid': patch('merge', `${one}/status`, { status: { word: 'z' } }),
      'status ignores spec': patch('merge', `${one}/status`, { spec: { size: 99 }, status: { size: 2 } }),
      'status ignores labels': patch('merge', `${one}/status`, {
        metadata: { labels: { x: 'y' }, annotations: { x: 'y' } },
        status: { size: 3 },
      }),
      'status that changes nothing': patch('merge', `${one}/status`, { status: { size: 3 } }),
      'status without a version': put(`${one}/status`, custom(group, 'w', { status: { size: 4 } })),
      'status read': get(`${one}/status`),
      'status as a table': get(`${one}/status`, { accept: tableAccept }),
      'status of what is missing': patch('merge', `${all}/none/status`, { status: {} }),
      'status deleted': { ...get(`${one}/status`), method: 'DELETE' },
      'in the end': get(one),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
    const { body } = await api.quietly(get(one))
    await api.step(
      'status with a version',
      put(
        `${one}/status`,
        custom(group, 'w', {
          metadata: { name: 'w', resourceVersion: textAt(body, 'metadata.resourceVersion') },
          spec: { size: 1000 },
          status: { size: 4 },
        }),
      ),
    )
    await api.step(
      'status with a stale version',
      put(
        `${one}/status`,
        custom(group, 'w', {
          metadata: { name: 'w', resourceVersion: textAt(body, 'metadata.resourceVersion') },
          status: { size: 5 },
        }),
      ),
    )
  },
}

const customScale: Story = {
  name: 'subresources/scale',
  run: async (api) => {
    const group = 'scaled.example.com'
    await installParts(api, group)
    const all = api.path(`${group}/v1 widgets`)
    const one = `${all}/w`
    await api.quietly(post(all, custom(group, 'w', { spec: { size: 2 } })))
    await api.quietly(patch('merge', `${one}/status`, { status: { size: 1, selector: 'a=b' } }))
    const steps: Record<string, Request> = {
      'scale read': get(`${one}/scale`),
      'scale as a table': get(`${one}/scale`, { accept: tableAccept }),
      'scale patched': patch('merge', `${one}/scale`, { spec: { replicas: 5 } }),
      'scale by json patch': patch('json', `${one}/scale`, [
        { op: 'replace', path: '/spec/replicas', value: 6 },
      ]),
      'scale negative': patch('merge', `${one}/scale`, { spec: { replicas: -1 } }),
      'scale of a text': patch('merge', `${one}/scale`, { spec: { replicas: 'x' } }),
      'scale unknown field': patch('merge', `${one}/scale`, { spec: { nonsense: 1 } }),
      'scale replaced': put(`${one}/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'w', namespace: api.namespace },
        spec: { replicas: 7 },
      }),
      'scale replaced by another name': put(`${one}/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'x' },
        spec: { replicas: 7 },
      }),
      'scale replaced by another kind': put(`${one}/scale`, custom(group, 'w', { spec: { replicas: 7 } })),
      'scale of what is missing': get(`${all}/none/scale`),
      'scale with status': patch('merge', `${one}/scale`, { status: { replicas: 77 } }),
      'in the end': get(one),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
    await api.step('no replicas', post(all, custom(group, 'none', { spec: {} })))
    await api.step('scale without replicas', get(`${all}/none/scale`))
    await api.step(
      'scale without replicas patched',
      patch('merge', `${all}/none/scale`, { spec: { replicas: 1 } }),
    )
  },
}

const withoutStatus: Story = {
  name: 'subresources/none',
  run: async (api) => {
    const group = 'whole.example.com'
    await install(api, definition({ group }))
    const all = api.path(`${group}/v1 widgets`)
    await api.step(
      'status is kept at creation',
      post(all, custom(group, 'w', { spec: { a: 1 }, status: { b: 1 } })),
    )
    await api.step('status counts a generation', patch('merge', `${all}/w`, { status: { b: 2 } }))
    await api.step('there is no status path', get(`${all}/w/status`))
    await api.step('there is no scale path', get(`${all}/w/scale`))
  },
}

const workloads: Story = {
  name: 'subresources/workloads',
  run: async (api) => {
    const all = api.path('apps/v1 deployments')
    const one = `${all}/d`
    await api.step('a Deployment', post(all, { ...deployment('d'), status: { replicas: 7 } }))
    const steps: Record<string, Request> = {
      'replicas count a generation': patch('merge', one, { spec: { replicas: 2 } }),
      'labels count none': patch('merge', one, { metadata: { labels: { a: 'b' } } }),
      'annotations count one': patch('merge', one, { metadata: { annotations: { a: 'b' } } }),
      status: patch('merge', `${one}/status`, {
        status: {
          replicas: 2,
          readyReplicas: 1,
          observedGeneration: 3,
          conditions: [{ type: 'Available', status: 'False', reason: 'R', message: 'm' }],
        },
      }),
      'status invalid': patch('merge', `${one}/status`, { status: { replicas: -1 } }),
      'status ignores spec': patch('merge', `${one}/status`, { spec: { replicas: 55 } }),
      'status and labels': patch('merge', `${one}/status`, { metadata: { labels: { viaStatus: 'x' } } }),
      'spec ignores status': patch('merge', one, { status: { replicas: 99 } }),
      scale: get(`${one}/scale`),
      'scale up': patch('merge', `${one}/scale`, { spec: { replicas: 4 } }),
      'scale as strategic': patch('strategic', `${one}/scale`, { spec: { replicas: 5 } }),
      'scale negative': patch('merge', `${one}/scale`, { spec: { replicas: -4 } }),
      'scale with a stale version': put(`${one}/scale`, {
        metadata: { name: 'd', namespace: api.namespace, resourceVersion: '1' },
        spec: { replicas: 1 },
      }),
      'scale replaced': put(`${one}/scale`, {
        metadata: { name: 'd', namespace: api.namespace },
        spec: { replicas: 1 },
      }),
      'as a table': get(one, { accept: tableAccept }),
      'all as a table': get(all, { accept: tableAccept }),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
  },
}

const pods: Story = {
  name: 'subresources/pods',
  run: async (api) => {
    const all = api.path('pods')
    await api.quietly(post(all, pod('p')))
    const binding: JsonObject = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n1' },
    }
    const steps: Record<string, Request> = {
      'binding without a target': post(`${all}/p/binding`, { metadata: { name: 'p' } } as Json),
      binding: post(`${all}/p/binding`, binding),
      'binding again': post(`${all}/p/binding`, binding),
      bound: get(`${all}/p`),
      status: patch('strategic', `${all}/p/status`, {
        status: {
          phase: 'Running',
          conditions: [{ type: 'Ready', status: 'True' }],
          podIP: '10.1.1.1',
          podIPs: [{ ip: '10.1.1.1' }],
        },
      }),
      'status with an unknown phase': patch('strategic', `${all}/p/status`, { status: { phase: 'Dancing' } }),
      'image changes': patch('strategic', `${all}/p`, {
        spec: { containers: [{ name: 'main', image: 'other' }] },
      }),
      'other fields do not': patch('strategic', `${all}/p`, { spec: { restartPolicy: 'Never' } }),
      'tolerations are added': patch('json', `${all}/p`, [
        { op: 'add', path: '/spec/tolerations/-', value: { key: 'x', operator: 'Exists' } },
      ]),
      'ephemeral containers': patch('strategic', `${all}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'debug', image: 'busybox' }] },
      }),
      'eviction of another name': post(`${all}/p/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'x' },
      }),
      'dry eviction': post(`${all}/p/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'p' },
        deleteOptions: { dryRun: ['All'] },
      }),
      eviction: post(`${all}/p/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'p' },
      }),
      evicted: get(`${all}/p`),
      'eviction of what is missing': post(`${all}/none/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'none' },
      }),
      'as a table': get(`${all}/p`, { accept: tableAccept }),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
    await api.quietly(post(api.path('serviceaccounts'), { metadata: { name: 'sa' } }))
    const token = await api.step(
      'a token',
      post(api.path('serviceaccounts/sa/token'), { spec: { expirationSeconds: 3600 } }),
      (body) => typeof at(body, 'status.token'),
    )
    await api.step(
      'who the token speaks for',
      post(
        '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        {},
        { as: 'anonymous', headers: { authorization: `Bearer ${textAt(token.body, 'status.token')}` } },
      ),
      (body) => at(body, 'status.userInfo.username') ?? null,
    )
    await api.step(
      'a token for too short a time',
      post(api.path('serviceaccounts/sa/token'), { spec: { expirationSeconds: 5 } }),
    )
    await api.step('a token of nobody', post(api.path('serviceaccounts/none/token'), { spec: {} }))
  },
}

export const subresourceStories: readonly Story[] = [
  customStatus,
  customScale,
  withoutStatus,
  workloads,
  pods,
]
