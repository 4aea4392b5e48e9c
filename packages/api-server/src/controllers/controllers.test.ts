import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import {
  configMap,
  configMapsPath,
  eventually,
  mergePatch,
  openTestServer,
  type TestServer,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer({ controllers: { podEndingMs: 5, authority: 'PEM' } })
})
after(async () => {
  await test.close()
  assert.deepEqual(test.mistakes, [])
})

const assertGone = (path: string): Promise<void> =>
  eventually(async () => (await test.call('GET', path)).status === 404)
const create = async (path: string, object: KubeObject): Promise<KubeObject> => {
  const { status, body, text } = await test.call('POST', path, object)
  assert.equal(status, 201, text)
  return body
}
const owner = ({ apiVersion, kind, metadata }: KubeObject, rest: JsonObject = {}): JsonObject => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata['uid'] ?? '',
  ...rest,
})
const owned = (name: string, owners: readonly JsonObject[]): KubeObject =>
  configMap(name, {}, { ownerReferences: owners })
const ownersOf = async (name: string): Promise<Json | undefined> =>
  ((await test.call('GET', `${configMapsPath}/${name}`)).body.metadata as JsonObject)['ownerReferences']

describe('the garbage collector', () => {
  it('deletes what depends on what is gone, all the way down', async () => {
    const top = await create(configMapsPath, configMap('top'))
    const middle = await create(configMapsPath, owned('middle', [owner(top)]))
    await create(configMapsPath, owned('bottom', [owner(middle)]))
    await test.call('DELETE', `${configMapsPath}/top`)
    await assertGone(`${configMapsPath}/bottom`)
    await assertGone(`${configMapsPath}/middle`)
  })

  it('deletes what names an owner that never was, or another of the same name', async () => {
    const real = await create(configMapsPath, configMap('real'))
    await create(
      configMapsPath,
      owned('of-nobody', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: 'u' }]),
    )
    await create(configMapsPath, owned('of-another', [owner(real, { uid: 'another' })]))
    await assertGone(`${configMapsPath}/of-nobody`)
    await assertGone(`${configMapsPath}/of-another`)
  })

  it('keeps what has one owner left and takes away the others', async () => {
    const [solid, passing] = [
      await create(configMapsPath, configMap('solid')),
      await create(configMapsPath, configMap('passing')),
    ]
    await create(configMapsPath, owned('shared', [owner(solid), owner(passing)]))
    await test.call('DELETE', `${configMapsPath}/passing`)
    await eventually(async () => ((await ownersOf('shared')) as readonly Json[]).length === 1)
    assert.deepEqual(await ownersOf('shared'), [owner(solid)])
  })

  it('in the foreground deletes blocking dependents first, and the owner when they are gone', async () => {
    const parent = await create(configMapsPath, configMap('parent'))
    const child = owned('child', [owner(parent, { blockOwnerDeletion: true })])
    await create(configMapsPath, { ...child, metadata: { ...child.metadata, finalizers: ['a.b/c'] } })
    await create(configMapsPath, owned('bystander', [owner(parent)]))
    await test.call('DELETE', `${configMapsPath}/parent`, { propagationPolicy: 'Foreground' })
    await eventually(
      async () =>
        ((await test.call('GET', `${configMapsPath}/child`)).body.metadata as JsonObject)[
          'deletionTimestamp'
        ] !== undefined,
    )
    assert.equal((await test.call('GET', `${configMapsPath}/parent`)).status, 200)
    await test.call('PATCH', `${configMapsPath}/child`, { metadata: { finalizers: null } }, mergePatch)
    await assertGone(`${configMapsPath}/parent`)
    await assertGone(`${configMapsPath}/bystander`)
  })

  it('in the foreground does not wait for dependents that do not block', async () => {
    const parent = await create(configMapsPath, configMap('impatient'))
    const child = owned('unblocking', [owner(parent)])
    await create(configMapsPath, { ...child, metadata: { ...child.metadata, finalizers: ['a.b/c'] } })
    await test.call('DELETE', `${configMapsPath}/impatient`, { propagationPolicy: 'Foreground' })
    await assertGone(`${configMapsPath}/impatient`)
    await test.call('PATCH', `${configMapsPath}/unblocking`, { metadata: { finalizers: null } }, mergePatch)
  })

  it('lets go of dependents when told to orphan them', async () => {
    const parent = await create(configMapsPath, configMap('leaving'))
    await create(configMapsPath, owned('orphaned', [owner(parent)]))
    await test.call('DELETE', `${configMapsPath}/leaving`, { propagationPolicy: 'Orphan' })
    await assertGone(`${configMapsPath}/leaving`)
    assert.equal(await ownersOf('orphaned'), undefined)
  })

  it('does not follow owners into other namespaces', async () => {
    await create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'abroad' } })
    const foreign = await create('/api/v1/namespaces/abroad/configmaps', configMap('foreign'))
    await create(configMapsPath, owned('of-foreign', [owner(foreign)]))
    await assertGone(`${configMapsPath}/of-foreign`)
  })
})

describe('a namespace', () => {
  const namespace = (name: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  })

  it('has a service account and the authority of the server from the beginning', async () => {
    await create('/api/v1/namespaces', namespace('furnished'))
    await eventually(
      async () =>
        (await test.call('GET', '/api/v1/namespaces/furnished/serviceaccounts/default')).status === 200,
    )
    await eventually(
      async () =>
        (await test.call('GET', '/api/v1/namespaces/furnished/configmaps/kube-root-ca.crt')).status === 200,
    )
    const { body } = await test.call('GET', '/api/v1/namespaces/furnished/configmaps/kube-root-ca.crt')
    assert.deepEqual(body['data'], { 'ca.crt': 'PEM' })
  })

  it('that is deleted is emptied, tells what is left, and goes when nothing is', async () => {
    const contents = '/api/v1/namespaces/ending/configmaps'
    await create('/api/v1/namespaces', namespace('ending'))
    await create(contents, configMap('free'))
    await create(contents, configMap('held', {}, { finalizers: ['a.b/c'] }))
    const { body } = await test.call('DELETE', '/api/v1/namespaces/ending')
    assert.equal((body['status'] as JsonObject)['phase'], 'Terminating')
    await assertGone(`${contents}/free`)
    await eventually(
      async () =>
        ((await test.call('GET', '/api/v1/namespaces/ending')).body['status'] as JsonObject)['conditions'] !==
        undefined,
    )
    const refused = await test.call('POST', contents, configMap('late'))
    assert.equal(refused.status, 403)
    const [cause] = (refused.body['details'] as JsonObject)['causes'] as readonly JsonObject[]
    assert.equal(cause?.['reason'], 'NamespaceTerminating')
    await eventually(async () => {
      const { conditions } = (await test.call('GET', '/api/v1/namespaces/ending')).body['status'] as {
        conditions: readonly JsonObject[]
      }
      return conditions.some(
        ({ type, status, message }) =>
          type === 'NamespaceFinalizersRemaining' &&
          status === 'True' &&
          String(message).endsWith('a.b/c in 1 resource instances'),
      )
    })
    await test.call('PATCH', `${contents}/held`, { metadata: { finalizers: null } }, mergePatch)
    await assertGone('/api/v1/namespaces/ending')
  })

  for (const name of ['default', 'kube-system', 'kube-public']) {
    it(`${name} cannot be deleted`, async () => {
      const { status, body } = await test.call('DELETE', `/api/v1/namespaces/${name}`)
      assert.deepEqual(
        [status, body['message']],
        [403, `namespaces "${name}" is forbidden: this namespace may not be deleted`],
      )
    })
  }
})

describe('a pod on a node', () => {
  it('that is deleted goes after a while, although no kubelet is there to end it', async () => {
    const pods = '/api/v1/namespaces/default/pods'
    await create(pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    })
    const { body } = await test.call('DELETE', `${pods}/p`)
    assert.ok((body.metadata as JsonObject)['deletionTimestamp'])
    await assertGone(`${pods}/p`)
  })
})

describe('cluster roles', () => {
  it('that are sums follow what they are the sum of', async () => {
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
    const rule = { verbs: ['get'], apiGroups: ['example.com'], resources: ['widgets'] }
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' }
    await create(path, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'widgets-view', labels } as KubeObject['metadata'],
      rules: [rule],
    })
    for (const sum of ['view', 'edit', 'admin']) {
      await eventually(async () =>
        JSON.stringify((await test.call('GET', `${path}/${sum}`)).body['rules']).includes('example.com'),
      )
    }
  })
})
