import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { realTiming } from '@sitrep/controller'
import { eventually } from '@sitrep/controller/testing'
import type { DataPlaneReport, RoutingConfiguration } from '@sitrep/gateway-api'
import type { KubeObject } from '@sitrep/status'
import { askReplica } from './ask-replica.ts'
import { foldReports, type ReplicaAnswer } from './fold-reports.ts'
import {
  addressesOf,
  gatewayService,
  isMade,
  nodeAddresses,
  portTargets,
  serviceName,
} from './gateway-service.ts'
import { replicasIn } from './replicas.ts'
import { parseReports } from './reports.ts'
import { type ReplicaServer, ReportBoard, serveReplica } from './serve-replica.ts'
import { targetPorts } from './target-ports.ts'

const configurationOf = (name: string, ...ports: readonly number[]): RoutingConfiguration => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'RoutingConfiguration',
  metadata: { namespace: 'infra', name },
  spec: {
    version: '1',
    generations: { [`Gateway/infra/${name}`]: 2 },
    addresses: [],
    listeners: ports.map((port) => ({
      name: `l${port}`,
      port,
      protocol: port === 53 ? 'UDP' : 'HTTP',
      entries: [],
    })),
    rules: {},
    backends: {},
  },
})

const madeFor = (
  configuration: RoutingConfiguration,
  targets: Readonly<Record<number, number>>,
  gatewaySpec: object = {},
) =>
  gatewayService({
    configuration,
    gateway: {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: configuration.metadata,
      spec: gatewaySpec,
    },
    namespace: 'gateways',
    type: 'LoadBalancer',
    selector: { app: 'replica' },
    targets,
  })

const since = (service: KubeObject, creationTimestamp: string): KubeObject => ({
  ...service,
  metadata: { ...service.metadata, creationTimestamp },
})

describe('The ports that replicas open', () => {
  const [a, b] = [configurationOf('a', 80, 443), configurationOf('b', 80)]

  it('need no rights, and no two Gateways have the same', () => {
    const ports = targetPorts([a, b], { services: [], reserved: [] }).flatMap((each) => Object.values(each))
    assert.equal(new Set(ports).size, 3)
    assert.ok(ports.every((port) => port >= 1024))
  })

  it('follow from the names alone, whoever decides', () => {
    assert.deepEqual(
      targetPorts([a, b], { services: [], reserved: [] }),
      targetPorts([a, b], { services: [], reserved: [] }),
    )
  })

  it('stay what a Service says, and go to the older one of two that say the same', () => {
    const services = [
      since(madeFor(b, { 80: 12_000 }), '2026-02-02T00:00:00Z'),
      since(madeFor(a, { 80: 12_000, 443: 12_001 }), '2026-02-01T00:00:00Z'),
    ]
    const [first, second] = targetPorts([a, b], { services, reserved: [] })
    assert.deepEqual(first, { 80: 12_000, 443: 12_001 })
    assert.notEqual(second?.[80], 12_000)
  })

  it('are not those that replicas have for themselves', () => {
    const [free] = targetPorts([b], { services: [], reserved: [] })
    const [other] = targetPorts([b], { services: [], reserved: [free?.[80] ?? 0] })
    assert.notEqual(other?.[80], free?.[80])
  })
})

describe('The Service of a Gateway', () => {
  it('has a name and labels that a server takes, however long the name of the Gateway is', () => {
    const long = 'g.'.repeat(120)
    const { metadata } = madeFor(configurationOf(long, 80), { 80: 12_000 })
    assert.match(metadata.name, /^[a-z]([-a-z0-9]{0,61}[a-z0-9])$/)
    assert.ok((metadata.labels?.['gateway.networking.k8s.io/gateway-name'] ?? '').length <= 63)
    assert.equal(metadata.annotations?.['sitrep.dev/gateway'], `infra/${long}`)
    assert.notEqual(
      serviceName('infra/a'),
      serviceName('shop/a'),
      'names are told apart by their namespaces too',
    )
  })

  it('hands the labels and annotations of the infrastructure on, and keeps its own', () => {
    const labels = { team: 'shop', 'app.kubernetes.io/managed-by': 'somebody' }
    const { metadata } = madeFor(
      configurationOf('a', 80),
      { 80: 1 },
      { infrastructure: { labels, annotations: { x: 'y' } } },
    )
    assert.equal(metadata.labels?.['team'], 'shop')
    assert.equal(metadata.labels?.['app.kubernetes.io/managed-by'], 'sitrep')
    assert.equal(metadata.annotations?.['x'], 'y')
  })

  it('leads every port to the one that is open, by its protocol', () => {
    const { spec } = madeFor(configurationOf('a', 53, 80), { 53: 12_053, 80: 12_080 })
    assert.deepEqual((spec as { ports: unknown }).ports, [
      { name: 'tcp-80', port: 80, protocol: 'TCP', targetPort: 12_080 },
      { name: 'udp-53', port: 53, protocol: 'UDP', targetPort: 12_053 },
    ])
  })

  it('is made again when anything of it is to be another', () => {
    const before = madeFor(configurationOf('a', 80), { 80: 12_000 })
    assert.equal(isMade(before, madeFor(configurationOf('a', 80), { 80: 12_000 })), true)
    assert.equal(isMade(before, madeFor(configurationOf('a', 80, 443), { 80: 12_000, 443: 12_001 })), false)
    assert.equal(isMade({ ...before, spec: { ports: [] } }, before), false, 'somebody took its ports away')
    assert.deepEqual(portTargets(before), { 80: 12_000 })
  })

  const withStatus = (type: string, more: object): KubeObject =>
    ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's' },
      spec: { type, ...more },
      ...more,
    }) as KubeObject
  const ip = (value: string) => ({ type: 'IPAddress', value })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [name: string, service: KubeObject, addresses: readonly object[], because: string][] = [
    ['a balancer without an address', withStatus('LoadBalancer', {}),                                                                       [],                                              'the cloud has given none yet'],
    ['a balancer with two',           withStatus('LoadBalancer', { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'a.b' }] } } }), [ip('1.2.3.4'), { type: 'Hostname', value: 'a.b' }], 'some clouds give names'],
    ['ports of nodes',                withStatus('NodePort', {}),                                                                           [ip('10.0.0.1')],                                'nodes have the addresses'],
    ['inside the cluster',            withStatus('ClusterIP', { clusterIPs: ['10.96.0.7'] }),                                               [ip('10.96.0.7')],                               'that is where it answers'],
  ]
  for (const [name, service, addresses, because] of cases)
    it(`gives its Gateway the addresses of ${name}, because ${because}`, () =>
      assert.deepEqual(addressesOf(service, ['10.0.0.1']), addresses))

  it('counts nodes that are ready, by their outer addresses where there are any', () => {
    const node = (status: string, addresses: readonly object[]): KubeObject =>
      ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'n' },
        status: { conditions: [{ type: 'Ready', status }], addresses },
      }) as KubeObject
    const inner = { type: 'InternalIP', address: '10.0.0.1' }
    const outer = { type: 'ExternalIP', address: '192.0.2.1' }
    assert.deepEqual(nodeAddresses([node('True', [inner])]), ['10.0.0.1'])
    assert.deepEqual(nodeAddresses([node('True', [inner, outer])]), ['192.0.2.1'])
    assert.deepEqual(nodeAddresses([node('False', [inner])]), [])
  })
})

describe('One report for all replicas', () => {
  const said = (more: Partial<DataPlaneReport> = {}): DataPlaneReport => ({
    addresses: [],
    unusableAddresses: [],
    noResources: undefined,
    listeners: [{ name: 'l80', bound: true, probed: true, portUnavailable: false }],
    generations: { 'Gateway/infra/a': 2, 'HTTPRoute/shop/r': 5 },
    ...more,
  })
  const refused = [
    { name: 'l80', bound: false, probed: false, portUnavailable: true, problem: 'It is taken' },
  ]
  const fold = (...answers: readonly ReplicaAnswer[]) =>
    foldReports(configurationOf('a', 80), answers, { addresses: [], unusableAddresses: [] })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [name: string, answers: readonly ReplicaAnswer[], says: object, because: string][] = [
    ['all alike',       [{ name: 'x', report: said() }, { name: 'y', report: said() }],                                                   { generations: said().generations, replicas: [{ name: 'x', generation: 2 }, { name: 'y', generation: 2 }] }, 'what all have, the data plane has'],
    ['one silent',      [{ name: 'x', report: said() }, { name: 'y' }],                                                                   { generations: {}, replicas: [{ name: 'x', generation: 2 }, { name: 'y' }] },                               'nobody can tell what it has'],
    ['a route behind',  [{ name: 'x', report: said() }, { name: 'y', report: said({ generations: { 'Gateway/infra/a': 2, 'HTTPRoute/shop/r': 4 } }) }], { generations: { 'Gateway/infra/a': 2 } },                                                    'some of its requests are answered by the older one'],
    ['a port taken',    [{ name: 'x', report: said() }, { name: 'y', report: said({ listeners: refused }) }],                             { listeners: [{ name: 'l80', bound: false, probed: false, portUnavailable: true, problem: 'y: It is taken' }] }, 'who has the problem is said'],
    ['one is full',     [{ name: 'x', report: said() }, { name: 'y', report: said({ noResources: 'Full' }) }],                            { noResources: undefined },                                                                                'the other carries it'],
    ['all are full',    [{ name: 'x', report: said({ noResources: 'Full' }) }],                                                           { noResources: 'Full' },                                                                                   'there is no place for it'],
    ['nobody there',    [],                                                                                                               { replicas: [], generations: {}, listeners: [{ name: 'l80', bound: false, probed: false, portUnavailable: false }] }, 'never green by absence'],
  ]
  for (const [name, answers, says, because] of cases)
    it(`${name}, because ${because}`, () => {
      const folded = fold(...answers) as unknown as Readonly<Record<string, unknown>>
      for (const [field, value] of Object.entries(says)) {
        if (field === 'noResources' && answers.length === 0) continue
        assert.deepEqual(folded[field], value)
      }
    })
})

describe('What a replica says', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [text: string, says: 'nothing' | 'something', because: string][] = [
    ['',                                                          'nothing',   'that is no JSON'],
    ['[]',                                                        'nothing',   'that is no answer'],
    ['{"revision":"1","reports":{}}',                             'nothing',   'a revision is a number'],
    ['{"revision":1,"reports":[]}',                               'nothing',   'reports have names'],
    ['{"revision":1,"reports":{"a/b":{"generations":{"x":"2"}}}}', 'something', 'a field of a wrong type was not said'],
  ]
  for (const [text, says, because] of cases)
    it(`${text || 'an empty text'} says ${says}, because ${because}`, () => {
      const parsed = parseReports(text)
      assert.equal(parsed === undefined ? 'nothing' : 'something', says)
      for (const report of parsed?.reports.values() ?? []) assert.deepEqual(report.generations, {})
    })

  it('is asked of those that take traffic, once each', () => {
    const slice = (addresses: readonly string[], conditions: object, name: string) => ({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 's' },
      ports: [{ port: 9091 }],
      endpoints: [{ addresses, conditions, targetRef: { name } }],
    })
    const found = replicasIn([
      slice(['10.0.0.1'], { ready: true }, 'a'),
      slice(['fd00::1'], { ready: true }, 'a'),
      slice(['fd00::2'], {}, 'b'),
      slice(['10.0.0.3'], { ready: false }, 'c'),
      slice(['10.0.0.4'], { ready: true, terminating: true }, 'd'),
    ] as unknown as readonly KubeObject[])
    assert.deepEqual(found, [
      { name: 'a', url: 'http://10.0.0.1:9091' },
      { name: 'b', url: 'http://[fd00::2]:9091' },
    ])
  })
})

describe('The door of a replica', () => {
  const board = new ReportBoard(7)
  let door: ReplicaServer
  let ready = false
  const report: DataPlaneReport = {
    addresses: [],
    unusableAddresses: [],
    noResources: undefined,
    listeners: [],
    generations: { a: 1 },
  }
  const authorization = 'Bearer secret'
  before(async () => {
    const metrics = async () => ({ text: 'x 1\n', contentType: 'text/plain' })
    door = await serveReplica({
      host: '127.0.0.1',
      port: 0,
      token: 'secret',
      reports: board,
      ready: () => ready,
      metrics,
    })
  })
  after(() => door.close())

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [path: string, headers: Readonly<Record<string, string>>, status: number, because: string][] = [
    ['/healthz', {},                               200, 'kubelets have no token'],
    ['/readyz',  {},                               503, 'nothing is in force yet'],
    ['/reports', {},                               401, 'they are not for everybody'],
    ['/reports', { authorization: 'Bearer other' }, 401, 'that is another token'],
    ['/reports', { authorization },                200, 'that is the token'],
    ['/metrics', { authorization },                200, 'that is the token'],
    ['/else',    { authorization },                404, 'there is nothing else'],
  ]
  for (const [path, headers, status, because] of cases)
    it(`${path} is answered with ${status}, because ${because}`, async () => {
      assert.equal((await fetch(`${door.url}${path}`, { headers })).status, status)
    })

  it('answers a target that is no address, and whoever comes next', async () => {
    const asked = get(new URL(door.url), { path: '//' })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 400)
    assert.equal((await fetch(`${door.url}/healthz`)).status, 200)
  })

  it('is ready when it is', async () => {
    ready = true
    assert.equal((await fetch(`${door.url}/readyz`)).status, 200)
  })

  it('does not open itself to the network without a token', async () => {
    const metrics = async () => ({ text: '', contentType: 'text/plain' })
    await assert.rejects(
      serveReplica({ host: '0.0.0.0', port: 0, reports: board, ready: () => true, metrics }),
      TypeError,
    )
  })

  it('keeps whoever knows everything until there is something new, and is found silent once it is closed', async () => {
    const settings = { token: 'secret', waitMs: 60_000, patienceMs: 1_000, mostBytes: 10_000 }
    let changes = 0
    const changed = () => {
      changes += 1
    }
    const asked = askReplica({ url: door.url, settings, timing: realTiming, changed })
    await eventually('it has answered', () => changes === 1)
    board.tell('infra/a', report)
    await eventually('it has answered again', () => changes === 2)
    const said = asked.said()
    assert.ok(typeof said !== 'string')
    assert.deepEqual(said.reports.get('infra/a')?.generations, { a: 1 })
    await door.close()
    await eventually('it is silent', () => asked.said() === 'silent')
    await asked.stop()
  })

  it('is not believed when its answer has no end', async () => {
    const long = new ReportBoard(1)
    long.tell('infra/a', { ...report, noResources: 'x'.repeat(20_000) })
    const metrics = async () => ({ text: '', contentType: 'text/plain' })
    door = await serveReplica({ host: '127.0.0.1', port: 0, reports: long, ready: () => true, metrics })
    const settings = { waitMs: 100, patienceMs: 1_000, mostBytes: 10_000 }
    const asked = askReplica({ url: door.url, settings, timing: realTiming, changed: () => {} })
    await eventually('it is silent', () => asked.said() === 'silent')
    await asked.stop()
  })
})
