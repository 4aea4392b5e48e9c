import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { mergePatch, openTestServer, type TestServer } from '../../server.testing.ts'

let test: TestServer
const pods = '/api/v1/namespaces/default/pods'
const pod = (name: string, rest: JsonObject = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: name } } as KubeObject['metadata'],
  spec: { containers: [{ name: 'c', image: 'i' }], ...rest },
})
before(async () => {
  test = await openTestServer({ controllers: { podEndingMs: false } })
})
after(() => test.close())

describe('pods', () => {
  it('are bound to a node once', async () => {
    await test.call('POST', pods, pod('bound'))
    const binding = { metadata: { name: 'bound' }, target: { kind: 'Node', name: 'n1' } }
    const first = await test.call('POST', `${pods}/bound/binding`, binding)
    assert.deepEqual([first.status, first.body.kind, first.body['status']], [201, 'Status', 'Success'])
    const { body } = await test.call('GET', `${pods}/bound`)
    assert.equal((body['spec'] as JsonObject)['nodeName'], 'n1')
    const { conditions } = body['status'] as { conditions: readonly JsonObject[] }
    assert.ok(conditions.some(({ type, status }) => type === 'PodScheduled' && status === 'True'))
    assert.equal((await test.call('POST', `${pods}/bound/binding`, binding)).status, 409)
  })

  it('can be bound through the collection of bindings too', async () => {
    await test.call('POST', pods, pod('old-way'))
    const binding = { metadata: { name: 'old-way' }, target: { kind: 'Node', name: 'n1' } }
    assert.equal((await test.call('POST', '/api/v1/namespaces/default/bindings', binding)).status, 201)
  })

  it('are evicted unless a budget forbids it', async () => {
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    await test.call('POST', budgets, {
      metadata: { name: 'budget' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'evicted' } } },
    })
    await test.call('POST', pods, pod('evicted', { nodeName: 'n1' }))
    await test.call('PATCH', `${pods}/evicted/status`, { status: { phase: 'Running' } }, mergePatch)
    const eviction: Json = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'evicted' } }
    const refused = await test.call('POST', `${pods}/evicted/eviction`, eviction)
    assert.equal(refused.status, 429)
    const [cause] = (refused.body['details'] as JsonObject)['causes'] as readonly JsonObject[]
    assert.equal(cause?.['reason'], 'DisruptionBudget')
    assert.equal(refused.headers['Retry-After'], undefined, 'clients would sleep and try again by themselves')
    await test.call('PATCH', `${budgets}/budget/status`, { status: { disruptionsAllowed: 1 } }, mergePatch)
    assert.equal((await test.call('POST', `${pods}/evicted/eviction`, eviction)).status, 201)
    assert.ok(((await test.call('GET', `${pods}/evicted`)).body.metadata as JsonObject)['deletionTimestamp'])
  })

  for (const part of ['log', 'exec?command=ls', 'attach', 'portforward']) {
    it(`have no ${part.split('?')[0]}, and say why in a Status`, async () => {
      const { status, body } = await test.call('GET', `${pods}/bound/${part}`)
      assert.deepEqual([status, body.kind], [400, 'Status'])
      assert.match(String(body['message']), /this server has none/)
    })
  }
})

describe('scale of built-in kinds', () => {
  it('tells the selector as a text', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    await test.call('POST', deployments, {
      metadata: { name: 'd' },
      spec: { replicas: 2, selector: { matchLabels: { a: 'b' } }, template },
    })
    const { body } = await test.call('GET', `${deployments}/d/scale`)
    assert.deepEqual(
      [body.kind, body['spec'], body['status']],
      ['Scale', { replicas: 2 }, { replicas: 0, selector: 'a=b' }],
    )
    const { metadata } = body
    const put = await test.call('PUT', `${deployments}/d/scale`, {
      ...body,
      metadata: { ...metadata, resourceVersion: '1' },
      spec: { replicas: 3 },
    })
    assert.equal(put.status, 409)
    const patched = await test.call('PATCH', `${deployments}/d/scale`, { spec: { replicas: 4 } }, mergePatch)
    assert.deepEqual(patched.body['spec'], { replicas: 4 })
  })
})

describe('certificate signing requests', () => {
  it('are approved through a part of their own', async () => {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const request = Buffer.from(
      '-----BEGIN CERTIFICATE REQUEST-----\nMA==\n-----END CERTIFICATE REQUEST-----\n',
    ).toString('base64')
    const made = await test.call('POST', path, {
      metadata: { name: 'csr' },
      spec: { request, signerName: 'example.com/x', usages: ['client auth'] },
    })
    assert.equal(made.status, 201, made.text)
    const condition = { type: 'Approved', status: 'True', reason: 'Because', message: '' }
    const { body } = await test.call('PUT', `${path}/csr/approval`, {
      ...made.body,
      status: { conditions: [condition] },
    })
    const [approved] = (body['status'] as JsonObject)['conditions'] as readonly JsonObject[]
    assert.equal(approved?.['type'], 'Approved')
  })
})

describe('namespaces', () => {
  it('let go of their own finalizers through finalize, which takes anything but the status', async () => {
    await test.call('POST', '/api/v1/namespaces', {
      metadata: { name: 'fin' },
      spec: { finalizers: ['other.io/x', 'kubernetes'] },
    })
    const { body: before } = await test.call('GET', '/api/v1/namespaces/fin')
    const labels = { ...((before.metadata as JsonObject)['labels'] as JsonObject), changed: 'yes' }
    const sent = {
      ...before,
      metadata: { ...before.metadata, labels },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    }
    const { status, body } = await test.call('PUT', '/api/v1/namespaces/fin/finalize', sent)
    assert.deepEqual([status, (body['spec'] as JsonObject)['finalizers']], [200, ['kubernetes']])
    assert.equal(((body.metadata as JsonObject)['labels'] as JsonObject)['changed'], 'yes')
    assert.deepEqual(body['status'], { phase: 'Active' })
    assert.equal((await test.call('GET', '/api/v1/namespaces/fin/finalize')).status, 405)
  })
})
