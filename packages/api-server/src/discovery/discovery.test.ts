import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { definitionsPath, openTestServer, type TestServer, widgetDefinition } from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer({ clusters: ['prod/east'] })
})
after(() => test.close())

const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const v2beta1 = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList'

describe('discovery', () => {
  type Negotiated = [accept: string, kind: string, contentType: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const forms: Negotiated[] = [
    ['application/json, */*',                         'legacy',   'application/json', 'kubectl up to 1.25 and client-node'],
    [`${v2beta1},application/json`,                   'v2beta1',  v2beta1,            'kubectl 1.26 to 1.29'],
    [`${v2},${v2beta1},application/json`,             'v2',       v2,                 'kubectl 1.30 to 1.35'],
    [`${v2},application/json`,                        'v2',       v2,                 'kubectl 1.36'],
    ['',                                              'legacy',   'application/json', 'nobody said anything'],
  ]
  for (const [accept, form, contentType, because] of forms) {
    it(`answers ${accept || 'no Accept'} with exactly ${contentType}, because: ${because}`, async () => {
      for (const [path, legacyKind] of [
        ['/api', 'APIVersions'],
        ['/apis', 'APIGroupList'],
      ] as const) {
        const { headers, body } = await test.call('GET', path, undefined, accept === '' ? {} : { accept })
        assert.equal(headers['Content-Type'], contentType)
        if (form === 'legacy') assert.equal(body.kind, legacyKind)
        else
          assert.deepEqual(
            [body.kind, body.apiVersion],
            ['APIGroupDiscoveryList', `apidiscovery.k8s.io/${form}`],
          )
      }
    })
  }

  it('in one document names every resource with its subresources and verbs', async () => {
    const { body } = await test.call('GET', '/api', undefined, { accept: v2 })
    const [core] = body['items'] as readonly JsonObject[]
    const [version] = (core?.['versions'] ?? []) as readonly JsonObject[]
    const pods = ((version?.['resources'] ?? []) as readonly JsonObject[]).find(
      ({ resource }) => resource === 'pods',
    )
    assert.equal(version?.['freshness'], 'Current')
    assert.deepEqual(
      [pods?.['scope'], pods?.['singularResource'], pods?.['shortNames']],
      ['Namespaced', 'pod', ['po']],
    )
    assert.deepEqual(pods?.['responseKind'], { group: '', version: '', kind: 'Pod' })
    const eviction = ((pods?.['subresources'] ?? []) as readonly JsonObject[]).find(
      ({ subresource }) => subresource === 'eviction',
    )
    assert.deepEqual(eviction?.['responseKind'], { group: 'policy', version: 'v1', kind: 'Eviction' })
  })

  it('of one group and version lists resources and subresources by name', async () => {
    const { body } = await test.call('GET', '/apis/apps/v1')
    const named = (name: string): JsonObject | undefined =>
      (body['resources'] as readonly JsonObject[]).find((each) => each['name'] === name)
    assert.deepEqual([body.kind, body['groupVersion']], ['APIResourceList', 'apps/v1'])
    assert.deepEqual(named('deployments')?.['verbs'], [
      'create',
      'delete',
      'deletecollection',
      'get',
      'list',
      'patch',
      'update',
      'watch',
    ])
    const { group, version, kind } = named('deployments/scale') ?? {}
    assert.deepEqual([group, version, kind], ['autoscaling', 'v1', 'Scale'])
  })

  it('of a group names its versions, the most preferred first', async () => {
    const { body } = await test.call('GET', '/apis/autoscaling')
    assert.deepEqual([body.kind, body['name']], ['APIGroup', 'autoscaling'])
    assert.deepEqual(
      (body['versions'] as readonly JsonObject[]).map(({ version }) => version),
      ['v2', 'v1'],
    )
  })

  it('carries a tag that changes with every definition, and spares clients what they know', async () => {
    const first = await test.call('GET', '/apis', undefined, { accept: v2 })
    const tag = String(first.headers['ETag'])
    assert.match(tag, /^"[0-9A-F]{128}"$/)
    const again = await test.call('GET', '/apis', undefined, { accept: v2, 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
    await test.call('POST', definitionsPath, widgetDefinition())
    const changed = await test.call('GET', '/apis', undefined, { accept: v2, 'if-none-match': tag })
    assert.equal(changed.status, 200)
    assert.match(changed.text, /"resource":"widgets"/)
    await test.call('DELETE', `${definitionsPath}/widgets.example.com`)
  })

  it('knows a custom resource the moment its definition is answered, with its verbs in their own order', async () => {
    await test.call('POST', definitionsPath, widgetDefinition())
    const { body } = await test.call('GET', '/apis/example.com/v1')
    const [widgets] = body['resources'] as readonly JsonObject[]
    assert.deepEqual(widgets?.['verbs'], [
      'delete',
      'deletecollection',
      'get',
      'list',
      'patch',
      'create',
      'update',
      'watch',
    ])
  })

  it('is each cluster’s own', async () => {
    assert.equal((await test.call('GET', '/apis/example.com/v1')).status, 200)
    assert.equal((await test.call('GET', '/clusters/prod/east/apis/example.com/v1')).status, 404)
    assert.equal((await test.call('GET', '/clusters/prod/east/apis/apps/v1')).status, 200)
  })
})

describe('endpoints besides resources', () => {
  it('tell the version to anybody', async () => {
    const { status, body } = await test.as(undefined)('GET', '/version')
    assert.deepEqual([status, body['gitVersion']], [200, 'v1.36.3'])
  })

  for (const path of ['/healthz', '/livez', '/readyz', '/readyz/ping']) {
    it(`${path} is ok`, async () => {
      assert.equal((await test.call('GET', path)).text, 'ok')
    })
  }

  it('list the checks where asked to be verbose', async () => {
    assert.match(
      (await test.call('GET', '/readyz?verbose')).text,
      /^\[\+\]ping ok\n[\s\S]*readyz check passed\n$/,
    )
  })

  it('offer OpenAPI v3 by group and version, under an address that changes with the content', async () => {
    const { body } = await test.call('GET', '/openapi/v3')
    const { serverRelativeURL: url } = (body['paths'] as JsonObject)['apis/apps/v1'] as {
      readonly serverRelativeURL: string
    }
    const { status, headers } = await test.call('GET', url)
    assert.deepEqual([status, headers['Cache-Control']], [200, 'public, immutable'])
    const stale = await test.call('GET', '/openapi/v3/apis/apps/v1?hash=OLD')
    assert.deepEqual([stale.status, stale.headers['Location']], [301, url])
    assert.equal((await test.call('GET', '/openapi/v3/apis/cheese/v1')).status, 404)
  })

  it('offer OpenAPI v2 as protobuf, which is all that old clients read', async () => {
    const headers = { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' }
    const answer = await test.call('GET', '/openapi/v2', undefined, headers)
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['Content-Type']), /protobuf$/)
  })

  it('list themselves at the root', async () => {
    const { body } = await test.call('GET', '/')
    const paths = body['paths'] as readonly string[]
    for (const path of ['/api', '/apis/apps/v1', '/openapi/v3', '/version']) assert.ok(paths.includes(path))
  })
})
