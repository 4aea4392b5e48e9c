import { type Answer, get, patch, post, put, remove } from '../exchange.ts'
import { isObject, listAt, textAt } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { configMap, custom, definition, definitionsPath, install, type JsonObject } from './objects.ts'

const namespaces: Story = {
  name: 'lifecycle/namespaces',
  run: async (api) => {
    const name = `${api.namespace}-own`
    const one = `/api/v1/namespaces/${name}`
    await api.step('created', post('/api/v1/namespaces', { metadata: { name } }))
    await api.step('created again', post('/api/v1/namespaces', { metadata: { name } }))
    await api.step(
      'finalizers of its spec are set',
      post('/api/v1/namespaces', {
        metadata: { name: `${name}-2`, labels: { a: 'b' } },
        spec: { finalizers: ['example.com/x'] },
        status: { phase: 'Terminating' },
      }),
    )
    await api.step(
      'its label comes back',
      patch('merge', one, { metadata: { labels: { 'kubernetes.io/metadata.name': null } } }),
    )
    await api.step(
      'its label cannot be another',
      patch('merge', one, { metadata: { labels: { 'kubernetes.io/metadata.name': 'x' } } }),
    )
    await api.step('status', get(`${one}/status`))
    await api.step(
      'status changed',
      patch('merge', `${one}/status`, {
        status: {
          conditions: [
            {
              type: 'X',
              status: 'True',
              reason: 'R',
              message: 'm',
              lastTransitionTime: '2020-01-01T00:00:00Z',
            },
          ],
        },
      }),
    )
    for (const bad of ['Upper', 'with.dot', 'x'.repeat(64), '-a', '1a'])
      await api.step(`named ${bad}`, post('/api/v1/namespaces', { metadata: { name: bad } }))
    await api.quietly(
      post(`${one}/configmaps`, { metadata: { name: 'held', finalizers: ['example.com/hold'] } }),
    )
    await api.quietly(post(`${one}/configmaps`, configMap('free')))
    await api.step('deleted', remove(one), withoutConditions)
    await api.step('nothing is created in it any more', post(`${one}/configmaps`, configMap('late')))
    await api.settled(get(`${one}/configmaps/free`), ({ status }) => status === 404)
    await api.settled(get(one), (answer) => JSON.stringify(answer.body).includes('SomeFinalizersRemain'))
    await api.step('it waits for what is held', get(one), conditionsWithoutTimes)
    await api.step('what is held can change', patch('merge', `${one}/configmaps/held`, { data: { a: '1' } }))
    await api.step(
      'what is held is let go',
      patch('merge', `${one}/configmaps/held`, { metadata: { finalizers: null } }),
    )
    await api.until('it is gone', get(one), ({ status }) => status === 404)
    for (const kept of ['default', 'kube-system', 'kube-public'])
      await api.step(`${kept} cannot be deleted`, remove(`/api/v1/namespaces/${kept}`))
    await api.step('what is missing', remove('/api/v1/namespaces/nowhere'))
    await api.step('collections of namespaces cannot be deleted', remove('/api/v1/namespaces'))
    await api.step(
      'finalize with another name',
      put(`/api/v1/namespaces/${name}-2/finalize`, { metadata: { name: 'x' } }),
    )
    await api.step('finalize by reading', get(`/api/v1/namespaces/${name}-2/finalize`))
    await api.step(
      'finalize takes finalizers',
      put(`/api/v1/namespaces/${name}-2/finalize`, {
        metadata: { name: `${name}-2` },
        spec: { finalizers: ['example.com/y'] },
      }),
    )
  },
}

const withoutConditions = (body: Answer['body']): Answer['body'] => textAt(body, 'status.phase')

const conditionsWithoutTimes = (body: Answer['body']): Answer['body'] =>
  listAt(body, 'status.conditions').map((condition) =>
    isObject(condition) ? { ...condition, lastTransitionTime: '' } : condition,
  )

interface Owner {
  readonly name: string
  readonly uid: string
}

async function owner(api: Api, name: string, more: JsonObject = {}): Promise<Owner> {
  const { body } = await api.quietly(post(api.path('configmaps'), { metadata: { name, ...more } }))
  return { name, uid: textAt(body, 'metadata.uid') }
}

async function owned(api: Api, name: string, ...owners: readonly (Owner & JsonObject)[]): Promise<void> {
  const ownerReferences = owners.map((reference) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...reference }))
  await api.quietly(post(api.path('secrets'), { metadata: { name, ownerReferences } }))
}

const gone = ({ status }: Answer): boolean => status === 404

const garbage: Story = {
  name: 'lifecycle/garbage',
  run: async (api) => {
    const [secrets, maps] = [api.path('secrets'), api.path('configmaps')]
    const background = await owner(api, 'background')
    await owned(api, 'of-background', { ...background })
    await api.step(
      'background: the owner goes first',
      remove(`${maps}/background`, { propagationPolicy: 'Background' }),
    )
    await api.until('background: then what it owned', get(`${secrets}/of-background`), gone)

    const foreground = await owner(api, 'foreground')
    await owned(api, 'blocks', { ...foreground, blockOwnerDeletion: true })
    await owned(api, 'blocks-not', { ...foreground })
    await api.quietly(patch('merge', `${secrets}/blocks`, { metadata: { finalizers: ['example.com/hold'] } }))
    await api.step(
      'foreground: the owner waits',
      remove(`${maps}/foreground`, { propagationPolicy: 'Foreground' }),
    )
    await api.settled(
      get(`${secrets}/blocks`),
      ({ body }) => textAt(body, 'metadata.deletionTimestamp') !== '',
    )
    await api.step('foreground: what blocks is being deleted', get(`${secrets}/blocks`))
    await api.step('foreground: the owner is still there', get(`${maps}/foreground`))
    await api.quietly(patch('merge', `${secrets}/blocks`, { metadata: { finalizers: null } }))
    await api.until('foreground: then it goes', get(`${maps}/foreground`), gone)
    await api.until('foreground: and what did not block', get(`${secrets}/blocks-not`), gone)

    const orphaning = await owner(api, 'orphaning')
    await owned(api, 'orphan', { ...orphaning })
    await api.step('orphan: the owner', remove(`${maps}/orphaning`, { propagationPolicy: 'Orphan' }))
    await api.until('orphan: the owner goes', get(`${maps}/orphaning`), gone)
    await api.step('orphan: what it owned stays, without owner', get(`${secrets}/orphan`))

    const [first, second] = [await owner(api, 'first'), await owner(api, 'second')]
    await owned(api, 'of-two', { ...first }, { ...second })
    await api.step('two owners: the first goes', remove(`${maps}/first`))
    await api.settled(
      get(`${secrets}/of-two`),
      ({ body }) => listAt(body, 'metadata.ownerReferences').length === 1,
    )
    await api.step('two owners: one reference is left', get(`${secrets}/of-two`))
    await api.step('two owners: the second goes', remove(`${maps}/second`))
    await api.until('two owners: then it goes', get(`${secrets}/of-two`), gone)

    await owned(api, 'of-nobody', { name: 'nobody', uid: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd' })
    await api.until('an owner that never was', get(`${secrets}/of-nobody`), gone)
  },
}

const definitionDeletion: Story = {
  name: 'lifecycle/definitions',
  run: async (api) => {
    const group = 'going.example.com'
    const manifest = definition({ group })
    await install(api, manifest)
    const all = api.path(`${group}/v1 widgets`)
    const one = `${definitionsPath}/widgets.${group}`
    await api.quietly(
      post(all, custom(group, 'held', { metadata: { name: 'held', finalizers: ['example.com/hold'] } })),
    )
    await api.quietly(post(all, custom(group, 'free')))
    await api.step('deleted', remove(one), (body) => listAt(body, 'metadata.finalizers'))
    await api.settled(get(one), ({ body }) => JSON.stringify(body).includes('InstanceDeletionInProgress'))
    await api.step('nothing is created any more', post(all, custom(group, 'late')))
    await api.settled(get(`${all}/free`), gone)
    await api.until('what is held is still served', get(`${all}/held`), ({ body }) =>
      JSON.stringify(body).includes('deletionTimestamp'),
    )
    await api.step('it waits', get(one), (body) =>
      listAt(body, 'status.conditions').map(
        (condition) =>
          `${textAt(condition, 'type')} ${textAt(condition, 'status')} ${textAt(condition, 'reason')}`,
      ),
    )
    await api.quietly(patch('merge', `${all}/held`, { metadata: { finalizers: null } }))
    await api.until('it goes', get(one), gone)
    await api.until('its objects are unknown', get(all), ({ status }) => status === 404)
    await api.until('its group is unknown', get(`/apis/${group}`), ({ status }) => status === 404)
    await install(api, manifest)
    await api.step('made again it is empty', get(all))
  },
}

export const lifecycleStories: readonly Story[] = [namespaces, garbage, definitionDeletion]
