import { get, type Json, patch, post, put, type Request, remove } from '../exchange.ts'
import { isObject } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { configMap, type JsonObject } from './objects.ts'

const rbac = 'rbac.authorization.k8s.io/v1'

function requests(api: Api): Record<string, Request> {
  const maps = api.path('configmaps')
  return {
    list: get(maps),
    'list everywhere': get('/api/v1/configmaps'),
    get: get(`${maps}/c`),
    'get of what is missing': get(`${maps}/none`),
    watch: get(maps, { query: 'watch=true&timeoutSeconds=1' }),
    create: post(maps, configMap('x')),
    update: put(`${maps}/c`, configMap('c')),
    patch: patch('merge', `${maps}/c`, {}),
    delete: remove(`${maps}/none`),
    'delete all': remove(maps),
    'a subresource': get(api.path('apps/v1 deployments/d/scale')),
    'a cluster-scoped kind': get('/api/v1/nodes'),
    'a cluster-scoped object': get('/api/v1/nodes/n'),
    'a namespace': get(`/api/v1/namespaces/${api.namespace}`),
    'an unknown kind': get(api.path('gadgets')),
    'an unknown group': get('/apis/nobody.example.org/v1/things'),
    metrics: get('/metrics'),
    nonsense: get('/nonsense'),
    discovery: get('/apis/apps'),
    'an object with a bad body': post(maps, { raw: '{' }),
    'by a field selector with a name': get(maps, { query: 'fieldSelector=metadata.name=c' }),
  }
}

const strangers: Story = {
  name: 'access/strangers',
  run: async (api) => {
    await api.quietly(post(api.path('configmaps'), configMap('c')))
    for (const as of ['stranger', 'anonymous']) {
      for (const [because, request] of Object.entries(requests(api)))
        await api.step(`${because} by ${as}`, { ...request, as })
    }
    const bad = { ...get(api.path('configmaps')), as: 'anonymous' }
    await api.step('a bad token', { ...bad, headers: { ...bad.headers, authorization: 'Bearer nonsense' } })
    await api.step('basic authentication', {
      ...bad,
      headers: { ...bad.headers, authorization: 'Basic bm86bm8=' },
    })
    await api.step('no scheme', { ...bad, headers: { ...bad.headers, authorization: 'nonsense' } })
    await api.step('an empty bearer', { ...bad, headers: { ...bad.headers, authorization: 'Bearer ' } })
  },
}

const roles: Story = {
  name: 'access/roles',
  run: async (api) => {
    const maps = api.path('configmaps')
    await api.quietly(post(maps, configMap('c')))
    await api.quietly(post(maps, configMap('d')))
    const rules = [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch', 'create'] },
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['c'], verbs: ['get', 'update'] },
      { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['*'] },
    ]
    await api.step('a role', post(api.path(`${rbac} roles`), { metadata: { name: 'r' }, rules }))
    const subjects = [{ kind: 'Group', name: 'readers', apiGroup: 'rbac.authorization.k8s.io' }]
    await api.step(
      'a binding',
      post(api.path(`${rbac} rolebindings`), {
        metadata: { name: 'b' },
        subjects,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      }),
    )
    await api.settled(get(maps, { as: 'reader' }), ({ status }) => status === 200)
    const all: Record<string, Request> = {
      ...requests(api),
      'another name': get(`${maps}/d`),
      'update of another name': put(`${maps}/d`, configMap('d')),
      'list elsewhere': get('/api/v1/namespaces/default/configmaps'),
    }
    for (const [because, request] of Object.entries(all))
      await api.step(`${because} by a reader`, { ...request, as: 'reader' })
    await api.step(
      'a reader gives itself more',
      post(
        api.path(`${rbac} roles`),
        { metadata: { name: 'more' }, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
        { as: 'reader' },
      ),
    )
    const invalid: Record<string, JsonObject> = {
      'a rule without verbs': {
        metadata: { name: 'bad' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: [] }],
      },
      'a rule without resources': { metadata: { name: 'bad' }, rules: [{ apiGroups: [''], verbs: ['get'] }] },
      'a rule without groups': {
        metadata: { name: 'bad' },
        rules: [{ resources: ['pods'], verbs: ['get'] }],
      },
      'a rule for paths in a namespace': {
        metadata: { name: 'bad' },
        rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }],
      },
      'a name with colons': { metadata: { name: 'system:mine' }, rules: [] },
      'a name with a slash': { metadata: { name: 'a/b' }, rules: [] },
      'a name in upper case': { metadata: { name: 'Upper' }, rules: [] },
    }
    for (const [because, body] of Object.entries(invalid))
      await api.step(because, post(api.path(`${rbac} roles`), body))
    const bindings: Record<string, JsonObject> = {
      'a binding without a role': { metadata: { name: 'bad' }, subjects },
      'a binding of another kind': {
        metadata: { name: 'bad' },
        subjects,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Pod', name: 'r' },
      },
      'a binding of a bad subject': {
        metadata: { name: 'bad' },
        subjects: [{ kind: 'Robot', name: 'r' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      },
      'a binding of a ServiceAccount without namespace': {
        metadata: { name: 'bad' },
        subjects: [{ kind: 'ServiceAccount', name: 'r' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      },
      'a binding with defaults': {
        metadata: { name: 'fine' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
        roleRef: { kind: 'Role', name: 'r' },
      },
    }
    for (const [because, body] of Object.entries(bindings))
      await api.step(because, post(api.path(`${rbac} rolebindings`), body))
    await api.step(
      'the role of a binding cannot change',
      patch('merge', api.path(`${rbac} rolebindings/b`), {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'other' },
      }),
    )
  },
}

const reviews: Story = {
  name: 'access/reviews',
  run: async (api) => {
    const post1 = (path: string, body: JsonObject, as = 'admin'): Request =>
      post(`/apis/${path}`, body, { as })
    const attributes = { namespace: api.namespace, verb: 'get', resource: 'configmaps' }
    const authorization = 'authorization.k8s.io/v1'
    const steps: Record<string, Request> = {
      'may I': post1(`${authorization}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes: attributes },
      }),
      'may a stranger': post1(
        `${authorization}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: attributes } },
        'stranger',
      ),
      'may I reach a path': post1(`${authorization}/selfsubjectaccessreviews`, {
        spec: { nonResourceAttributes: { path: '/metrics', verb: 'get' } },
      }),
      'may I what': post1(`${authorization}/selfsubjectaccessreviews`, { spec: {} }),
      'may I both': post1(`${authorization}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes: attributes, nonResourceAttributes: { path: '/x', verb: 'get' } },
      }),
      'may they': post1(`${authorization}/subjectaccessreviews`, {
        spec: { user: 'stranger', groups: ['system:masters'], resourceAttributes: attributes },
      }),
      'may they not': post1(`${authorization}/subjectaccessreviews`, {
        spec: { user: 'stranger', resourceAttributes: attributes },
      }),
      'may nobody': post1(`${authorization}/subjectaccessreviews`, {
        spec: { resourceAttributes: attributes },
      }),
      'asked by a stranger': post1(
        `${authorization}/subjectaccessreviews`,
        { spec: { user: 'x', resourceAttributes: attributes } },
        'stranger',
      ),
      locally: post(api.path(`${authorization} localsubjectaccessreviews`), {
        metadata: { namespace: api.namespace },
        spec: { user: 'stranger', resourceAttributes: attributes },
      }),
      'locally of another namespace': post(api.path(`${authorization} localsubjectaccessreviews`), {
        spec: { user: 'stranger', resourceAttributes: { ...attributes, namespace: 'other' } },
      }),
      'who am I': post1('authentication.k8s.io/v1/selfsubjectreviews', {}),
      'who is a stranger': post1('authentication.k8s.io/v1/selfsubjectreviews', {}, 'stranger'),
      'who is nobody': post1('authentication.k8s.io/v1/selfsubjectreviews', {}, 'anonymous'),
      'whose token': post1('authentication.k8s.io/v1/tokenreviews', { spec: { token: 'token-of-reader' } }),
      'whose bad token': post1('authentication.k8s.io/v1/tokenreviews', { spec: { token: 'nonsense' } }),
      'whose empty token': post1('authentication.k8s.io/v1/tokenreviews', { spec: {} }),
      'reviews cannot be read': get(`/apis/${authorization}/subjectaccessreviews`),
      'reviews cannot be got': get(`/apis/${authorization}/subjectaccessreviews/x`),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
    const rules = post1(`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: api.namespace } })
    await api.step('my rules', rules, (body) => (isObject(body) ? Object.keys(body).sort() : body))
    await api.step(
      'my rules without a namespace',
      post1(`${authorization}/selfsubjectrulesreviews`, { spec: {} }),
    )
  },
}

const impersonation: Story = {
  name: 'access/impersonation',
  run: async (api) => {
    const who = post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {})
    const as = (headers: Record<string, string>, user = 'admin'): Request => ({
      ...who,
      as: user,
      headers: { ...who.headers, ...headers },
    })
    const info = (body: Json): Json => body
    await api.step('as a user', as({ 'impersonate-user': 'jane' }), info)
    await api.step(
      'as a user of groups',
      as({ 'impersonate-user': 'jane', 'impersonate-group': 'devs' }),
      info,
    )
    await api.step(
      'as a user with extra',
      as({ 'impersonate-user': 'jane', 'impersonate-extra-scopes': 'view', 'impersonate-uid': 'u1' }),
      info,
    )
    await api.step('as a group of nobody', as({ 'impersonate-group': 'devs' }), info)
    await api.step('as a service account', as({ 'impersonate-user': 'system:serviceaccount:a:b' }), info)
    await api.step('as nobody', as({ 'impersonate-user': 'system:anonymous' }), info)
    await api.step('by a stranger', as({ 'impersonate-user': 'jane' }, 'stranger'), info)
    const list = get(api.path('configmaps'))
    await api.step('a denial names who one acts as', {
      ...list,
      headers: { ...list.headers, 'impersonate-user': 'jane' },
    })
  },
}

export const accessStories: readonly Story[] = [strangers, roles, reviews, impersonation]
