import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject, KubeObject } from '../json/json.ts'
import {
  configMap,
  configMapsPath,
  definitionsPath,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer({ controllers: { garbageCollection: false, podEndingMs: false } })
  await test.call('POST', definitionsPath, widgetDefinition())
})
after(() => test.close())

const metaOf = ({ metadata }: KubeObject): JsonObject => metadata as JsonObject
const created = async (path: string, object: KubeObject): Promise<KubeObject> =>
  (await test.call('POST', path, object)).body

describe('delete', () => {
  it('of an object that nobody holds answers what is gone', async () => {
    const { metadata } = await created(configMapsPath, configMap('gone'))
    const { status, body } = await test.call('DELETE', `${configMapsPath}/gone`)
    assert.equal(status, 200)
    assert.deepEqual([body.kind, body['status']], ['Status', 'Success'])
    assert.deepEqual(body['details'], { name: 'gone', kind: 'configmaps', uid: metadata['uid'] ?? '' })
    assert.equal((await test.call('GET', `${configMapsPath}/gone`)).status, 404)
  })

  it('of a kind whose clients want to see it once more answers the object', async () => {
    await created('/api/v1/namespaces/default/serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'shown' },
    })
    const { body } = await test.call('DELETE', '/api/v1/namespaces/default/serviceaccounts/shown')
    assert.equal(body.kind, 'ServiceAccount')
  })

  it('of an object with finalizers marks it, once, and the last finalizer to go takes it along', async () => {
    await created(widgetsPath, widget('held', { metadata: { name: 'held', finalizers: ['a.b/c', 'd.e/f'] } }))
    const { status, body } = await test.call('DELETE', `${widgetsPath}/held`)
    assert.equal(status, 200)
    assert.deepEqual([metaOf(body)['generation'], metaOf(body)['deletionGracePeriodSeconds']], [2, 0])
    assert.ok(metaOf(body)['deletionTimestamp'])
    test.advance(2000)
    const again = (await test.call('DELETE', `${widgetsPath}/held`)).body
    assert.deepEqual(metaOf(again), metaOf(body))
    const one = await test.call(
      'PATCH',
      `${widgetsPath}/held`,
      { metadata: { finalizers: ['a.b/c'] } },
      mergePatch,
    )
    assert.equal(one.status, 200)
    const none = await test.call(
      'PATCH',
      `${widgetsPath}/held`,
      { metadata: { finalizers: null } },
      mergePatch,
    )
    assert.deepEqual([none.status, none.body.metadata.name], [200, 'held'])
    assert.equal((await test.call('GET', `${widgetsPath}/held`)).status, 404)
  })

  it('allows no new finalizer once it has begun', async () => {
    await created(widgetsPath, widget('late', { metadata: { name: 'late', finalizers: ['a.b/c'] } }))
    await test.call('DELETE', `${widgetsPath}/late`)
    const { status, body } = await test.call(
      'PATCH',
      `${widgetsPath}/late`,
      { metadata: { finalizers: ['a.b/c', 'new.one/x'] } },
      mergePatch,
    )
    assert.equal(status, 422)
    assert.match(
      String(body['message']),
      /metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted/,
    )
  })

  type Policy = [policy: string, finalizers: readonly string[], because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const policies: Policy[] = [
    ['Foreground', ['foregroundDeletion'], 'dependents go first'],
    ['Orphan',     ['orphan'],             'dependents are let go first'],
    ['Background', [],                     'the object goes at once'],
  ]
  for (const [propagationPolicy, finalizers, because] of policies) {
    it(`${propagationPolicy} leaves [${finalizers.join()}], because: ${because}`, async () => {
      const name = `policy-${propagationPolicy.toLowerCase()}`
      await created(configMapsPath, configMap(name))
      await test.call('DELETE', `${configMapsPath}/${name}`, { propagationPolicy })
      const { status, body } = await test.call('GET', `${configMapsPath}/${name}`)
      if (finalizers.length === 0) assert.equal(status, 404)
      else assert.deepEqual(metaOf(body)['finalizers'], finalizers)
    })
  }

  it('takes its options from the query where there is no body, whatever its content type', async () => {
    await created(configMapsPath, configMap('queried'))
    const headers = { 'content-type': 'application/json' }
    await test.call('DELETE', `${configMapsPath}/queried?propagationPolicy=Orphan`, undefined, headers)
    assert.deepEqual(metaOf((await test.call('GET', `${configMapsPath}/queried`)).body)['finalizers'], [
      'orphan',
    ])
  })

  it('accepts DeleteOptions of any group and version', async () => {
    await created(configMapsPath, configMap('grouped'))
    const options = { apiVersion: 'apps/v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }
    assert.equal((await test.call('DELETE', `${configMapsPath}/grouped`, options)).status, 200)
  })

  type Refused = [name: string, options: JsonObject, status: number, says: RegExp]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refusals: Refused[] = [
    ['another uid',              { preconditions: { uid: 'other' } },                            409, /the UID in the precondition \(other\) does not match/],
    ['another resource version', { preconditions: { resourceVersion: '1' } },                    409, /the ResourceVersion in the precondition \(1\) does not match/],
    ['an unknown policy',        { propagationPolicy: 'Later' },                                 422, /propagationPolicy: Unsupported value: "Later"/],
    ['both ways to say it',      { propagationPolicy: 'Orphan', orphanDependents: true },        422, /cannot be both set/],
    ['an unknown dry run',       { dryRun: ['Some'] },                                           422, /dryRun: Unsupported value/],
    ['another kind',             { kind: 'Pod', apiVersion: 'v1' },                              400, /no kind "Pod" is registered/],
  ]
  for (const [name, options, status, says] of refusals) {
    it(`with ${name} is refused with ${status}`, async () => {
      await created(configMapsPath, configMap('stays'))
      const { status: answered, body } = await test.call('DELETE', `${configMapsPath}/stays`, options)
      assert.equal(answered, status)
      assert.match(String(body['message']), says)
      assert.equal((await test.call('GET', `${configMapsPath}/stays`)).status, 200)
    })
  }

  it('under dryRun leaves everything as it is', async () => {
    await created(configMapsPath, configMap('dried'))
    assert.equal((await test.call('DELETE', `${configMapsPath}/dried`, { dryRun: ['All'] })).status, 200)
    assert.equal((await test.call('GET', `${configMapsPath}/dried`)).status, 200)
  })

  it('of a collection takes what the selectors say and answers the list as it was', async () => {
    for (const name of ['w1', 'w2', 'w3']) {
      await created(configMapsPath, configMap(name, {}, { labels: { sweep: name === 'w3' ? 'no' : 'yes' } }))
    }
    const { status, body } = await test.call('DELETE', `${configMapsPath}?labelSelector=sweep%3Dyes`)
    assert.deepEqual(
      [status, (body['items'] as readonly KubeObject[]).map(({ metadata }) => metadata.name)],
      [200, ['w1', 'w2']],
    )
    assert.deepEqual(
      await Promise.all(
        ['w1', 'w2', 'w3'].map(async (name) => (await test.call('GET', `${configMapsPath}/${name}`)).status),
      ),
      [404, 404, 200],
    )
  })

  it('leaves a pod on a node its time, and none when told so', async () => {
    const pods = '/api/v1/namespaces/default/pods'
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    }
    await created(pods, pod)
    const { body } = await test.call('DELETE', `${pods}/p`)
    assert.equal(metaOf(body)['deletionGracePeriodSeconds'], 30)
    assert.equal(
      metaOf(body)['deletionTimestamp'],
      new Date(test.now() + 30_000).toISOString().replace('.000', ''),
    )
    await test.call('DELETE', `${pods}/p`, { gracePeriodSeconds: 0 })
    assert.equal((await test.call('GET', `${pods}/p`)).status, 404)
  })
})
