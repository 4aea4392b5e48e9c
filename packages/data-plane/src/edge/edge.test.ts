import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApiServer } from '@sitrep/api-server'
import { type Controller, startController } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { eventually } from '@sitrep/controller/testing'
import { type DataPlaneReport, everyAbility, gatewayApi, gatewayApiCrds } from '@sitrep/gateway-api'
import {
  ecCertificate,
  ecKey,
  gateway,
  gatewayClass,
  listener,
  route,
  rsaCertificate,
  rsaKey,
  service,
} from '@sitrep/gateway-api/testing'
import { at, conditionAt, createCatalog, type KubeObject, list } from '@sitrep/status'
import type { DataPlane, Site } from '../data-plane.ts'
import { dataPlaneEdge } from './data-plane-edge.ts'
import { loopbackPlaces } from './places.ts'

/** A data plane that opens nothing and says that it did; it notes what it was asked, and answers when it may. */
function openFake() {
  const asked: (readonly Site[])[] = []
  let gate: Promise<void> = Promise.resolve()
  let busy = false
  let tell: Parameters<DataPlane['onReport']>[0] = () => {}
  const dataPlane: DataPlane = {
    abilities: everyAbility,
    program: async (sites) => {
      assert.equal(busy, false, 'calls are carried out one after the other')
      busy = true
      asked.push(sites)
      await gate
      busy = false
      return sites.map(reportOf)
    },
    onReport: (listen) => {
      tell = listen
      return () => {}
    },
    close: async () => {},
  }
  return {
    dataPlane,
    asked,
    tell: (site: Site, report: DataPlaneReport): void => tell(site, report),
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

const reportOf = ({ configuration: { spec }, place }: Site): DataPlaneReport => ({
  addresses: place.addresses,
  unusableAddresses: [],
  noResources: place.noResources,
  listeners: spec.listeners.map(({ name }) => ({ name, bound: true, probed: true, portUnavailable: false })),
  generations: spec.generations,
})

const plurals: Readonly<Record<string, string>> = {
  Gateway: 'gateways',
  GatewayClass: 'gatewayclasses',
  HTTPRoute: 'httproutes',
  Service: 'services',
  Secret: 'secrets',
}
const pathOf = ({ apiVersion, kind, metadata: { namespace } }: KubeObject): string => {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plurals[kind]}`
}

describe('The edge of a data plane', () => {
  let connection: Connection
  let close: () => Promise<void>
  let controller: Controller
  let fake = openFake()
  const written: string[] = []
  const start = (): void => {
    const places = loopbackPlaces({ ownAddresses: true, lowestPort: 1 }, async () => 'free')
    const faults = ({ metadata: { annotations = {} } }: KubeObject) =>
      annotations['fault'] === undefined ? {} : { noResources: annotations['fault'] }
    controller = startController({
      connection,
      catalog: createCatalog(gatewayApi({ profile: 'released' })),
      mode: 'write',
      edges: [dataPlaneEdge({ dataPlane: fake.dataPlane, places, faults })],
      onWritten: ({ kind, name }) => void written.push(`${kind} ${name}`),
    })
  }
  const apply = (object: KubeObject): Promise<unknown> =>
    connection.request({ method: 'POST', path: pathOf(object), body: object })
  const patch = (object: KubeObject, body: unknown): Promise<unknown> =>
    connection.request({
      method: 'PATCH',
      path: `${pathOf(object)}/${object.metadata.name}`,
      body,
      contentType: 'application/merge-patch+json',
    })
  const remove = (object: KubeObject): Promise<unknown> =>
    connection.request({ method: 'DELETE', path: `${pathOf(object)}/${object.metadata.name}` })
  const read = (object: KubeObject): Promise<KubeObject> =>
    connection.request({ path: `${pathOf(object)}/${object.metadata.name}` })
  const programmed = async (object = gateway()): Promise<string> => {
    const condition = conditionAt(await read(object), 'Programmed')
    return `${condition?.status} ${condition?.reason}`
  }
  const last = (): readonly Site[] => fake.asked.at(-1) ?? []

  before(async () => {
    const server = await startApiServer({ tls: false })
    connection = (await openKubeconfig({ text: server.kubeconfig })).connection
    for (const crd of gatewayApiCrds({ profile: 'released' }))
      await connection.request({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        body: crd,
      })
    for (const name of ['infra', 'shop'])
      await connection.request({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } })
    close = async () => {
      await controller.stop()
      connection.close()
      await server.close()
    }
    start()
    for (const object of [gatewayClass(), gateway(), service(), route()]) await apply(object)
  })
  after(() => close())

  it('programs what a Gateway and its routes ask for, and its status follows from the report', async () => {
    await eventually('it is programmed', async () => (await programmed()) === 'True Programmed')
    await eventually(
      'with its route',
      () => Object.keys(last()[0]?.configuration.spec.rules ?? {}).length === 1,
    )
    const { status } = await read(gateway())
    assert.match(String(at(list(at(status, 'addresses'))[0], 'value')), /^127\./)
  })

  it('takes many changes in one call', async () => {
    await controller.settled()
    const release = fake.hold()
    await patch(gateway(), { spec: { listeners: [listener({ hostname: 'a.example' })] } })
    await eventually(
      'it is being programmed',
      () => last()[0]?.configuration.spec.listeners[0]?.hostname === 'a.example',
    )
    const calls = fake.asked.length
    for (const hostname of ['b.example', 'c.example', 'd.example'])
      await patch(gateway(), { spec: { listeners: [listener({ hostname })] } })
    await controller.settled()
    assert.equal(fake.asked.length, calls, 'it is still busy')
    release()
    await eventually(
      'the last is in force',
      () => last()[0]?.configuration.spec.listeners[0]?.hostname === 'd.example',
    )
    assert.ok(fake.asked.length <= calls + 2, `one call for three changes, not ${fake.asked.length - calls}`)
  })

  it('reads what a configuration refers to, and again when it changes', async () => {
    const metadata = { name: 'pair', namespace: 'infra' }
    const secret: KubeObject & { readonly data: unknown } = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      data: encoded(ecCertificate, ecKey),
    }
    const materials = (): unknown => last()[0]?.materials.certificates['Secret/infra/pair']
    await apply(secret)
    const tls = { certificateRefs: [{ name: 'pair' }] }
    await patch(gateway(), {
      spec: { listeners: [listener({ name: 'tls', protocol: 'HTTPS', port: 443, tls })] },
    })
    await eventually('they are there', () => materials() !== undefined)
    assert.deepEqual(materials(), { certificate: ecCertificate, key: ecKey })
    await patch(secret, { data: encoded(rsaCertificate, rsaKey) })
    await eventually('they are the new ones', () => at(materials(), 'certificate') === rsaCertificate)
  })

  it('gives the data plane the faults that somebody wants to see', async () => {
    await patch(gateway(), { metadata: { annotations: { fault: 'full' } } })
    await eventually('it is refused', async () => (await programmed()) === 'False NoResources')
    await patch(gateway(), { metadata: { annotations: { fault: null } } })
    await eventually('it is back', async () => (await programmed()) === 'True Programmed')
  })

  it('tells what the data plane reports later', async () => {
    await controller.settled()
    const [site] = last()
    assert.ok(site)
    fake.tell(site, { ...reportOf(site), addresses: [] })
    await eventually('it has no address', async () => (await programmed()) === 'False AddressNotAssigned')
    fake.tell(site, reportOf(site))
    await eventually('it is back', async () => (await programmed()) === 'True Programmed')
  })

  it('flips nothing after a restart: what is reported stands until the data plane has answered', async () => {
    await controller.settled()
    const address = at((await read(gateway())).status, 'addresses')
    await controller.stop()
    fake = openFake()
    const release = fake.hold()
    const writes = written.length
    start()
    await eventually('it is asked', () => last()[0]?.configuration.metadata.name === 'edge')
    await controller.settled()
    assert.deepEqual(written.slice(writes), [])
    assert.equal(Object.keys(last()[0]?.configuration.spec.rules ?? {}).length, 1, 'with its routes at once')
    release()
    await controller.settled()
    assert.equal(await programmed(), 'True Programmed')
    assert.deepEqual(at((await read(gateway())).status, 'addresses'), address)
    assert.deepEqual(written.slice(writes), [])
  })

  it('leaves alone what belongs to others', async () => {
    const other = gateway({ gatewayClassName: 'theirs' }, { name: 'other' })
    await apply(gatewayClass('theirs', 'else.example/controller'))
    await apply(other)
    const { status } = await read(other)
    await controller.settled()
    assert.deepEqual((await read(other)).status, status)
    assert.deepEqual(
      last().map(({ configuration }) => configuration.metadata.name),
      ['edge'],
    )
  })

  it('ends with the Gateway', async () => {
    await remove(gateway())
    await eventually('nothing is served', () => last().length === 0)
  })
})

const encoded = (certificate: string, key: string) => ({
  'tls.crt': Buffer.from(certificate).toString('base64'),
  'tls.key': Buffer.from(key).toString('base64'),
})
