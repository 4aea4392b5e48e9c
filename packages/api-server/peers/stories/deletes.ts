import type { Body } from '../exchange.ts'
import { type Answer, get, patch, post, put, type Request, remove, withQuery } from '../exchange.ts'
import { textAt } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { configMap, custom, definition, deployment, install, type JsonObject, pod } from './objects.ts'

const options: Record<string, Body | undefined> = {
  'no body': undefined,
  'an empty object': {},
  Background: { propagationPolicy: 'Background' },
  Foreground: { propagationPolicy: 'Foreground' },
  Orphan: { propagationPolicy: 'Orphan' },
  'an unknown policy': { propagationPolicy: 'Nonsense' },
  orphanDependents: { orphanDependents: true },
  'orphanDependents false': { orphanDependents: false },
  'both ways to say it': { orphanDependents: true, propagationPolicy: 'Orphan' },
  'with its kind': { apiVersion: 'v1', kind: 'DeleteOptions' },
  'with the kind of its own group': { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions' },
  'with the kind of another group': { apiVersion: 'apps/v1', kind: 'DeleteOptions' },
  'with another kind': { apiVersion: 'v1', kind: 'ConfigMap' },
  'an unknown field': { nonsense: 1 },
  'a wrong type': { gracePeriodSeconds: 'x' },
  'a grace period': { gracePeriodSeconds: 5 },
  'a negative grace period': { gracePeriodSeconds: -5 },
  'another uid': { preconditions: { uid: 'x' } },
  'another version': { preconditions: { resourceVersion: '1' } },
  dry: { dryRun: ['All'] },
  'dry of nonsense': { dryRun: ['Perhaps'] },
  'no JSON': { raw: '{' },
  'a list': [],
}

const gone = ({ status }: Answer): boolean => status === 404

const optionsStory: Story = {
  name: 'deletes/options',
  run: async (api) => {
    let count = 0
    for (const [because, body] of Object.entries(options)) {
      const name = `c${count++}`
      await api.quietly(post(api.path('configmaps'), configMap(name)))
      await api.step(because, remove(api.path(`configmaps/${name}`), body))
      const after = get(api.path(`configmaps/${name}`))
      // A finalizer that the garbage collector takes off in its own time.
      if (/^(Foreground|Orphan|orphanDependents)$/.test(because)) await api.settled(after, gone)
      await api.step(`after ${because}`, after)
    }
    for (const query of [
      'propagationPolicy=Orphan',
      'propagationPolicy=Nonsense',
      'dryRun=All',
      'gracePeriodSeconds=0',
      'gracePeriodSeconds=abc',
      'orphanDependents=true',
    ]) {
      const name = `q${count++}`
      await api.quietly(post(api.path('configmaps'), configMap(name)))
      await api.step(`in the query: ${query}`, remove(api.path(`configmaps/${name}`), undefined, { query }))
    }
    await api.quietly(post(api.path('configmaps'), configMap('empty')))
    await api.step(
      'an empty body that says it is JSON',
      remove(api.path('configmaps/empty'), undefined, { type: 'application/json' }),
    )
    await api.quietly(post(api.path('configmaps'), configMap('yaml')))
    await api.step(
      'YAML',
      remove(
        api.path('configmaps/yaml'),
        { raw: 'propagationPolicy: Background\n' },
        { type: 'application/yaml' },
      ),
    )
    await api.step(
      'a type that nobody reads',
      remove(api.path('configmaps/none'), { raw: '{}' }, { type: 'application/nonsense' }),
    )
    await api.step(
      'what is missing with preconditions',
      remove(api.path('configmaps/none'), { preconditions: { uid: 'x' } }),
    )
    const { body } = await api.quietly(post(api.path('configmaps'), configMap('precise')))
    const preconditions = {
      uid: textAt(body, 'metadata.uid'),
      resourceVersion: textAt(body, 'metadata.resourceVersion'),
    }
    await api.step('with preconditions that hold', remove(api.path('configmaps/precise'), { preconditions }))
  },
}

const finalizers: Story = {
  name: 'deletes/finalizers',
  run: async (api) => {
    const held = (name: string, more: readonly string[] = []): JsonObject => ({
      metadata: { name, finalizers: ['example.com/hold', ...more] },
    })
    const one = api.path('configmaps/held')
    await api.step('created with a finalizer', post(api.path('configmaps'), held('held')))
    await api.step('deleted: stays', remove(one))
    await api.step('deleted again: the same', remove(one))
    await api.step('deleted in the foreground meanwhile', remove(one, { propagationPolicy: 'Foreground' }))
    await api.settled(get(one), ({ body }) => !JSON.stringify(body).includes('foregroundDeletion'))
    await api.step(
      'a new finalizer',
      patch('merge', one, { metadata: { finalizers: ['example.com/hold', 'example.com/new'] } }),
    )
    await api.step('a change meanwhile', patch('merge', one, { data: { a: '1' } }))
    await api.step(
      'a deletion time cannot be unset',
      patch('merge', one, { metadata: { deletionTimestamp: null } }),
    )
    await api.step('the last finalizer goes', patch('merge', one, { metadata: { finalizers: [] } }))
    await api.step('gone', get(one))
    await api.quietly(post(api.path('configmaps'), held('put', ['example.com/other'])))
    await api.quietly(remove(api.path('configmaps/put')))
    await api.step('one of two goes', put(api.path('configmaps/put'), held('put')))
    await api.step('the other goes', put(api.path('configmaps/put'), { metadata: { name: 'put' } }))
    await api.step('gone too', get(api.path('configmaps/put')))
    await api.quietly(post(api.path('configmaps'), held('dry')))
    await api.step('dry deletion of what is held', remove(api.path('configmaps/dry'), { dryRun: ['All'] }))
    await api.step('not deleted', get(api.path('configmaps/dry')))
    await api.step('orphaned', remove(api.path('configmaps/dry'), { propagationPolicy: 'Orphan' }))
    await api.step('created again meanwhile', post(api.path('configmaps'), configMap('dry')))
  },
}

const customFinalizers: Story = {
  name: 'deletes/custom',
  run: async (api) => {
    const group = 'deleted.example.com'
    await install(api, definition({ group, version: { subresources: { status: {} } } }))
    const all = api.path(`${group}/v1 widgets`)
    const steps: Record<string, Request> = {
      created: post(all, custom(group, 'w', { metadata: { name: 'w', finalizers: ['example.com/hold'] } })),
      deleted: remove(`${all}/w`),
      'status still changes': patch('merge', `${all}/w/status`, { status: { a: 1 } }),
      'spec still changes': patch('merge', `${all}/w`, { spec: { a: 1 } }),
      'finalizers do not change through status': patch('merge', `${all}/w/status`, {
        metadata: { finalizers: [] },
      }),
      released: patch('json', `${all}/w`, [{ op: 'remove', path: '/metadata/finalizers' }]),
      'created without': post(all, custom(group, 'v')),
      'deleted at once': remove(`${all}/v`),
      background: post(all, custom(group, 'u')),
      'deleted in the background': remove(`${all}/u`, { propagationPolicy: 'Background' }),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
  },
}

async function several(api: Api): Promise<void> {
  for (const name of ['a', 'b', 'c', 'd'])
    await api.quietly(
      post(api.path('configmaps'), configMap(name, {}, { half: name < 'c' ? 'first' : 'second' })),
    )
}

const collections: Story = {
  name: 'deletes/collections',
  run: async (api) => {
    const all = api.path('configmaps')
    await several(api)
    await api.step('by a selector that is bad', remove(all, undefined, { query: 'labelSelector=,' }))
    await api.step('by a field that is unknown', remove(all, undefined, { query: 'fieldSelector=x=y' }))
    await api.step('dry', remove(all, undefined, { query: 'dryRun=All' }))
    await api.step('by label', remove(all, undefined, { query: 'labelSelector=half=first' }))
    await api.step('what is left', get(all))
    await api.step('by name', remove(all, undefined, { query: 'fieldSelector=metadata.name=c' }))
    await api.quietly(post(all, { metadata: { name: 'held', finalizers: ['example.com/hold'] } }))
    await api.step('with options', remove(all, { propagationPolicy: 'Background' }))
    await api.step('what is held stays', get(all))
    await api.step('with a bad body', remove(all, { raw: '{' }))
    await api.step('an empty collection', remove(api.path('secrets')))
    await api.step('a collection that cannot be deleted', remove(api.path('services/x/proxy')))
    await several(api)
    await api.step('with a limit', remove(all, undefined, { query: 'limit=2&labelSelector=half' }))
    await api.step('after a limit', get(all, { query: 'labelSelector=half' }))
  },
}

const answers: Story = {
  name: 'deletes/answers',
  run: async (api) => {
    const made: Record<string, readonly [string, JsonObject]> = {
      'a Pod that runs nowhere': ['pods', pod('p')],
      'a Service': ['services', { metadata: { name: 'p' }, spec: { ports: [{ port: 1 }] } }],
      'a ServiceAccount': ['serviceaccounts', { metadata: { name: 'p' } }],
      'a Secret': ['secrets', { metadata: { name: 'p' } }],
      'a Deployment': ['apps/v1 deployments', deployment('p')],
      'a PodTemplate': [
        'podtemplates',
        { metadata: { name: 'p' }, template: { spec: { containers: [{ name: 'a', image: 'b' }] } } },
      ],
      'a ResourceQuota': ['resourcequotas', { metadata: { name: 'p' } }],
      'a claim': [
        'persistentvolumeclaims',
        {
          metadata: { name: 'p' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
      'a Lease': ['coordination.k8s.io/v1 leases', { metadata: { name: 'p' } }],
      'an Event': ['events', { metadata: { name: 'p' }, involvedObject: { namespace: api.namespace } }],
      'a Job': [
        'batch/v1 jobs',
        {
          metadata: { name: 'p' },
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] } } },
        },
      ],
      'a ReplicationController': [
        'replicationcontrollers',
        {
          metadata: { name: 'p' },
          spec: {
            selector: { a: 'b' },
            template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
          },
        },
      ],
    }
    for (const [because, [resource, body]] of Object.entries(made)) {
      const created = await api.quietly(post(api.path(resource), body))
      if (created.status !== 201) await api.step(`${because} refused`, post(api.path(resource), body))
      await api.step(because, remove(`${api.path(resource)}/p`))
    }
    await api.quietly(post(api.path('pods'), pod('bound', { nodeName: 'n1' })))
    await api.step('a Pod on a node waits for its kubelet', remove(api.path('pods/bound')))
    await api.step('a shorter wait', remove(api.path('pods/bound'), { gracePeriodSeconds: 3 }))
    await api.step('no wait', remove(api.path('pods/bound'), { gracePeriodSeconds: 0 }))
    await api.step('the Pod is gone', get(api.path('pods/bound')))
    await api.quietly(
      post(api.path('pods'), pod('graceful', { nodeName: 'n1', terminationGracePeriodSeconds: 7 })),
    )
    await api.step('a Pod with its own grace', remove(withQuery(api.path('pods/graceful'), 'pretty=false')))
  },
}

export const deleteStories: readonly Story[] = [
  optionsStory,
  finalizers,
  customFinalizers,
  collections,
  answers,
]
