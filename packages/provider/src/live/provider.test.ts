import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { type ManualTiming, manualTiming } from '@sitrep/controller/testing'
import { conditionOf } from '@sitrep/crossplane/managed'
import { at, type KubeObject, list, number } from '@sitrep/status'
import type { ExternalConnector } from '../external/external-client.ts'
import { available } from '../index.ts'
import type { ChangeLogEntry } from '../pass/change-log.ts'
import { type Provider, startProvider } from './start-provider.ts'

/** What the shop keeps: buckets by name, and whether it refuses changes. */
interface Shop {
  readonly buckets: Map<string, number>
  refusal: string | undefined
}

const connectorOf = (shop: Shop): ExternalConnector => ({
  connect: async () => ({
    observe: async (resource) => {
      const size = shop.buckets.get(resource.externalName)
      if (size === undefined) return { exists: false }
      resource.say(available('Served from the north'))
      resource.setStatus({ atProvider: { size } })
      const wanted = number(at(resource.object.spec, 'size'))
      return { exists: true, upToDate: size === wanted, diff: `size: ${size} -> ${wanted}` }
    },
    create: async (resource) => {
      shop.buckets.set(resource.externalName, number(at(resource.object.spec, 'size')) ?? 0)
      return { connectionDetails: { endpoint: `https://${resource.externalName}.shop` } }
    },
    update: async (resource) => {
      if (shop.refusal !== undefined) throw new Error(shop.refusal)
      shop.buckets.set(resource.externalName, number(at(resource.object.spec, 'size')) ?? 0)
      return undefined
    },
    delete: async (resource) => {
      shop.buckets.delete(resource.externalName)
    },
  }),
})

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'buckets.shop.example.org' },
  spec: {
    group: 'shop.example.org',
    scope: 'Namespaced',
    names: { plural: 'buckets', kind: 'Bucket', categories: ['managed'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const collection = '/apis/shop.example.org/v1/namespaces/default/buckets'

describe('a provider on an API server', () => {
  const shop: Shop = { buckets: new Map(), refusal: undefined }
  const changes: ChangeLogEntry[] = []
  let server: StartedApiServer
  let connection: Connection
  let timing: ManualTiming
  let provider: Provider

  before(async () => {
    server = await startApiServer({ tls: false })
    ;({ connection } = await openKubeconfig({ text: server.kubeconfig }))
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
    timing = manualTiming(Date.parse('2026-08-21T12:00:00Z'))
    provider = await startProvider({
      connection,
      timing,
      kinds: [
        {
          kind: { group: 'shop.example.org', kind: 'Bucket' },
          connector: connectorOf(shop),
          deterministicName: true,
        },
      ],
      lease: { namespace: 'default', name: 'shop-provider', identity: 'one' },
      changeLog: { record: async (entry) => void changes.push(entry) },
    })
  })

  after(async () => {
    await provider.stop()
    connection.close()
    await server.close()
  })

  const post = (path: string, body: unknown): Promise<KubeObject> =>
    connection.request({ method: 'POST', path, body })
  const bucket = (): Promise<KubeObject> => connection.request({ path: `${collection}/photos` })
  const said = async (type: string): Promise<string> => {
    const { status, reason, message } = conditionOf(await bucket(), type) ?? {}
    return `${status} ${reason} ${message}`.trim()
  }
  const resize = (size: number): Promise<unknown> =>
    connection.request({
      method: 'PATCH',
      path: `${collection}/photos`,
      body: { spec: { size } },
      contentType: 'application/merge-patch+json',
    })

  it('creates what is wanted, publishes how to reach it and says when it is ready', async () => {
    await post(collection, {
      apiVersion: 'shop.example.org/v1',
      kind: 'Bucket',
      metadata: { name: 'photos', namespace: 'default' },
      spec: { size: 1, writeConnectionSecretToRef: { name: 'photos-conn' } },
    })
    await timing.advance(20_000, 500)

    assert.deepEqual([...shop.buckets], [['photos', 1]])
    assert.equal(await said('Ready'), 'True Available Served from the north')
    assert.equal(await said('Synced'), 'True ReconcileSuccess')
    assert.equal(await said('UpToDate'), 'True ObserveMatched')
    const secret = await connection.request<unknown>({
      path: '/api/v1/namespaces/default/secrets/photos-conn',
    })
    assert.equal(
      Buffer.from(String(at(secret, 'data', 'endpoint')), 'base64').toString(),
      'https://photos.shop',
    )
  })

  it('repairs what somebody changed outside, at the next look', async () => {
    shop.buckets.set('photos', 7)
    await timing.advance(70_000, 1_000)
    assert.deepEqual([...shop.buckets], [['photos', 1]])
    assert.equal(await said('Ready'), 'True Available Served from the north')
  })

  it('is Updating while an update fails, with the provider’s words on Ready and the cause on Synced', async () => {
    shop.refusal = 'the shop is closed'
    await resize(3)
    await timing.advance(5_000, 500)

    assert.equal(await said('Ready'), 'False Updating Served from the north')
    assert.equal(await said('Synced'), 'False ReconcileError update failed: the shop is closed')
    assert.equal(await said('UpToDate'), 'False UpdateFailed size: 1 -> 3')
  })

  it('is ready again soon after the update goes through', async () => {
    shop.refusal = undefined
    await timing.advance(70_000, 1_000)
    assert.deepEqual([...shop.buckets], [['photos', 3]])
    assert.equal(await said('Ready'), 'True Available Served from the north')
  })

  it('tells of it in events and metrics, and remembers every change outside', async () => {
    const { items } = await connection.request<{ items: unknown }>({
      path: '/apis/events.k8s.io/v1/namespaces/default/events',
    })
    const reasons = new Set(list(items).map((event) => at(event, 'reason')))
    assert.deepEqual(
      ['CreatedExternalResource', 'CannotUpdateExternalResource', 'UpdatedExternalResource'].filter(
        (reason) => !reasons.has(reason),
      ),
      [],
    )
    const metrics = await provider.metrics.text()
    assert.match(
      metrics,
      /sitrep_provider_passes_total\{group="shop.example.org",kind="Bucket",row="28",next="again"\} 1/,
    )
    assert.match(metrics, /sitrep_provider_updates_total\{group="shop.example.org",kind="Bucket"\} 2/)
    assert.deepEqual(
      changes
        .map(({ operation, error }) => `${operation} ${error ?? 'done'}`)
        .filter((line, index, all) => line !== all[index - 1]),
      ['create done', 'update done', 'update the shop is closed', 'update done'],
    )
  })

  it('deletes what is outside before it lets go of the object', async () => {
    await connection.request({ method: 'DELETE', path: `${collection}/photos` })
    await timing.advance(10_000, 500)
    assert.equal(shop.buckets.size, 0)
    const { items } = await connection.request<{ items: readonly unknown[] }>({ path: collection })
    assert.deepEqual(items, [])
  })
})
