import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { configMap, configMapsPath, openTestServer, type TestServer } from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer({ controllers: { serviceAccounts: false } })
  for (const [name, labels] of [
    ['a', { tier: 'web', n: '1' }],
    ['b', { tier: 'db', n: '2' }],
    ['c', {}],
    ['d', { tier: 'web', n: '3' }],
  ] as const) {
    await test.call('POST', configMapsPath, configMap(name, { is: name }, { labels }))
  }
})
after(() => test.close())

const namesIn = (list: KubeObject): string[] =>
  (list['items'] as readonly KubeObject[]).map(({ metadata }) => metadata.name)
const metaOf = (list: KubeObject): JsonObject => list['metadata'] as JsonObject

describe('lists', () => {
  it('name their kind and version once and carry the revision of the whole store', async () => {
    const { body } = await test.call('GET', configMapsPath)
    assert.deepEqual([body.kind, body.apiVersion], ['ConfigMapList', 'v1'])
    assert.deepEqual(namesIn(body), ['a', 'b', 'c', 'd'])
    const [first] = body['items'] as readonly JsonObject[]
    assert.deepEqual(Object.keys(first ?? {}), ['metadata', 'data'])
    assert.match(String(metaOf(body)['resourceVersion']), /^[1-9]\d*$/)
  })

  it('have an empty list of items and a revision when there is nothing', async () => {
    const { body } = await test.call('GET', '/api/v1/namespaces/nowhere/configmaps')
    assert.deepEqual(body['items'], [])
    assert.ok(metaOf(body)['resourceVersion'])
  })

  type Selected = [query: string, names: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const selections: Selected[] = [
    ['labelSelector=tier%3Dweb',                     'a d',     'equality'],
    ['labelSelector=tier%3D%3Dweb',                  'a d',     'two equals signs mean the same'],
    ['labelSelector=tier!%3Dweb',                    'b c',     'inequality holds where there is no such label'],
    ['labelSelector=tier%20in%20(web,db)',           'a b d',   'one of several'],
    ['labelSelector=tier%20notin%20(web)',           'b c',     'none of several, or no such label'],
    ['labelSelector=tier',                           'a b d',   'any value'],
    ['labelSelector=!tier',                          'c',       'no such label'],
    ['labelSelector=n%3E1',                          'b d',     'greater, as numbers'],
    ['labelSelector=tier%3Dweb,n%3C2',               'a',       'all demands must hold'],
    ['fieldSelector=metadata.name%3Db',              'b',       'by name'],
    ['fieldSelector=metadata.name!%3Db',             'a c d',   'by other names'],
    ['fieldSelector=metadata.namespace%3Ddefault',   'a b c d', 'by namespace'],
    ['labelSelector=&fieldSelector=',                'a b c d', 'empty selectors select everything'],
  ]
  for (const [query, names, because] of selections) {
    it(`?${decodeURIComponent(query)} gives ${names}, because: ${because}`, async () => {
      assert.equal(namesIn((await test.call('GET', `${configMapsPath}?${query}`)).body).join(' '), names)
    })
  }

  type Refused = [query: string, status: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refusals: Refused[] = [
    ['labelSelector=a%20b',                          400, /found 'b', expected: in, notin, =/,                          'no operator'],
    ['labelSelector=a%3D%3D%3Db',                    400, /unable to parse requirement/,                     'one operator too many'],
    ['labelSelector=-a',                             400, /name part must consist/,                          'no valid key'],
    ['fieldSelector=data.is%3Da',                    400, /"data.is" is not a known field selector/,         'ConfigMaps have no selectable fields'],
    ['fieldSelector=metadata.name',                  400, /can't understand/,                                'no operator'],
    ['limit=abc',                                    400, /strconv.ParseInt: parsing "abc"/,                 'not a number'],
    ['continue=%21%21',                              400, /continue key is not valid/,                       'no token of ours'],
    ['resourceVersion=abc',                          400, /invalid resource version/,                        'not a number'],
    ['resourceVersionMatch=Exact',                   422, /forbidden unless resourceVersion is provided/,    'nothing to match'],
    ['resourceVersionMatch=Exact&resourceVersion=0', 422, /forbidden for resourceVersion "0"/,               'zero means any'],
    ['resourceVersionMatch=Odd&resourceVersion=1',   422, /Unsupported value: "Odd"/,                        'no such match'],
    ['sendInitialEvents=true',                       422, /sendInitialEvents is forbidden for list/,         'only watches begin with events'],
  ]
  for (const [query, status, says, because] of refusals) {
    it(`?${decodeURIComponent(query)} is refused with ${status}, because: ${because}`, async () => {
      const { status: answered, body } = await test.call('GET', `${configMapsPath}?${query}`)
      assert.equal(answered, status)
      assert.match(String(body['message']), says)
    })
  }
})

describe('pages', () => {
  it('continue where the last one ended, of the same state, whatever happened meanwhile', async () => {
    const first = (await test.call('GET', `${configMapsPath}?limit=2`)).body
    assert.deepEqual([namesIn(first), metaOf(first)['remainingItemCount']], [['a', 'b'], 2])
    await test.call('POST', configMapsPath, configMap('bb'))
    await test.call('DELETE', `${configMapsPath}/d`)
    const second = (
      await test.call('GET', `${configMapsPath}?limit=2&continue=${String(metaOf(first)['continue'])}`)
    ).body
    assert.deepEqual(namesIn(second), ['c', 'd'])
    assert.equal(metaOf(second)['continue'], undefined)
    assert.equal(metaOf(second)['resourceVersion'], metaOf(first)['resourceVersion'])
    await test.call('DELETE', `${configMapsPath}/bb`)
    await test.call('POST', configMapsPath, configMap('d', {}, { labels: { tier: 'web', n: '3' } }))
  })

  it('tell no number of remaining items under a selector, because it is not known', async () => {
    const { body } = await test.call('GET', `${configMapsPath}?limit=1&labelSelector=tier`)
    assert.ok(metaOf(body)['continue'])
    assert.equal(metaOf(body)['remainingItemCount'], undefined)
  })

  it('are not cut from a list of any state: resourceVersion 0 ignores the limit', async () => {
    const { body } = await test.call('GET', `${configMapsPath}?limit=1&resourceVersion=0`)
    assert.deepEqual([namesIn(body).length, metaOf(body)['continue']], [4, undefined])
  })

  it('walk over namespaces in the order of lists', async () => {
    await test.call('POST', '/api/v1/namespaces', { metadata: { name: 'aaa' } })
    await test.call('POST', '/api/v1/namespaces/aaa/configmaps', configMap('z'))
    const names: string[] = []
    let token = ''
    do {
      const { body } = await test.call(
        'GET',
        `/api/v1/configmaps?limit=2${token === '' ? '' : `&continue=${token}`}`,
      )
      names.push(...namesIn(body))
      token = String(metaOf(body)['continue'] ?? '')
    } while (token !== '')
    assert.deepEqual(names, ['z', 'a', 'b', 'c', 'd'])
    await test.call('DELETE', '/api/v1/namespaces/aaa/configmaps/z')
  })
})

describe('revisions', () => {
  it('an exact one is listed as it was', async () => {
    const then = metaOf((await test.call('GET', configMapsPath)).body)['resourceVersion'] as Json
    await test.call('POST', configMapsPath, configMap('later'))
    const { body } = await test.call(
      'GET',
      `${configMapsPath}?resourceVersionMatch=Exact&resourceVersion=${String(then)}`,
    )
    assert.ok(!namesIn(body).includes('later'))
    assert.equal(metaOf(body)['resourceVersion'], then)
    await test.call('DELETE', `${configMapsPath}/later`)
  })

  it('one that is not reached yet is waited for', async () => {
    const now = Number(metaOf((await test.call('GET', configMapsPath)).body)['resourceVersion'])
    const asked = test.call('GET', `${configMapsPath}?resourceVersion=${now + 1}`)
    await test.call(
      'PATCH',
      `${configMapsPath}/a`,
      { data: { x: 'y' } },
      { 'content-type': 'application/merge-patch+json' },
    )
    assert.equal((await asked).status, 200)
  })
})

describe('single objects', () => {
  it('come in their own version and kind', async () => {
    const { status, body } = await test.call('GET', `${configMapsPath}/a`)
    assert.deepEqual([status, body.kind, body.apiVersion, body.metadata.name], [200, 'ConfigMap', 'v1', 'a'])
  })

  type Missing = [path: string, status: number, says: string | RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const missing: Missing[] = [
    [`${configMapsPath}/zzz`,                        404, /configmaps \\"zzz\\" not found/,                   'known resource, no such object'],
    ['/api/v1/namespaces/default/cheese',            404, /could not find the requested resource/,           'known group, no such resource'],
    ['/apis/apps/v7/deployments',                    404, /could not find the requested resource/,           'known group, no such version'],
    ['/apis/apps/v7',                                404, /could not find the requested resource/,           'the same for discovery'],
    ['/apis/cheese.io/v1/x',                         404, '404 page not found\n',                            'no such group'],
    ['/cheese',                                      404, '404 page not found\n',                            'no such path'],
    ['/clusters/no/where/api/v1/pods',               404, '404 page not found\n',                            'no such cluster'],
    ['/api/v1/configmaps/a',                         404, /could not find the requested resource/,           'a namespaced object outside of namespaces'],
    ['/api/v1/namespaces/default/nodes',             404, /could not find the requested resource/,           'a cluster-scoped kind inside a namespace'],
    [`${configMapsPath}/a/cheese`,                   404, /could not find the requested resource/,           'no such subresource'],
    [`${configMapsPath}/..`,                         400, /Name parameter invalid/,                           'a name that climbs'],
    [`${configMapsPath}/%00`,                        400, /control characters/,                               'a name that no key may hold'],
    [`${configMapsPath}/%zz`,                        400, /percent-encoded/,                                  'a path that cannot be decoded'],
  ]
  for (const [path, status, says, because] of missing) {
    it(`GET ${path} answers ${status}, because: ${because}`, async () => {
      const { status: answered, text } = await test.call('GET', path)
      assert.equal(answered, status)
      if (typeof says === 'string') assert.equal(text, says)
      else assert.match(text, says)
    })
  }

  for (const [method, path] of [
    ['HEAD', `${configMapsPath}/a`],
    ['PUT', configMapsPath],
    ['POST', `${configMapsPath}/a`],
    ['PATCH', configMapsPath],
  ] as const) {
    it(`${method} ${path} is not allowed`, async () => {
      assert.equal((await test.call(method, path)).status, 405)
    })
  }
})
