import { type Answer, get, type Json, post, remove } from '../exchange.ts'
import { keyed, listAt, textAt } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { definition, install } from './objects.ts'

const aggregated = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`

/** Groups that a Kubernetes of this version serves by default, each with its versions. */
const groupVersions = [
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'resource.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
]

const byName = (body: Json): Json => keyed(listAt(body, 'resources').map(withoutHash), 'name')

/** A hash of what the store holds; only its being there could matter to a client. */
function withoutHash(resource: Json): Json {
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource)) return resource
  return Object.fromEntries(Object.entries(resource).filter(([key]) => key !== 'storageVersionHash'))
}

const groupsByName = (body: Json): Json => keyed(withoutExamples(listAt(body, 'groups'), 'name'), 'name')

/** Definitions of other stories come and go meanwhile. */
function withoutExamples(list: readonly Json[], key: string): readonly Json[] {
  return list.filter((element) => !textAt(element, key).endsWith('example.com'))
}

const aggregatedByName = (body: Json): Json =>
  Object.fromEntries(
    withoutExamples(listAt(body, 'items'), 'metadata.name').map((group) => [
      textAt(group, 'metadata.name'),
      listAt(group, 'versions').map((version) => ({
        version: textAt(version, 'version'),
        freshness: textAt(version, 'freshness'),
        resources: keyed(listAt(version, 'resources'), 'resource'),
      })),
    ]),
  )

const legacy: Story = {
  name: 'discovery/legacy',
  run: async (api) => {
    await api.step('the core versions', get('/api'), (body) => listAt(body, 'versions'))
    await api.step('all groups', get('/apis'), groupsByName)
    await api.step('core resources', get('/api/v1'), byName)
    for (const groupVersion of groupVersions) {
      await api.step(`resources of ${groupVersion}`, get(`/apis/${groupVersion}`), byName)
      await api.step(`group of ${groupVersion}`, get(`/apis/${groupVersion.split('/')[0]}`))
    }
  },
}

const refused: Story = {
  name: 'discovery/refused',
  run: async (api) => {
    const requests = {
      'unknown group': get('/apis/nobody.example.org'),
      'unknown group and version': get('/apis/nobody.example.org/v1'),
      'unknown version of a known group': get('/apis/apps/v9'),
      'unknown core version': get('/api/v2'),
      'resource of an unknown core version': get('/api/v2/pods'),
      'resource of an unknown version': get('/apis/apps/v9/deployments'),
      'unknown resource of a known group': get('/apis/apps/v1/gadgets'),
      'unknown core resource': get('/api/v1/gadgets'),
      'unknown core resource in a namespace': get(api.path('gadgets')),
      'unknown core resource by name': get(api.path('gadgets/one')),
      'unknown root': get('/nothing'),
      'unknown root below': get('/nothing/at/all'),
      'trailing slash of core': get('/api/'),
      'trailing slash of a version': get('/api/v1/'),
      'trailing slash of a collection': get(`${api.path('configmaps')}/`),
      'double slash': get('/api//v1'),
      'post to groups': post('/apis', {}),
      'post to a version': post('/apis/apps/v1', {}),
      'delete of a version': remove('/apis/apps/v1'),
      health: get('/healthz', { accept: '*/*' }),
      liveness: get('/livez', { accept: '*/*' }),
      readiness: get('/readyz', { accept: '*/*' }),
      'health as nobody': get('/healthz', { as: 'anonymous' }),
      'groups as nobody': get('/apis', { as: 'anonymous' }),
      'one health check': get('/readyz/ping', { accept: '*/*' }),
      'an unknown health check': get('/readyz/nonsense', { accept: '*/*' }),
      'an unsupported accept': get('/apis', { accept: 'application/xml' }),
      'an unsupported accept of a version': get('/apis/apps/v1', { accept: 'text/html' }),
      'a group as YAML': get('/apis/apps', { accept: 'application/yaml' }),
    }
    for (const [because, request] of Object.entries(requests)) await api.step(because, request)
    await api.step('trailing slash of groups', get('/apis/'), groupsByName)
    await api.step('version', get('/version'), (body) =>
      Object.keys(typeof body === 'object' && body !== null ? body : {}).sort(),
    )
    await api.step('version as nobody', get('/version', { as: 'anonymous' }), () => 'any')
  },
}

const aggregatedForms: Story = {
  name: 'discovery/aggregated',
  run: async (api) => {
    await api.step('core, aggregated', get('/api', { accept: aggregated('v2') }), aggregatedByName)
    await api.step('groups, aggregated', get('/apis', { accept: aggregated('v2') }), aggregatedByName)
    const both = `${aggregated('v2')},${aggregated('v2beta1')},application/json`
    await api.step('groups as kubectl 1.30 asks', get('/apis', { accept: both }), (body) =>
      textAt(body, 'kind'),
    )
    await api.step(
      'groups as kubectl 1.36 asks',
      get('/apis', { accept: `${aggregated('v2')},application/json` }),
      (body) => textAt(body, 'apiVersion'),
    )
    await api.step(
      'groups by a client that knows neither',
      get('/apis', { accept: 'application/json, */*' }),
      (body) => textAt(body, 'kind'),
    )
    await api.step('an unknown aggregated version', get('/apis', { accept: aggregated('v7') }))
    await api.step(
      'an unknown aggregated version with a way out',
      get('/apis', { accept: `${aggregated('v7')},application/json` }),
      (body) => textAt(body, 'kind'),
    )
  },
}

const definitions: Story = {
  name: 'discovery/definitions',
  run: async (api) => {
    const group = 'discovered.example.com'
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const versions = ['v1alpha1', 'v2', 'v1beta2', 'v1', 'v10', 'weird', 'v1beta1'].map((name) => ({
      name,
      served: name !== 'v1beta2',
      storage: name === 'v1',
      schema,
      ...(name === 'v2'
        ? {
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
            },
          }
        : {}),
    }))
    const names = { shortNames: ['wd', 'wdg'], categories: ['all', 'toys'], singular: 'widget' }
    await install(api, definition({ group, versions, names }))
    await install(api, definition({ group, kind: 'Gadget', scope: 'Cluster' }))
    await api.step('the group', get(`/apis/${group}`))
    for (const version of ['v10', 'v2', 'v1', 'v1beta1', 'v1beta2', 'weird']) {
      await api.step(`resources of ${version}`, get(`/apis/${group}/${version}`), byName)
    }
    const listed = (answer: Answer): boolean => JSON.stringify(answer.body).includes('gadgets')
    await api.settled(get('/apis', { accept: aggregated('v2') }), listed)
    const inList = (body: Json): Json =>
      listAt(body, 'groups').filter((element) => textAt(element, 'name') === group)
    await api.step('the group among all', get('/apis'), inList)
    const found = (body: Json): Json =>
      listAt(body, 'items').filter((element) => textAt(element, 'metadata.name') === group)
    await api.step('the group, aggregated', get('/apis', { accept: aggregated('v2') }), found)
  },
}

export const discoveryStories: readonly Story[] = [legacy, refused, aggregatedForms, definitions]
