import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { startController } from '@sitrep/controller'
import { type Connection, ControllerError, openKubeconfig } from '@sitrep/controller/connection'
import { eventually } from '@sitrep/controller/testing'
import {
  builtInAbilities,
  createBuiltInDataPlane,
  createHttpServing,
  dataPlaneEdge,
  openServicePlaces,
  ReportBoard,
  replicasEdge,
  serveReplica,
  usualLimits,
} from '@sitrep/data-plane'
import { gatewayApi, gatewayApiCrds } from '@sitrep/gateway-api'
import {
  ecCertificate,
  ecKey,
  gateway,
  gatewayClass,
  listener,
  route,
  service,
} from '@sitrep/gateway-api/testing'
import { conditionAt, createCatalog, type KubeObject } from '@sitrep/status'
import { realTiming } from '../../packages/controller/src/timing.ts'
import { createObjects, tokenOf } from './cluster.testing.ts'
import { installedIn, missingHelm, renderChart } from './render.ts'
import { parseManifests } from './rules.ts'

const encoded = (text: string): string => Buffer.from(text).toString('base64')
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'pair', namespace: 'infra' },
  data: { 'tls.crt': encoded(ecCertificate), 'tls.key': encoded(ecKey) },
}
const edge = '/apis/gateway.networking.k8s.io/v1/namespaces/infra/gateways/edge'
const catalog = () => createCatalog(gatewayApi({ profile: 'released', abilities: builtInAbilities }))

describe('The data plane with the rights of the chart, on a server that enforces them', {
  skip: missingHelm() ?? false,
}, () => {
  let started: StartedApiServer
  let admin: Connection
  const refusals: string[] = []
  const opened = new AsyncDisposableStack()
  // Notes whatever may not be done.
  const connectAs = async (name: string): Promise<Connection> => {
    const token = await tokenOf(admin, { namespace: installedIn, name })
    const { connection } = await openKubeconfig({ text: started.kubeconfig.replaceAll(started.token, token) })
    opened.defer(async () => connection.close())
    const refused = (error: unknown): never => {
      if (error instanceof ControllerError && error.code === 'forbidden')
        refusals.push(`${name}: ${error.message}`)
      throw error
    }
    return {
      ...connection,
      request: (request) => connection.request<never>(request).catch(refused),
      stream: (request) => connection.stream(request).catch(refused),
    }
  }
  const read = (path: string): Promise<KubeObject> => admin.request({ path })

  before(async () => {
    started = await startApiServer({ loopbackEndpoints: true })
    admin = (await openKubeconfig({ text: started.kubeconfig })).connection
    const namespaces = [installedIn, 'infra', 'shop'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }))
    const values = ['write=true', 'dataPlane.enabled=true', 'dataPlane.service.type=NodePort']
    await createObjects(admin, [...gatewayApiCrds({ profile: 'released' }), ...namespaces])
    await createObjects(admin, parseManifests(renderChart(values)))
    const tls = { certificateRefs: [{ name: 'pair' }] }
    const listeners = [listener({ name: 'tls', protocol: 'HTTPS', port: 443, tls })]
    await createObjects(admin, [gatewayClass(), secret, gateway({ listeners }), service(), route()] as never)
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'one' },
      status: {
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [{ type: 'InternalIP', address: '192.0.2.1' }],
      },
    }
    await createObjects(admin, [node])
  })
  after(async () => {
    await opened.disposeAsync()
    admin.close()
    await started.close()
  })

  it('does all its work, and asks for nothing that it may not have', async () => {
    const timing = realTiming
    const replica = await connectAs('sitrep-data-plane')
    const places = openServicePlaces({
      connection: replica,
      timing,
      namespace: installedIn,
      hosts: ['127.0.0.1'],
      reserved: [],
    })
    opened.defer(places.stop)
    const http = createHttpServing({ limits: usualLimits, now: timing.now, random: timing.random })
    const dataPlane = createBuiltInDataPlane({ http, now: timing.now, random: timing.random })
    const reports = new ReportBoard(1)
    const onTold: Parameters<typeof dataPlaneEdge>[0]['onTold'] = ({ namespace, name }, report) =>
      reports.tell(`${namespace}/${name}`, report)
    const carrying = startController({
      connection: replica,
      catalog: catalog(),
      mode: 'compute',
      edges: [dataPlaneEdge({ dataPlane, places, onTold })],
    })
    opened.defer(carrying.stop)
    const metrics = async () => ({ text: '', contentType: 'text/plain' })
    const door = await serveReplica({ host: '127.0.0.1', port: 0, reports, ready: () => true, metrics })
    opened.defer(door.close)
    await createObjects(admin, [sliceAt(Number(new URL(door.url).port))])
    const looking = startController({
      connection: await connectAs('sitrep'),
      catalog: catalog(),
      mode: 'write',
      edges: [
        replicasEdge({ service: { namespace: installedIn, name: 'sitrep-data-plane' }, type: 'NodePort' }),
      ],
    })
    opened.defer(looking.stop)
    const programmed = async (): Promise<string> => {
      const { status, message } = conditionAt(await read(edge), 'Programmed') ?? {}
      return `${status} ${message}`
    }
    await eventually('it is programmed', async () =>
      /^True Ports are open elsewhere: 443 on/.test(await programmed()),
    )
    await admin.request({ method: 'DELETE', path: edge })
    const made = async (): Promise<readonly unknown[]> => {
      const path = `/api/v1/namespaces/${installedIn}/services?labelSelector=gateway.networking.k8s.io%2Fgateway-name`
      return (await admin.request<{ items: readonly unknown[] }>({ path })).items
    }
    await eventually('its Service is gone', async () => (await made()).length === 0)
    assert.deepEqual(refusals, [])
  })
})

const sliceAt = (port: number) => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    name: 'replicas',
    namespace: installedIn,
    labels: { 'kubernetes.io/service-name': 'sitrep-data-plane' },
  },
  addressType: 'IPv4',
  ports: [{ name: 'reports', port, protocol: 'TCP' }],
  endpoints: [{ addresses: ['127.0.0.1'], conditions: { ready: true } }],
})
