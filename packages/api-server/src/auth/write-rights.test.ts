import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import { applyPatch, mergePatch, openTestServer, type TestServer } from '../server.testing.ts'

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const group = 'rbac.authorization.k8s.io'
const own = `${rbac}/namespaces/default`
const reading: JsonObject = { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] }

let test: TestServer
before(async () => {
  const people = ['ann', 'bob', 'cid', 'dan', 'eve']
  const tokens = people.map((name) => ({ token: name, user: { name, groups: ['dev'] } }))
  test = await openTestServer({ tokens })
  const create = async (path: string, body: Json): Promise<void> => {
    assert.equal((await test.call('POST', path, body)).status, 201)
  }
  const grant = async (who: readonly string[], name: string, rules: readonly JsonObject[]): Promise<void> => {
    await create(`${rbac}/clusterroles`, { metadata: { name }, rules })
    const subjects = who.map((each) => ({ kind: 'User', apiGroup: group, name: each }))
    await create(`${rbac}/clusterrolebindings`, { metadata: { name }, roleRef: ref(name), subjects })
  }
  const everyRbac = { apiGroups: [group], resources: ['*'] }
  await grant(people.slice(0, 4), 'writers', [{ ...everyRbac, verbs: ['create', 'update', 'patch'] }])
  await grant(people.slice(0, 4), 'readers', [reading])
  await grant(['bob'], 'escalators', [
    { apiGroups: [group], resources: ['roles'], verbs: ['escalate'], resourceNames: ['one'] },
  ])
  await grant(['cid'], 'binders', [
    { apiGroups: [group], resources: ['clusterroles'], verbs: ['bind'], resourceNames: ['secrets'] },
  ])
  await grant(['dan'], 'all', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ])
  await grant(['eve'], 'changers', [{ ...everyRbac, verbs: ['patch', 'update'] }])
  await grant([], 'secrets', [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }])
  await create(`${own}/roles`, role('one', [reading]))
  await create(`${own}/rolebindings`, { metadata: { name: 'bound' }, roleRef: ref('secrets') })
})
after(() => test.close())

function ref(name: string): JsonObject {
  return { apiGroup: group, kind: 'ClusterRole', name }
}

function role(name: string, rules: readonly JsonObject[]): JsonObject {
  return { apiVersion: `${group}/v1`, kind: 'Role', metadata: { name }, rules }
}

const secrets: JsonObject = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] }
const paths: JsonObject = { verbs: ['get'], nonResourceURLs: ['/metrics'] }
const sum = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }
const binding = (roleRef: JsonObject): Json => ({ metadata: { name: 'new' }, roleRef })

describe('handing out rights', () => {
  type Way = readonly [method: string, path: string, body: Json, headers?: Record<string, string>]
  const post = (path: string, body: Json): Way => ['POST', `${path}?dryRun=All`, body]
  const merge = (path: string, body: Json): Way => ['PATCH', `${path}?dryRun=All`, body, mergePatch]
  const apply = (path: string, body: Json): Way => [
    'PATCH',
    `${path}?dryRun=All&fieldManager=m&force=true`,
    body,
    applyPatch,
  ]
  const named = (name: string, rest: JsonObject): Json => ({ metadata: { name }, ...rest })
  type Case = [who: string, way: Way, status: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['ann', post(`${own}/roles`, role('new', [reading])),                                         201, 'he has what he gives'],
    ['ann', post(`${own}/roles`, role('new', [{ ...reading, resourceNames: ['x'] }])),            201, 'one is less than all'],
    ['ann', post(`${own}/roles`, role('new', [secrets])),                                         403, 'he does not have it'],
    ['ann', post(`${rbac}/clusterroles`, named('new', { rules: [secrets] })),                     403, 'he does not have it anywhere'],
    ['ann', post(`${rbac}/clusterroles`, named('new', { rules: [paths] })),                       403, 'paths count too'],
    ['ann', post(`${rbac}/clusterroles`, named('new', { aggregationRule: sum })),                 403, 'a sum can come to hold anything'],
    ['dan', post(`${rbac}/clusterroles`, named('new', { aggregationRule: sum })),                 201, 'he has everything'],
    ['ann', ['PUT', `${own}/roles/one`, role('one', [secrets])],                                  403, 'an update grants as well'],
    ['ann', merge(`${own}/roles/one`, { rules: [secrets] }),                                      403, 'a patch grants as well'],
    ['ann', apply(`${own}/roles/one`, role('one', [secrets])),                                    403, 'an apply grants as well'],
    ['ann', apply(`${own}/roles/two`, role('two', [secrets])),                                    403, 'also where it creates'],
    ['ann', merge(`${own}/rolebindings/bound`, { metadata: { finalizers: ['a.example.com/b'] } }), 200, 'a finalizer grants nothing'],
    ['ann', merge(`${own}/rolebindings/bound`, { metadata: { labels: { a: 'b' } } }),             403, 'whoever changes it answers for all of it'],
    ['bob', merge(`${own}/roles/one`, { rules: [secrets] }),                                      200, 'he may escalate that one'],
    ['bob', post(`${own}/roles`, role('one', [secrets])),                                         403, 'a create has no name to be allowed by'],
    ['bob', apply(`${own}/roles/two`, role('two', [secrets])),                                    403, 'he may escalate another'],
    ['ann', post(`${own}/rolebindings`, binding(ref('readers'))),                                 201, 'he has what the role holds'],
    ['ann', post(`${own}/rolebindings`, binding(ref('secrets'))),                                 403, 'the role holds more'],
    ['ann', post(`${rbac}/clusterrolebindings`, binding(ref('cluster-admin'))),                   403, 'the role holds everything'],
    ['ann', post(`${own}/rolebindings`, binding(ref('gone'))),                                    404, 'nobody knows what it would grant'],
    ['cid', post(`${own}/rolebindings`, binding(ref('secrets'))),                                 201, 'he may bind that one'],
    ['cid', post(`${own}/rolebindings`, binding(ref('gone'))),                                    404, 'but no other'],
    ['eve', apply(`${own}/roles/two`, role('two', [])),                                           403, 'applying what is not there is creating it'],
    ['dan', merge(`${own}/rolebindings/bound`, { roleRef: ref('readers') }),                      422, 'a binding stays with its role'],
  ]
  for (const [who, [method, path, body, headers], status, because] of cases) {
    it(`${who}, ${method} ${path} ${JSON.stringify(body)}: ${status}, because: ${because}`, async () => {
      assert.equal((await test.as(who)(method, path, body, headers)).status, status)
    })
  }

  it('is refused with all that is missing, verbs of one thing together', async () => {
    const rules = [{ verbs: ['get', 'watch'], apiGroups: [''], resources: ['secrets', 'configmaps'] }]
    const { body } = await test.as('ann')('POST', `${own}/roles`, role('new', rules))
    assert.equal(
      body['message'],
      `roles.${group} "new" is forbidden: user "ann" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n` +
        '{APIGroups:[""], Resources:["configmaps"], Verbs:["watch"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "watch"]}',
    )
  })

  describe('that are the product of a few words', () => {
    const words = (count: number): readonly string[] => [...Array(count).keys()].map((index) => `w${index}`)
    const product: JsonObject = { apiGroups: words(1000), resources: words(1000), verbs: words(1000) }
    it('is refused before they are told one by one', async () => {
      const { status, text } = await test.as('ann')('POST', `${own}/roles`, role('new', [product]))
      assert.equal(status, 413)
      assert.match(text, /1000000000 single rights, limit is 20000/)
    })
    it('is nobody’s business who may escalate', async () => {
      const path = `${own}/roles/one?dryRun=All`
      assert.equal((await test.as('bob')('PATCH', path, { rules: [product] }, mergePatch)).status, 200)
    })
    it('lets others have their turn where very many are compared', async () => {
      const held = words(4000).map((name) => ({ apiGroups: [name], resources: ['x'], verbs: ['get'] }))
      await test.call('POST', `${own}/roles`, role('many', held))
      await test.call('POST', `${own}/rolebindings`, {
        metadata: { name: 'many' },
        roleRef: { apiGroup: group, kind: 'Role', name: 'many' },
        subjects: [{ kind: 'User', apiGroup: group, name: 'ann' }],
      })
      let turns = 0
      const counting = setInterval(() => void turns++, 1)
      const { status } = await test.as('ann')('POST', `${own}/roles?dryRun=All`, role('same', held))
      clearInterval(counting)
      assert.equal(status, 201)
      assert.ok(turns > 10, `${turns} turns`)
    })
  })

  it('is asked of nobody where roles do not matter', async () => {
    const open = await openTestServer({
      rbac: false,
      tokens: [{ token: 'x', user: { name: 'x', groups: [] } }],
    })
    assert.equal((await open.as('x')('POST', `${own}/roles`, role('new', [secrets]))).status, 201)
    await open.close()
  })
})

describe('a rule with names', () => {
  it('is met by a selector of one name in lists and watches, never in deletions', async () => {
    const rules = [{ verbs: ['*'], apiGroups: [''], resources: ['pods'], resourceNames: ['one'] }]
    await test.call('POST', `${own}/roles`, role('one-pod', rules))
    const subjects = [{ kind: 'User', apiGroup: group, name: 'eve' }]
    const roleRef = { apiGroup: group, kind: 'Role', name: 'one-pod' }
    await test.call('POST', `${own}/rolebindings`, { metadata: { name: 'one-pod' }, roleRef, subjects })
    const pods = '/api/v1/namespaces/default/pods'
    const selected = 'fieldSelector=metadata.name%3Done'
    const ask = async (method: string, path: string): Promise<number> =>
      (await test.as('eve')(method, path)).status
    assert.deepEqual(
      [
        await ask('GET', `${pods}?${selected}`),
        await ask('GET', pods),
        await ask('GET', `${pods}?fieldSelector=metadata.name%3Dtwo`),
        await ask('DELETE', `${pods}?${selected}`),
        await ask('GET', `/api/v1/watch/namespaces/default/pods?${selected}`),
        await ask('GET', `/api/v1/pods?${selected}`),
      ],
      [200, 403, 403, 403, 403, 403],
    )
  })
})
