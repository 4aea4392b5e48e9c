import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiException,
  ApiextensionsV1Api,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  type V1ConfigMap,
} from '@kubernetes/client-node'
import { freePorts } from '../../../tools/peers/child.ts'
import { type StartedApiServer, startApiServer } from '../src/index.ts'

function configOf(started: StartedApiServer): KubeConfig {
  const config = new KubeConfig()
  config.loadFromString(started.kubeconfig)
  return config
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!holds()) {
    assert.ok(Date.now() < deadline, `waited in vain for ${what}`)
    await sleep(10)
  }
}

const namespace = 'default'
const settings = (name: string, value: string): { namespace: string; body: V1ConfigMap } => ({
  namespace,
  body: { metadata: { name }, data: { value } },
})

describe('an informer of client-node', () => {
  const data = mkdtempSync(join(tmpdir(), 'client-node-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  it('tells each change once while the server is restarted under it', async () => {
    const [port = 0] = await freePorts(1)
    let started = await startApiServer({ data, port })
    const config = configOf(started)
    const core = config.makeApiClient(CoreV1Api)
    const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
      core.listNamespacedConfigMap({ namespace, labelSelector: '!system' }),
    )
    const told: string[] = []
    for (const verb of ['add', 'update', 'delete'] as const) {
      informer.on(verb, (object) => {
        if (object.metadata?.name?.startsWith('seen') === true)
          told.push(`${verb} ${object.metadata.name} ${object.data?.['value']}`)
      })
    }
    let stopped = false
    informer.on('error', () => void sleep(50).then(() => (stopped ? undefined : informer.start())))
    await informer.start()

    const expected: string[] = []
    const expectTold = async (...changes: readonly string[]): Promise<void> => {
      expected.push(...changes)
      await until(expected.join(', '), () => told.length >= expected.length)
      assert.deepEqual(told, expected)
    }
    await core.createNamespacedConfigMap(settings('seen', '1'))
    await expectTold('add seen 1')
    for (const round of [2, 3]) {
      await started.close()
      started = await startApiServer({ data, port })
      await core.replaceNamespacedConfigMap({ name: 'seen', ...settings('seen', String(round)) })
      await core.createNamespacedConfigMap(settings(`seen-${round}`, 'x'))
      await expectTold(`update seen ${round}`, `add seen-${round} x`)
    }
    await core.deleteNamespacedConfigMap({ name: 'seen-2', namespace })
    await expectTold('delete seen-2 x')
    stopped = true
    await informer.stop()
    await started.close()
  })
})

describe('client-node', () => {
  let started: StartedApiServer
  before(async () => {
    started = await startApiServer()
  })
  after(() => started.close())

  it('creates, reads, patches and deletes built-in objects without naming their kind', async () => {
    const core = configOf(started).makeApiClient(CoreV1Api)
    const created = await core.createNamespacedConfigMap(settings('typed', '1'))
    assert.equal(created.kind, 'ConfigMap')
    const patched = await core.patchNamespacedConfigMap({
      name: 'typed',
      namespace,
      body: [{ op: 'replace', path: '/data/value', value: '2' }],
    })
    assert.equal(patched.data?.['value'], '2')
    const deleted = await core.deleteNamespacedConfigMap({ name: 'typed', namespace })
    assert.equal(deleted.status, 'Success')
  })

  it('gets a Status with its reason for what is missing', async () => {
    const apps = configOf(started).makeApiClient(AppsV1Api)
    const missing = apps.readNamespacedDeployment({ name: 'none', namespace })
    await assert.rejects(
      missing,
      (error) =>
        error instanceof ApiException &&
        error.code === 404 &&
        String(error.body).includes('"reason":"NotFound"'),
    )
  })

  it('applies and patches any object through KubernetesObjectApi', async () => {
    const objects = KubernetesObjectApi.makeApiClient(configOf(started))
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'any', namespace },
      data: { a: '1' },
    }
    await objects.create(object)
    const patched = await objects.patch({ ...object, data: { b: '2' } })
    assert.deepEqual((patched as V1ConfigMap).data, { a: '1', b: '2' })
    await objects.delete(object)
  })

  it('uses a definition as soon as it is created', async () => {
    const config = configOf(started)
    const schema = {
      openAPIV3Schema: {
        type: 'object',
        properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
      },
    }
    const body = {
      metadata: { name: 'widgets.node.example.com' },
      spec: {
        group: 'node.example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }
    await config.makeApiClient(ApiextensionsV1Api).createCustomResourceDefinition({ body })
    const custom = config.makeApiClient(CustomObjectsApi)
    const where = { group: 'node.example.com', version: 'v1', plural: 'widgets', namespace }
    await custom.createNamespacedCustomObject({
      ...where,
      body: { apiVersion: 'node.example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 1 } },
    })
    const patched: { spec: { size: number } } = await custom.patchNamespacedCustomObject({
      ...where,
      name: 'w',
      body: [{ op: 'replace', path: '/spec/size', value: 2 }],
    })
    assert.equal(patched.spec.size, 2)
    await custom.deleteNamespacedCustomObject({ ...where, name: 'w' })
  })
})
