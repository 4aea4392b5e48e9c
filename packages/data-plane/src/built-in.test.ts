import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { DataPlaneReport } from '@sitrep/gateway-api'
import type { Place, Site } from './data-plane.ts'
import {
  backend,
  dataPlane,
  echoServer,
  freePort,
  listener,
  over,
  plainHttp,
  portOf,
  rule,
  site,
  talk,
} from './sockets/testing.ts'
import type { Timers } from './timers.ts'

const httpSite = (place: Partial<Place>, name = 'edge'): Site =>
  site({
    name,
    spec: { listeners: [listener({ name: 'web', protocol: 'HTTP', entries: [] })] },
    place,
  })
const get = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
const bodyOf = (answer: string): string => answer.split('\r\n\r\n')[1] ?? answer

/** Timers that run when the test says so. */
function handTimers(): Timers & { readonly runAll: () => void } {
  const waiting = new Set<() => void>()
  return {
    after(_ms, run) {
      waiting.add(run)
      return () => waiting.delete(run)
    },
    runAll() {
      for (const run of [...waiting]) {
        waiting.delete(run)
        run()
      }
    },
  }
}

async function takenPort(context: TestContext, host: string) {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  context.after(() => void server.close())
  return { server, port: portOf(server) }
}

describe('the built-in data plane', () => {
  it('serves Gateways on one port of different addresses, each its own', async (context) => {
    const port = await freePort('127.44.0.1')
    const reports = await dataPlane(context).program([
      httpSite({ hosts: ['127.44.0.1'], ports: { 80: port } }, 'one'),
      httpSite({ hosts: ['127.44.0.2'], ports: { 80: port } }, 'two'),
    ])
    assert.deepEqual(
      reports.map(({ addresses, listeners }) => [addresses[0]?.value, listeners[0]?.probed]),
      [
        ['127.44.0.1', true],
        ['127.44.0.2', true],
      ],
    )
    assert.equal(bodyOf(await talk('127.44.0.1', port, get)), 'clear - infra/one')
    assert.equal(bodyOf(await talk('127.44.0.2', port, get)), 'clear - infra/two')
  })

  it('gives a socket that two Gateways want to the first, and says so', async (context) => {
    const place = { hosts: ['127.44.0.3'], ports: { 80: await freePort('127.44.0.3') } }
    const [one, two] = await dataPlane(context).program([httpSite(place, 'one'), httpSite(place, 'two')])
    assert.equal(one?.listeners[0]?.probed, true)
    assert.deepEqual(two?.listeners, [
      {
        name: 'web',
        bound: false,
        probed: false,
        portUnavailable: true,
        problem: `Port ${place.ports[80]} of 127.44.0.3 is taken by the Gateway infra/one`,
      },
    ])
    assert.equal(bodyOf(await talk('127.44.0.3', place.ports[80], get)), 'clear - infra/one')
  })

  it('says that a port is taken, tries again by itself, and tells when it has got it', async (context) => {
    const { server, port } = await takenPort(context, '127.44.0.4')
    const timers = handTimers()
    const plane = dataPlane(context, { timers })
    const told: DataPlaneReport[] = []
    const first = Promise.withResolvers<void>()
    plane.onReport((_site, report) => {
      told.push(report)
      first.resolve()
    })
    const place = { hosts: ['127.44.0.4'], ports: { 80: port } }
    const [report] = await plane.program([httpSite(place)])
    assert.deepEqual(report?.listeners, [
      {
        name: 'web',
        bound: false,
        probed: false,
        portUnavailable: true,
        problem: `Port ${port} of 127.44.0.4 is taken by something else`,
      },
    ])
    server.close()
    await once(server, 'close')
    timers.runAll()
    await first.promise
    assert.deepEqual(
      told.map(({ listeners }) => listeners),
      [[{ name: 'web', bound: true, probed: true, portUnavailable: false }]],
    )
    assert.equal(bodyOf(await talk('127.44.0.4', port, get)), 'clear - infra/edge')
  })

  it('tells addresses that are none of this machine apart from the others', async (context) => {
    const port = await freePort('127.44.0.5')
    const hosts = ['127.44.0.5', '203.0.113.7']
    const [report] = await dataPlane(context).program([httpSite({ hosts, ports: { 80: port } })])
    assert.deepEqual(report?.addresses, [{ type: 'IPAddress', value: '127.44.0.5' }])
    assert.deepEqual(report?.unusableAddresses, ['203.0.113.7'])
    assert.equal(report?.listeners[0]?.bound, true)
    assert.equal(report?.listeners[0]?.problem, '203.0.113.7 is no address of this machine')
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: readonly (readonly [string, Partial<Place>, Partial<DataPlaneReport['listeners'][number]>, string])[] = [
    ['a port that may not be had', { unavailable: [80] },        { portUnavailable: true },  'Port 80 may not be had'],
    ['no place for it',            { noResources: 'Too many' },  { portUnavailable: false }, 'Too many'],
    ['no address',                 { hosts: [] },                { portUnavailable: false }, 'There is no address to open the port on'],
  ]
  for (const [name, place, says, problem] of refused)
    it(`serves nothing with ${name}, and says why`, async (context) => {
      const host = '127.44.0.6'
      const port = await freePort(host)
      const [report] = await dataPlane(context).program([
        httpSite({ hosts: [host], ports: { 80: port }, ...place }),
      ])
      assert.deepEqual(report?.listeners, [{ name: 'web', bound: false, probed: false, ...says, problem }])
      assert.equal(report?.noResources, place.noResources)
      assert.deepEqual(Object.keys(report?.generations ?? {}).length, place.noResources === undefined ? 1 : 0)
      assert.equal(await talk(host, port), 'reset')
    })

  it('carries calls out one after the other, and the last is in force', async (context) => {
    const host = '127.44.0.7'
    const port = await freePort(host)
    const plane = dataPlane(context)
    const calls = Array.from({ length: 20 }, (_, index) =>
      plane.program([httpSite({ hosts: [host], ports: { 80: port } }, `gateway-${index}`)]),
    )
    const reports = await Promise.all(calls)
    assert.ok(reports.every(([report]) => report?.listeners[0]?.probed))
    assert.equal(bodyOf(await talk(host, port, get)), 'clear - infra/gateway-19')
  })

  it('lets a connection of a listener that is gone ask for nothing more', async (context) => {
    const host = '127.44.0.8'
    const port = await freePort(host)
    const http = plainHttp()
    const plane = dataPlane(context, { http })
    await plane.program([httpSite({ hosts: [host], ports: { 80: port } }, 'one')])
    const held = connect({ host, port })
    held.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(held, 'data')
    const [arrival] = http.arrivals
    await plane.program([httpSite({ hosts: [host], ports: { 80: port } }, 'two')])
    assert.equal(arrival?.leaving?.aborted, true)
    assert.deepEqual([arrival?.port().gateway, arrival?.port().listeners], ['infra/one', []])
    assert.equal(bodyOf(await talk(host, port, get)), 'clear - infra/two')
    await over(held)
  })

  it('closes: what is under way may end, nothing new is taken, and it stays closed', async (context) => {
    const host = '127.44.0.9'
    const port = await freePort(host)
    const echo = await echoServer(context, 'echo')
    const plane = dataPlane(context, { limits: { drainMs: 10_000 } })
    const tcp = site({
      spec: { listeners: [listener()], rules: { r: rule('a') }, backends: { a: backend([echo]) } },
      place: { hosts: [host], ports: { 80: port } },
    })
    await plane.program([tcp])
    const held = connect({ host, port })
    await once(held, 'data')
    const closed = plane.close()
    held.end('last')
    const [answer] = await once(held, 'data')
    assert.equal(String(answer), 'last')
    await closed
    assert.equal(await talk(host, port), 'reset')
    const [report] = await plane.program([tcp])
    assert.deepEqual([report?.listeners[0]?.bound, report?.noResources], [false, 'The data plane is closed'])
  })
})
