import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, before, describe, it } from 'node:test'
import { startApiServer } from '@sitrep/api-server'
import { type Controller, startController } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { eventually } from '@sitrep/controller/testing'
import { gatewayApi, gatewayApiCrds, gatewayLists } from '@sitrep/gateway-api'
import { ecCertificate, ecKey, gateway, gatewayClass, listener } from '@sitrep/gateway-api/testing'
import { conditionAt, createCatalog, type KubeObject } from '@sitrep/status'

const encoded = (text: string): string => Buffer.from(text).toString('base64')
const certificate = { 'tls.crt': encoded(ecCertificate), 'tls.key': encoded(ecKey) }
const secretPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`
const gatewayPath = '/apis/gateway.networking.k8s.io/v1/namespaces/infra/gateways'
const listeners = (...names: readonly string[]) =>
  names.map((name, at) =>
    listener({ name, protocol: 'HTTPS', port: 443 + at, tls: { certificateRefs: [{ name }] } }),
  )

describe('Secrets that nobody names', () => {
  let connection: Connection
  let controller: Controller
  let close: () => Promise<void>
  const sent: Buffer[] = []
  const secret = (namespace: string, name: string, { type = 'Opaque', data = {} }): Promise<unknown> =>
    connection.request({
      method: 'POST',
      path: secretPath(namespace),
      body: { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type, data },
    })
  const said = async (name: string): Promise<string> => {
    const object = await connection.request<KubeObject>({ path: `${gatewayPath}/edge` })
    const condition = conditionAt(object, `listeners[${name}]:ResolvedRefs`, gatewayLists)
    return `${condition?.status} ${condition?.reason}`
  }
  /** How often a Secret was sent to the controller, told by a value in it. */
  const timesSent = (value: string): number =>
    Buffer.concat(sent).toString('utf8').split(encoded(value)).length - 1

  before(async () => {
    const server = await startApiServer()
    const opened = await openKubeconfig({ text: server.kubeconfig })
    connection = opened.connection
    close = async () => {
      connection.close()
      await server.close()
    }
    for (const crd of gatewayApiCrds({ profile: 'released' }))
      await connection.request({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        body: crd,
      })
    for (const name of ['infra', 'other'])
      await connection.request({
        method: 'POST',
        path: '/api/v1/namespaces',
        body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      })
    await secret('infra', 'typed', { type: 'kubernetes.io/tls', data: certificate })
    await secret('infra', 'opaque', { data: certificate })
    await secret('infra', 'password', { data: { value: encoded('open sesame beside it') } })
    await secret('other', 'opaque', { data: { value: encoded('open sesame elsewhere') } })
    await secret('infra', 'named', { data: { value: encoded('named and no certificate') } })
    const objects: readonly (readonly [string, KubeObject])[] = [
      ['/apis/gateway.networking.k8s.io/v1/gatewayclasses', gatewayClass()],
      [gatewayPath, gateway({ listeners: listeners('typed', 'opaque', 'named', 'late') })],
    ]
    for (const [path, body] of objects) await connection.request({ method: 'POST', path, body })
    controller = startController({
      connection: listenedTo(connection, sent),
      catalog: createCatalog(gatewayApi({ profile: 'released' })),
      mode: 'write',
    })
    await eventually('the Gateway has a status', async () => (await said('late')) !== 'undefined undefined')
  })
  after(async () => {
    await controller.stop()
    await close()
  })

  it('are never sent', () => {
    assert.equal(timesSent('open sesame beside it'), 0)
    assert.equal(
      timesSent('open sesame elsewhere'),
      0,
      'one of the same name in another namespace is not meant',
    )
    assert.ok(timesSent('named and no certificate') > 0, 'what is sent is seen here')
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const rows = [
    ['typed',  'True ResolvedRefs',           'it is followed by its type'],
    ['opaque', 'True ResolvedRefs',           'a certificate counts whatever the type of its Secret'],
    ['named',  'False InvalidCertificateRef', 'it was looked at and is no certificate'],
    ['late',   'False InvalidCertificateRef', 'it was looked for and is not there'],
  ] as const
  for (const [name, expected, because] of rows)
    it(`leave the answer as it is for ${name}: ${because}`, async () => {
      await eventually(because, async () => (await said(name)) === expected)
    })

  it('are seen as soon as one of them comes that is named, and when it goes', async () => {
    await secret('infra', 'late', { data: certificate })
    await eventually('it is used', async () => (await said('late')) === 'True ResolvedRefs')
    await connection.request({ method: 'DELETE', path: `${secretPath('infra')}/late` })
    await eventually('it is missed', async () => (await said('late')) === 'False InvalidCertificateRef')
    await secret('infra', 'late', { type: 'kubernetes.io/tls', data: certificate })
    await eventually('it is used again', async () => (await said('late')) === 'True ResolvedRefs')
    assert.equal(timesSent('open sesame beside it') + timesSent('open sesame elsewhere'), 0)
  })
})

/** The same connection; whatever the server sends is kept. */
const listenedTo = (connection: Connection, sent: Buffer[]): Connection => ({
  ...connection,
  request: async (request) => {
    const answer = await connection.request(request)
    sent.push(Buffer.from(JSON.stringify(answer) ?? ''))
    return answer as never
  },
  stream: async (request) => {
    const stream = await connection.stream(request)
    async function* chunks() {
      for await (const chunk of stream.chunks) {
        sent.push(Buffer.from(chunk))
        yield chunk
      }
    }
    return { ...stream, chunks: chunks() }
  },
})
