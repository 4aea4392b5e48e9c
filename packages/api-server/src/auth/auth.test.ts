import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import {
  adminToken,
  configMap,
  configMapsPath,
  eventually,
  openTestServer,
  type TestServer,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  const tokens = [
    { token: 'ann', user: { name: 'ann', groups: ['dev'] } },
    { token: 'bob', user: { name: 'bob', groups: [] } },
  ]
  test = await openTestServer({ tokens })
  await test.call('POST', configMapsPath, configMap('one'))
  await eventually(
    async () => (await test.call('GET', '/api/v1/namespaces/default/serviceaccounts/default')).status === 200,
  )
})
after(() => test.close())

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const role = (name: string, rules: readonly JsonObject[]): KubeObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name },
  rules,
})
const binding = (name: string, roleName: string, subjects: readonly JsonObject[]): Json => ({
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName },
  subjects,
})

describe('who somebody is', () => {
  type Known = [token: string | undefined, status: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Known[] = [
    [adminToken, 200, 'the administrator may do everything'],
    ['wrong',    401, 'a token that nobody was given'],
    [undefined,  403, 'nobody in particular, who may do nothing here'],
    ['bob',      403, 'known, but without any role'],
  ]
  for (const [token, status, because] of cases) {
    it(`${token ?? 'no token'}: ${status}, because: ${because}`, async () => {
      assert.equal((await test.as(token)('GET', configMapsPath)).status, status)
    })
  }

  it('is read off a client certificate: its name, and its organizations as groups', async () => {
    const request = {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      query: '',
      headers: {},
      body: Buffer.from('{}'),
    }
    const certificate = { commonName: 'carol', organizations: ['ops'] }
    const { body } = await test.server.answer({ ...request, certificate })
    const { userInfo } = (JSON.parse(String(body)) as { status: { userInfo: JsonObject } }).status
    assert.deepEqual(userInfo, { username: 'carol', groups: ['ops', 'system:authenticated'] })
  })

  it('is refused in the words that clients know', async () => {
    const { body } = await test.as(undefined)('GET', '/api/v1/pods')
    assert.equal(
      body['message'],
      'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
    )
    const { body: path } = await test.as(undefined)('GET', '/metrics')
    assert.equal(path['message'], 'forbidden: User "system:anonymous" cannot get path "/metrics"')
  })

  it('can be claimed by those who may act for others', async () => {
    const headers = { 'impersonate-user': 'ann', 'impersonate-group': 'dev' }
    const { body } = await test.call('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, headers)
    assert.deepEqual((body['status'] as JsonObject)['userInfo'], {
      username: 'ann',
      groups: ['dev', 'system:authenticated'],
    })
    assert.equal(
      (await test.as('bob')('GET', configMapsPath, undefined, { 'impersonate-user': 'admin' })).status,
      403,
    )
  })
})

describe('roles', () => {
  before(async () => {
    await test.call(
      'POST',
      `${rbac}/clusterroles`,
      role('readers', [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] }]),
    )
    await test.call(
      'POST',
      `${rbac}/clusterroles`,
      role('one-only', [
        { verbs: ['update', 'patch'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['one'] },
      ]),
    )
    await test.call(
      'POST',
      `${rbac}/clusterroles`,
      role('status-only', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*/status'] }]),
    )
    await test.call(
      'POST',
      `${rbac}/clusterroles`,
      role('paths', [{ verbs: ['get'], nonResourceURLs: ['/logs/*'] }]),
    )
    await test.call(
      'POST',
      `${rbac}/namespaces/default/rolebindings`,
      binding('dev-readers', 'readers', [{ kind: 'Group', name: 'dev' }]),
    )
    await test.call(
      'POST',
      `${rbac}/clusterrolebindings`,
      binding('dev-others', 'one-only', [{ kind: 'User', name: 'ann' }]),
    )
    await test.call(
      'POST',
      `${rbac}/clusterrolebindings`,
      binding('dev-status', 'status-only', [{ kind: 'User', name: 'ann' }]),
    )
    await test.call(
      'POST',
      `${rbac}/clusterrolebindings`,
      binding('dev-paths', 'paths', [{ kind: 'User', name: 'ann' }]),
    )
  })

  type Asked = [name: string, attributes: JsonObject, allowed: boolean, because: string]
  const about = (verb: string, resource: string, rest: JsonObject = {}): JsonObject => ({
    resourceAttributes: { verb, resource, namespace: 'default', ...rest },
  })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Asked[] = [
    ['read in the namespace',    about('get', 'configmaps'),                                    true,  'the group is bound there'],
    ['read in another',          about('get', 'configmaps', { namespace: 'kube-system' }),      false, 'a role binding holds in its namespace'],
    ['another verb',             about('delete', 'configmaps'),                                 false, 'no rule has it'],
    ['another resource',         about('get', 'secrets'),                                       false, 'no rule has it'],
    ['another group',            about('get', 'configmaps', { group: 'apps' }),                 false, 'no rule has it'],
    ['one by name',              about('update', 'configmaps', { name: 'one' }),                true,  'the rule names it'],
    ['another by name',          about('update', 'configmaps', { name: 'two' }),                false, 'the rule names others'],
    ['all by no name',           about('update', 'configmaps'),                                 false, 'a rule with names needs one'],
    ['a subresource of any',     about('patch', 'pods', { subresource: 'status' }),             true,  'the rule has it of everything'],
    ['the object itself',        about('patch', 'pods'),                                        false, 'the rule has only the subresource'],
    ['a path below',             { nonResourceAttributes: { verb: 'get', path: '/logs/a/b' } }, true,  'the rule ends with a star'],
    ['a path beside',            { nonResourceAttributes: { verb: 'get', path: '/log' } },      false, 'no rule has it'],
    ['the version',              { nonResourceAttributes: { verb: 'get', path: '/version' } },  true,  'everybody may know it'],
  ]
  for (const [name, spec, allowed, because] of cases) {
    it(`${name}: ${allowed ? 'allowed' : 'not allowed'}, because: ${because}`, async () => {
      const own = await test.as('ann')('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec,
      })
      const asked = await test.call('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: { ...spec, user: 'ann', groups: ['dev', 'system:authenticated'] },
      })
      assert.deepEqual([own.status, asked.status], [201, 201])
      assert.deepEqual(
        [own, asked].map(({ body }) => (body['status'] as JsonObject)['allowed']),
        [allowed, allowed],
      )
    })
  }

  it('decide over real requests, and a change counts at once', async () => {
    assert.equal((await test.as('ann')('GET', configMapsPath)).status, 200)
    assert.equal((await test.as('ann')('DELETE', `${configMapsPath}/one`)).status, 403)
    await test.call('DELETE', `${rbac}/namespaces/default/rolebindings/dev-readers`)
    assert.equal((await test.as('ann')('GET', configMapsPath)).status, 403)
  })

  it('tell what somebody may do', async () => {
    const { status, body } = await test.as('ann')(
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
      { spec: { namespace: 'default' } },
    )
    assert.equal(status, 201)
    const { resourceRules, nonResourceRules } = body['status'] as {
      resourceRules: readonly JsonObject[]
      nonResourceRules: readonly JsonObject[]
    }
    assert.ok(resourceRules.some(({ resourceNames }) => JSON.stringify(resourceNames) === '["one"]'))
    assert.ok(
      nonResourceRules.some(({ nonResourceURLs }) => JSON.stringify(nonResourceURLs) === '["/logs/*"]'),
    )
  })

  it('do not matter where they are switched off, except to strangers', async () => {
    const open = await openTestServer({
      rbac: false,
      tokens: [{ token: 'bob', user: { name: 'bob', groups: [] } }],
    })
    assert.equal((await open.as('bob')('GET', configMapsPath)).status, 200)
    assert.equal((await open.as(undefined)('GET', configMapsPath)).status, 403)
    await open.close()
  })
})

describe('tokens of service accounts', () => {
  const path = '/api/v1/namespaces/default/serviceaccounts/default/token'
  const issue = async (spec: JsonObject = {}): Promise<string> =>
    ((await test.call('POST', path, { spec })).body['status'] as { token: string }).token
  const review = async (spec: JsonObject): Promise<JsonObject> =>
    (await test.call('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec })).body[
      'status'
    ] as JsonObject

  it('name their account to whoever asks', async () => {
    const status = await review({ token: await issue() })
    assert.equal(status['authenticated'], true)
    const { username, groups } = status['user'] as JsonObject
    assert.equal(username, 'system:serviceaccount:default:default')
    assert.deepEqual(groups, [
      'system:serviceaccounts',
      'system:serviceaccounts:default',
      'system:authenticated',
    ])
  })

  it('end with their time', async () => {
    const token = await issue({ expirationSeconds: 600 })
    assert.equal((await test.as(token)('GET', '/version')).status, 200)
    test.advance(601_000)
    assert.equal((await test.as(token)('GET', '/version')).status, 401)
    assert.equal((await review({ token }))['authenticated'], undefined)
  })

  it('end with what they are bound to', async () => {
    await test.call('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'bound' } })
    const token = await issue({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 'bound' } })
    assert.equal((await test.as(token)('GET', '/version')).status, 200)
    await test.call('DELETE', '/api/v1/namespaces/default/secrets/bound')
    assert.equal((await test.as(token)('GET', '/version')).status, 401)
  })

  it('that were made for somebody else open no door here', async () => {
    const token = await issue({ audiences: ['vault'] })
    assert.equal((await test.as(token)('GET', '/version')).status, 401)
    assert.deepEqual((await review({ token, audiences: ['vault'] }))['audiences'], ['vault'])
  })

  it('that were tampered with are worth nothing', async () => {
    const [head, payload, signature] = (await issue()).split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as JsonObject
    const forged = Buffer.from(
      JSON.stringify({ ...claims, sub: 'system:serviceaccount:kube-system:admin' }),
    ).toString('base64url')
    assert.equal((await test.as(`${head}.${forged}.${signature}`)('GET', '/version')).status, 401)
    assert.equal((await test.as(`${head}.${payload}.`)('GET', '/version')).status, 401)
  })

  it('can be checked by third parties, with the key that is published for that', async () => {
    const [head = '', payload = '', signature = ''] = (await issue()).split('.')
    const { body } = await test.call('GET', '/openid/v1/jwks')
    const [jwk] = body['keys'] as readonly JsonObject[]
    const key = createPublicKey({ key: (jwk ?? {}) as Record<string, string>, format: 'jwk' })
    const signed = Buffer.from(`${head}.${payload}`)
    assert.ok(
      verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
    )
    const { body: configuration } = await test.call('GET', '/.well-known/openid-configuration')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
    assert.equal(claims['iss'], configuration['issuer'])
  })

  it('cannot be had for less than ten minutes', async () => {
    assert.equal((await test.call('POST', path, { spec: { expirationSeconds: 5 } })).status, 422)
  })
})
