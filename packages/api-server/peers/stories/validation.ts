import type { Body } from '../exchange.ts'
import { get, type Json, post, put, withQuery } from '../exchange.ts'
import type { Story } from '../story.ts'
import { configMap, custom, definition, deployment, install, pod } from './objects.ts'

const levels = ['Strict', 'Warn', 'Ignore', '', 'Sometimes', 'strict'] as const

const fieldValidation: Story = {
  name: 'validation/levels',
  run: async (api) => {
    const bodies: Record<string, readonly [string, Body]> = {
      'an unknown field at the root': ['configmaps', { ...configMap('made-x'), nonsense: 1 }],
      'unknown fields below': [
        'apps/v1 deployments',
        deployment('d', {
          nonsense: 1,
          template: {
            metadata: { labels: { app: 'd' }, nope: 1 },
            spec: { containers: [{ name: 'a', image: 'b', imagee: 'c' }], volumess: [] },
          },
        }),
      ],
      'a key twice': [
        'configmaps',
        { raw: '{"metadata":{"name":"twice"},"data":{"a":"1"},"data":{"b":"2"}}' },
      ],
      'a key twice below': [
        'configmaps',
        { raw: '{"metadata":{"name":"twice","name":"thrice"},"data":{"a":"1","a":"2"}}' },
      ],
      'a key in another case': [
        'configmaps',
        { raw: '{"metadata":{"name":"case"},"Data":{"a":"1"},"KIND":"ConfigMap"}' },
      ],
      'an unknown field and a key twice': [
        'configmaps',
        { raw: '{"metadata":{"name":"both"},"nonsense":1,"data":{"a":"1"},"data":{"b":"2"}}' },
      ],
      'a wrong type': ['configmaps', { metadata: { name: 'wrong' }, data: { a: true } }],
    }
    for (const [because, [resource, body]] of Object.entries(bodies)) {
      for (const level of levels) {
        await api.step(
          `${because}, ${level || 'unsaid'}`,
          post(
            withQuery(api.path(resource), `dryRun=All${level === '' ? '' : `&fieldValidation=${level}`}`),
            body,
          ),
        )
      }
    }
    await api.quietly(post(api.path('configmaps'), configMap('c')))
    for (const level of levels) {
      await api.step(
        `an update, ${level || 'unsaid'}`,
        put(withQuery(api.path('configmaps/c'), level === '' ? '' : `fieldValidation=${level}`), {
          ...configMap('c'),
          nonsense: 1,
        }),
      )
    }
    const yaml = 'metadata: {name: y}\nnonsense: 1\ndata: {a: "1"}\ndata: {b: "2"}\n'
    for (const level of levels) {
      await api.step(
        `YAML, ${level || 'unsaid'}`,
        post(
          withQuery(api.path('configmaps'), `dryRun=All${level === '' ? '' : `&fieldValidation=${level}`}`),
          { raw: yaml },
          { type: 'application/yaml' },
        ),
      )
    }
  },
}

const customValidation: Story = {
  name: 'validation/custom',
  run: async (api) => {
    const group = 'validated.example.com'
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            a: { type: 'string' },
            open: {
              type: 'object',
              'x-kubernetes-preserve-unknown-fields': true,
              properties: { known: { type: 'object', properties: { x: { type: 'string' } } } },
            },
            list: { type: 'array', items: { type: 'object', properties: { n: { type: 'string' } } } },
          },
        },
      },
    }
    await install(api, definition({ group, schema }))
    const all = api.path(`${group}/v1 widgets`)
    const start = `"apiVersion":"${group}/v1","kind":"Widget"`
    const bodies: Record<string, Body> = {
      'unknown below spec': custom(group, 'w', {
        spec: {
          a: 'x',
          b: 'y',
          open: { any: 1, known: { x: 'y', z: 1 } },
          list: [{ n: 'a' }, { n: 'b', o: 1 }],
        },
      }),
      'unknown at the root': custom(group, 'w', { nonsense: 1 }),
      'unknown in metadata': custom(group, 'w', { metadata: { name: 'w', nonsense: 1 } }),
      'a key twice': { raw: `{${start},"metadata":{"name":"w"},"spec":{"a":"1","a":"2"},"spec":{}}` },
      'a key in another case': {
        raw: `{${start},"metadata":{"name":"w","Labels":{"a":"b"}},"spec":{"A":"1"}}`,
      },
      'metadata of a wrong type': custom(group, 'w', { metadata: { name: 'w', labels: { a: 1 } } }),
      'a generation of a wrong type': custom(group, 'w', { metadata: { name: 'w', generation: 'x' } }),
      'no kind': { apiVersion: `${group}/v1`, metadata: { name: 'w' } },
      'no apiVersion': { kind: 'Widget', metadata: { name: 'w' } },
      'another kind': { apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name: 'w' } },
      'another version': { apiVersion: `${group}/v9`, kind: 'Widget', metadata: { name: 'w' } },
      'not an object': [],
      'a text': 'x',
      'a number': 1,
      null: null,
    }
    for (const [because, body] of Object.entries(bodies)) {
      for (const level of ['Strict', 'Warn', 'Ignore'])
        await api.step(
          `${because}, ${level}`,
          post(withQuery(all, `dryRun=All&fieldValidation=${level}`), body),
        )
    }
  },
}

const dryRuns: Story = {
  name: 'validation/dry-run',
  run: async (api) => {
    const all = api.path('configmaps')
    await api.step('create', post(withQuery(all, 'dryRun=All'), configMap('dry')))
    await api.step('nothing there', get(`${all}/dry`))
    await api.step(
      'create with a made up name',
      post(withQuery(all, 'dryRun=All'), { metadata: { generateName: 'made-' } }),
    )
    await api.quietly(post(all, configMap('real', { a: '1' })))
    await api.step('create again', post(withQuery(all, 'dryRun=All'), configMap('real')))
    await api.step('update', put(withQuery(`${all}/real`, 'dryRun=All'), configMap('real', { a: '2' })))
    await api.step('unchanged', get(`${all}/real`))
    await api.step('twice', post(withQuery(all, 'dryRun=All&dryRun=All'), configMap('dry')))
    await api.step('nonsense', post(withQuery(all, 'dryRun=Perhaps'), configMap('dry')))
    await api.step('empty', post(withQuery(all, 'dryRun='), configMap('was-empty')))
    await api.step(
      'a Service',
      post(withQuery(api.path('services'), 'dryRun=All'), {
        metadata: { name: 's' },
        spec: { ports: [{ port: 80 }] },
      }),
    )
    await api.step('a Pod', post(withQuery(api.path('pods'), 'dryRun=All'), pod('p')))
    await api.step(
      'a Namespace',
      post('/api/v1/namespaces?dryRun=All', { metadata: { name: 'dry-namespace' } }),
    )
    await api.step(
      'a definition',
      post(
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
        definition({ group: 'dry.example.com' }),
      ),
    )
    await api.step(
      'an update of what is missing',
      put(withQuery(`${all}/none`, 'dryRun=All'), configMap('none')),
    )
    await api.step(
      'a Lease by update',
      put(withQuery(api.path('coordination.k8s.io/v1 leases/l'), 'dryRun=All'), {
        metadata: { name: 'l' },
      } as Json),
    )
  },
}

export const validationStories: readonly Story[] = [fieldValidation, customValidation, dryRuns]
