import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import type { RoutingBackend, RoutingRule } from '@sitrep/gateway-api'
import type { Site } from '../data-plane.ts'
import { backend, dataPlane, listener, rule, site } from './testing.ts'

/** An endpoint that answers with its name, what it was sent, and how many clients it has seen. */
async function echo(context: TestContext, name: string) {
  const socket = createSocket('udp4')
  const clients = new Set<number>()
  socket.on('message', (datagram, from) => {
    clients.add(from.port)
    socket.send(`${name} ${datagram} ${clients.size}`, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  context.after(() => void socket.close())
  return { address: '127.0.0.1', port: socket.address().port, socket }
}

function client(context: TestContext, host: string, port: number): (sent: string) => Promise<string> {
  const socket: Socket = createSocket('udp4')
  context.after(() => void socket.close())
  return async (sent) => {
    socket.send(sent, port, host)
    const [answer] = await once(socket, 'message')
    return String(answer)
  }
}

async function freeDatagramPort(host: string): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, host)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

const udpSite = (
  { host, port }: { readonly host: string; readonly port: number },
  backends: Readonly<Record<string, RoutingBackend>>,
  given: RoutingRule = rule('a'),
): Site =>
  site({
    spec: { listeners: [listener({ protocol: 'UDP', port: 53 })], rules: { r: given }, backends },
    place: { hosts: [host], ports: { 53: port } },
  })

describe('a UDP listener', () => {
  it('keeps every client with one endpoint, and clients apart', async (context) => {
    const place = { host: '127.43.0.1', port: await freeDatagramPort('127.43.0.1') }
    const [one, two] = [await echo(context, 'one'), await echo(context, 'two')]
    const [report] = await dataPlane(context).program([udpSite(place, { a: backend([one, two]) })])
    assert.deepEqual(report?.listeners, [{ name: 'web', bound: true, probed: true, portUnavailable: false }])
    const [first, second] = [client(context, place.host, place.port), client(context, place.host, place.port)]
    assert.equal(await first('x'), 'one x 1')
    assert.equal(await second('y'), 'two y 1')
    assert.equal(await first('z'), 'one z 1')
  })

  it('follows a change: a client goes on where it was, or where it is sent now', async (context) => {
    const place = { host: '127.43.0.2', port: await freeDatagramPort('127.43.0.2') }
    const [one, two] = [await echo(context, 'one'), await echo(context, 'two')]
    const plane = dataPlane(context)
    const ask = client(context, place.host, place.port)
    await plane.program([udpSite(place, { a: backend([one]) })])
    assert.equal(await ask('x'), 'one x 1')
    await plane.program([udpSite(place, { a: backend([two, one]) })])
    assert.equal(await ask('x'), 'one x 1')
    await plane.program([udpSite(place, { a: backend([two]) })])
    assert.equal(await ask('x'), 'two x 1')
  })

  it('drops what nobody takes, and goes on', async (context) => {
    const place = { host: '127.43.0.3', port: await freeDatagramPort('127.43.0.3') }
    const one = await echo(context, 'one')
    const plane = dataPlane(context)
    const sender = createSocket('udp4')
    context.after(() => void sender.close())
    await plane.program([udpSite(place, { a: backend([]) })])
    sender.send('lost', place.port, place.host)
    await plane.program([udpSite(place, { a: backend([one]) }, { ...rule('a'), answer: 500 })])
    sender.send('lost', place.port, place.host)
    const dead = { address: '127.0.0.1', port: await freeDatagramPort('127.0.0.1') }
    await plane.program([udpSite(place, { a: backend([dead]) })])
    sender.send('lost', place.port, place.host)
    await plane.program([udpSite(place, { a: backend([one]) })])
    assert.match(await client(context, place.host, place.port)('x'), /^one x/)
  })

  it('has room for so many clients, and the one that was silent longest makes room', async (context) => {
    const place = { host: '127.43.0.4', port: await freeDatagramPort('127.43.0.4') }
    const one = await echo(context, 'one')
    const plane = dataPlane(context, { limits: { datagramClients: 2 } })
    await plane.program([udpSite(place, { a: backend([one]) })])
    const [a, b, c] = Array.from({ length: 3 }, () => client(context, place.host, place.port))
    assert.ok(a && b && c)
    assert.equal(await a('x'), 'one x 1')
    assert.equal(await b('x'), 'one x 2')
    assert.equal(await a('x'), 'one x 2')
    assert.equal(await c('x'), 'one x 3')
    assert.equal(await a('x'), 'one x 3')
    assert.equal(await b('x'), 'one x 4')
  })

  it('forgets clients that are silent', async (context) => {
    const place = { host: '127.43.0.5', port: await freeDatagramPort('127.43.0.5') }
    const one = await echo(context, 'one')
    let clock = 0
    const plane = dataPlane(context, { limits: { idleMs: 40 }, now: () => clock })
    await plane.program([udpSite(place, { a: backend([one]) })])
    const ask = client(context, place.host, place.port)
    // Each time after it was forgotten the endpoint sees a client that it has not seen before.
    for (let answer = await ask('x'); answer === 'one x 1'; answer = await ask('x')) clock += 1000
  })
})
