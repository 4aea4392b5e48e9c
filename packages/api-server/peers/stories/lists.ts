import {
  type Answer,
  get,
  type Json,
  partialListAccept,
  post,
  put,
  remove,
  tableAccept,
} from '../exchange.ts'
import { listAt, textAt } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { configMap, pod } from './objects.ts'

const names = (body: Json): Json => ({
  names: listAt(body, 'items').map((item) => textAt(item, 'metadata.name')),
  metadata: typeof body === 'object' && body !== null && 'metadata' in body ? (body.metadata ?? null) : null,
})

const colours = ['red', 'green', 'blue', 'red', 'green', 'blue', 'red']

async function fill(api: Api): Promise<void> {
  for (const [index, colour] of colours.entries()) {
    const labels = { colour, index: String(index), ...(index % 2 === 0 ? { even: '' } : {}) }
    await api.quietly(post(api.path('configmaps'), configMap(`c${index}`, { at: String(index) }, labels)))
  }
}

const paging: Story = {
  name: 'lists/paging',
  run: async (api) => {
    await fill(api)
    const all = api.path('configmaps')
    const token = (answer: Answer): string => encodeURIComponent(textAt(answer.body, 'metadata.continue'))
    const first = await api.step('the first three', get(all, { query: 'limit=3' }), names)
    await api.quietly(post(all, configMap('b9')))
    await api.quietly(remove(`${all}/c4`))
    const second = await api.step(
      'the next three, as they were',
      get(all, { query: `limit=3&continue=${token(first)}` }),
      names,
    )
    await api.step('the rest', get(all, { query: `limit=3&continue=${token(second)}` }), names)
    await api.step('the rest without a limit', get(all, { query: `continue=${token(first)}` }), names)
    await api.step('exactly as many as there are', get(all, { query: 'limit=7' }), names)
    await api.step('more than there are', get(all, { query: 'limit=100' }), names)
    const even = await api.step('with a selector', get(all, { query: 'limit=2&labelSelector=even' }), names)
    await api.step(
      'with a selector, the rest',
      get(all, { query: `limit=2&labelSelector=even&continue=${token(even)}` }),
      names,
    )
    const named = await api.step(
      'with a field selector',
      get(all, { query: 'limit=1&fieldSelector=metadata.name!=c0' }),
      names,
    )
    await api.step(
      'with a field selector, the next',
      get(all, { query: `limit=1&fieldSelector=metadata.name!=c0&continue=${token(named)}` }),
      names,
    )
    await api.step('limit zero', get(all, { query: 'limit=0' }), names)
    await api.step('a negative limit', get(all, { query: 'limit=-1' }), names)
    await api.step('a limit that is no number', get(all, { query: 'limit=abc' }))
    await api.step('a limit with a fraction', get(all, { query: 'limit=1.5' }))
    await api.step('an empty limit', get(all, { query: 'limit=' }), names)
    await api.step('a continue token that is nonsense', get(all, { query: 'limit=2&continue=nonsense' }))
    await api.step(
      'a continue token of other JSON',
      get(all, { query: `limit=2&continue=${Buffer.from('{"v":"x"}').toString('base64url')}` }),
    )
    await api.step(
      'a continue token with a version',
      get(all, { query: `limit=2&resourceVersion=1&continue=${token(first)}` }),
    )
    await api.step(
      'a continue token with version 0',
      get(all, { query: `limit=2&resourceVersion=0&continue=${token(first)}` }),
      names,
    )
    await api.step(
      'a continue token with a match',
      get(all, { query: `limit=2&resourceVersionMatch=Exact&continue=${token(first)}` }),
    )
    await api.step('pages of a table', get(all, { query: 'limit=2', accept: tableAccept }))
    await api.step('pages of metadata', get(all, { query: 'limit=2', accept: partialListAccept }))
    await api.step('limit with version 0', get(all, { query: 'limit=2&resourceVersion=0' }), names)
  },
}

const labelSelectors = [
  'colour=red', 'colour==red', 'colour!=red', 'colour in (red,blue)', 'colour notin (red, blue)', 'even', '!even', 'even=',
  'index>3', 'index<2', 'index>abc', 'colour=red,even', 'colour=red,!even', ' colour = red ', 'missing!=x', 'missing notin (x)',
  'colour in ()', 'colour in (', 'colour=', '=red', ',', 'a b', 'colour=red,', 'colour in (red', 'x,y,z', 'colour=red=blue',
  'Bad Key=x', 'colour=bad value', 'a/b/c=d', '-x=1', 'colour=-', 'colour in (red,red)', 'example.com/x notin (a)', 'colour gt 3',
] // biome-ignore format: a list to read across

const fieldSelectors = [
  'metadata.name=c1', 'metadata.name==c1', 'metadata.name!=c1', 'metadata.name=c1,metadata.name=c2', 'metadata.name=', 'metadata.nope=x',
  'data.at=1', 'metadata.name', 'metadata.name>c1', 'metadata.name=c1,', 'spec.x=1', '=x', 'metadata.labels.colour=red', 'metadata.name in (c1)',
  'metadata.name=c\\,1', 'metadata.name=c\\x',
] // biome-ignore format: a list to read across

const selectors: Story = {
  name: 'lists/selectors',
  run: async (api) => {
    await fill(api)
    const all = api.path('configmaps')
    for (const selector of labelSelectors) {
      await api.step(
        `labels ${selector}`,
        get(all, { query: `labelSelector=${encodeURIComponent(selector)}` }),
        names,
      )
    }
    for (const selector of fieldSelectors) {
      await api.step(
        `fields ${selector}`,
        get(all, { query: `fieldSelector=${encodeURIComponent(selector)}` }),
        names,
      )
    }
    await api.step('both', get(all, { query: 'labelSelector=even&fieldSelector=metadata.name!=c0' }), names)
    await api.step(
      'its namespace',
      get(all, { query: `fieldSelector=metadata.namespace=${api.namespace}` }),
      names,
    )
    await api.step(
      'another namespace',
      get(all, { query: 'fieldSelector=metadata.namespace=default' }),
      names,
    )
    await api.step(
      'all namespaces, one by field',
      get('/api/v1/configmaps', { query: `fieldSelector=metadata.namespace=${api.namespace}` }),
      names,
    )
    await api.step(
      'all namespaces, by name',
      get('/api/v1/configmaps', {
        query: `fieldSelector=metadata.namespace=${api.namespace},metadata.name=c3`,
      }),
      names,
    )
    await api.step(
      'the same parameter twice',
      get(all, { query: 'labelSelector=even&labelSelector=colour=red' }),
      names,
    )
  },
}

const podFields = [
  'status.phase=Pending', 'status.phase=Running', 'spec.nodeName=', 'spec.nodeName=n1', 'spec.nodeName!=n1', 'spec.restartPolicy=Always',
  'spec.schedulerName=default-scheduler', 'spec.serviceAccountName=', 'spec.hostNetwork=false', 'spec.hostNetwork=true', 'status.podIP=',
  'status.podIPs=', 'status.nominatedNodeName=', 'spec.containers=x', 'metadata.uid=x',
] // biome-ignore format: a list to read across

const fieldsOfKinds: Story = {
  name: 'lists/fields',
  run: async (api) => {
    await api.quietly(post(api.path('pods'), pod('free')))
    await api.quietly(
      post(api.path('pods'), pod('bound', { nodeName: 'n1', hostNetwork: true, restartPolicy: 'Never' })),
    )
    for (const selector of podFields) {
      await api.step(
        `pods ${selector}`,
        get(api.path('pods'), { query: `fieldSelector=${encodeURIComponent(selector)}` }),
        names,
      )
    }
    await api.quietly(post(api.path('secrets'), { metadata: { name: 's' }, type: 'example.com/mine' }))
    const others: Record<string, string> = {
      'secrets by type': `${api.path('secrets')}?fieldSelector=type=example.com/mine`,
      'secrets by another type': `${api.path('secrets')}?fieldSelector=type=Opaque`,
      'services by type': `${api.path('services')}?fieldSelector=spec.type=ClusterIP`,
      'services by address': `${api.path('services')}?fieldSelector=spec.clusterIP=None`,
      'deployments by a field that is not selectable': `${api.path('apps/v1 deployments')}?fieldSelector=spec.replicas=1`,
      'deployments by name': `${api.path('apps/v1 deployments')}?fieldSelector=metadata.name=x`,
      'leases by a field that is not selectable': `${api.path('coordination.k8s.io/v1 leases')}?fieldSelector=spec.holderIdentity=x`,
      'nodes by unschedulable': '/api/v1/nodes?fieldSelector=spec.unschedulable=true',
      'nodes by nonsense': '/api/v1/nodes?fieldSelector=nonsense=true',
      'namespaces by phase and name': `/api/v1/namespaces?fieldSelector=status.phase=Active,metadata.name=${api.namespace}`,
      'namespaces by namespace': '/api/v1/namespaces?fieldSelector=metadata.namespace=x',
      'jobs by success': `${api.path('batch/v1 jobs')}?fieldSelector=status.successful=0`,
      'replica sets by replicas': `${api.path('apps/v1 replicasets')}?fieldSelector=status.replicas=0`,
      'replication controllers by replicas': `${api.path('replicationcontrollers')}?fieldSelector=status.replicas=0`,
      'events by object': `${api.path('events')}?fieldSelector=involvedObject.kind=Pod,involvedObject.name=x,involvedObject.namespace=y,involvedObject.uid=z`,
      'events by reason': `${api.path('events')}?fieldSelector=reason=x,type=Normal,source=kubelet,reportingComponent=k`,
      'events by the field of the other group': `${api.path('events')}?fieldSelector=regarding.kind=Pod`,
      'events of the new group': `${api.path('events.k8s.io/v1 events')}?fieldSelector=regarding.kind=Pod,reason=x`,
      'events of the new group by the old field': `${api.path('events.k8s.io/v1 events')}?fieldSelector=involvedObject.kind=Pod`,
      'requests for certificates by signer':
        '/apis/certificates.k8s.io/v1/certificatesigningrequests?fieldSelector=spec.signerName=x',
      'definitions by nonsense':
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldSelector=spec.group=x',
    }
    for (const [because, path] of Object.entries(others)) await api.step(because, get(path), names)
  },
}

const versionQueries = [
  'resourceVersion=', 'resourceVersion=0', 'resourceVersion=1', 'resourceVersion=abc', 'resourceVersion=-1', 'resourceVersion=01', 'resourceVersion=1.5',
  'resourceVersion=99999999999999999999999', 'resourceVersionMatch=Exact', 'resourceVersionMatch=NotOlderThan', 'resourceVersion=0&resourceVersionMatch=Exact',
  'resourceVersion=0&resourceVersionMatch=NotOlderThan', 'resourceVersion=1&resourceVersionMatch=Nonsense', 'resourceVersion=1&resourceVersionMatch=NotOlderThan',
  'resourceVersion=0&resourceVersionMatch=NotOlderThan&limit=2', 'resourceVersion=1&limit=2', 'resourceVersion=1&resourceVersionMatch=Exact',
  'sendInitialEvents=true', 'sendInitialEvents=false', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 'allowWatchBookmarks=true', 'allowWatchBookmarks=nonsense',
  'timeoutSeconds=5', 'timeoutSeconds=abc', 'nonsense=1', 'pretty=true', 'watch=false', 'watch=0', 'includeObject=Object',
] // biome-ignore format: a list to read across

const versions: Story = {
  name: 'lists/versions',
  run: async (api) => {
    await fill(api)
    const all = api.path('configmaps')
    for (const query of versionQueries) await api.step(query, get(all, { query }), names)
    const { body } = await api.quietly(get(`${all}/c0`))
    const version = Number(textAt(body, 'metadata.resourceVersion'))
    const now = await api.quietly(get(all))
    const current = Number(textAt(now.body, 'metadata.resourceVersion'))
    await api.quietly(put(`${all}/c1`, configMap('c1', { changed: 'yes' })))
    await api.step(
      'exactly as it was with one object',
      get(all, { query: `resourceVersion=${version}&resourceVersionMatch=Exact` }),
      names,
    )
    await api.step(
      'exactly as it was, some',
      get(all, { query: `resourceVersion=${version}&resourceVersionMatch=Exact&limit=1` }),
      names,
    )
    await api.step(
      'exactly as it was before a change',
      get(all, { query: `resourceVersion=${current}&resourceVersionMatch=Exact` }),
      (list) => listAt(list, 'items').map((item) => JSON.stringify(textAt(item, 'data.changed'))),
    )
    await api.step('at least as new', get(all, { query: `resourceVersion=${version}` }), names)
    await api.step('at least as new, some', get(all, { query: `resourceVersion=${version}&limit=3` }), names)
    await api.step(
      'at least as new, said so',
      get(all, { query: `resourceVersion=${version}&resourceVersionMatch=NotOlderThan&limit=3` }),
      names,
    )
    await api.step('of the future', get(all, { query: `resourceVersion=${current + 1_000_000}` }), names)
    await api.step(
      'exactly of the future',
      get(all, { query: `resourceVersion=${current + 1_000_000}&resourceVersionMatch=Exact` }),
      names,
    )
    await api.step(
      'one object of the future',
      get(`${all}/c0`, { query: `resourceVersion=${current + 1_000_000}` }),
    )
    await api.step('one object of the past', get(`${all}/c0`, { query: `resourceVersion=${version}` }))
    await api.step('one object of version 0', get(`${all}/c0`, { query: 'resourceVersion=0' }))
    await api.step(
      'one object of a version that is no number',
      get(`${all}/c0`, { query: 'resourceVersion=abc' }),
    )
  },
}

export const listStories: readonly Story[] = [paging, selectors, fieldsOfKinds, versions]
