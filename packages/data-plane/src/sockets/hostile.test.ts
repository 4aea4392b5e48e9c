import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { before, describe, it, type TestContext } from 'node:test'
import { connect as connectByTls } from 'node:tls'
import type { DataPlane, Site } from '../data-plane.ts'
import type { Limits } from '../limits.ts'
import {
  backend,
  certificateFor,
  dataPlane,
  echoServer,
  freePort,
  listener,
  over,
  portOf,
  rule,
  secret,
  site,
  talk,
  talkByTls,
} from './testing.ts'

const host = '127.45.0.1'
const identity = certificateFor('a.test')
const tls = { mode: 'Terminate', certificates: [secret('a')] }
const through = { mode: 'Passthrough', certificates: [] }
const get = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

interface Ports {
  readonly http: number
  readonly tls: number
  readonly tcp: number
}

/** One of each: HTTP, HTTPS and TLS in both modes on one port, and TCP. */
async function everything(context: TestContext, limits: Partial<Limits> = {}) {
  const echo = await echoServer(context, 'echo')
  const ports: Ports = { http: await freePort(host), tls: await freePort(host), tcp: await freePort(host) }
  const everySite: Site = site({
    spec: {
      listeners: [
        listener({ name: 'http', port: 80, protocol: 'HTTP', entries: [] }),
        listener({ name: 'through', port: 443, protocol: 'TLS', hostname: 'b.test', tls: through }),
        listener({ name: 'ended', port: 443, protocol: 'TLS', hostname: 'c.test', tls }),
        listener({ name: 'https', port: 443, protocol: 'HTTPS', tls, entries: [] }),
        listener({ name: 'tcp', port: 90 }),
      ],
      rules: { r: rule('a') },
      backends: { a: backend([echo]) },
    },
    place: { hosts: [host], ports: { 80: ports.http, 443: ports.tls, 90: ports.tcp } },
    materials: { certificates: { 'Secret/infra/a': identity } },
  })
  const plane: DataPlane = dataPlane(context, { limits: { handshakeMs: 500, ...limits } })
  await plane.program([everySite])
  return { ports, plane, echo, everySite }
}

async function assertServes({ http, tls: secured, tcp }: Ports): Promise<void> {
  assert.match(await talk(host, http, get), /clear - infra\/edge$/)
  assert.match(
    await talkByTls({ host, port: secured, servername: 'a.test', sent: get }),
    /https a.test infra\/edge$/,
  )
  assert.equal(await talk(host, tcp, 'x'), 'echo\nx')
}

/** A client that sends this, cares for nothing, and is told when its connection is over. */
function rudeClient(port: number, sent: Uint8Array | string): Promise<unknown> {
  const socket = connect({ host, port })
  socket.resume()
  socket.end(sent)
  return over(socket)
}

/** Bytes that look like noise, the same every time. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let at = 0; at < length; at++) {
    state = (state * 1103515245 + 12345) % 2147483648
    bytes[at] = state >> 16
  }
  return bytes
}

describe('hostile clients', () => {
  let hello: Buffer
  before(async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connectByTls({ host: '127.0.0.1', port: portOf(server), servername: 'b.test' })
    client.on('error', () => {})
    const [socket]: Socket[] = await once(server, 'connection')
    assert.ok(socket)
    const [bytes] = await once(socket, 'data')
    hello = bytes
    for (const each of [client, socket]) each.destroy()
    server.close()
  })

  it('send noise, nothing, and halves of messages, and others are served', async (context) => {
    const { ports } = await everything(context)
    const sent = [
      ...Array.from({ length: 30 }, (_, seed) => noise(1 + seed * 37, seed + 1)),
      ...Array.from({ length: 10 }, (_, at) => hello.subarray(0, at * 50)),
      Buffer.concat([hello, noise(500, 7)]),
      Buffer.concat([hello.subarray(0, 200), noise(500, 8)]),
    ]
    await Promise.all(
      sent.flatMap((bytes) => [ports.tls, ports.tcp, ports.http].map((port) => rudeClient(port, bytes))),
    )
    await assertServes(ports)
  })

  it('announce a handshake of 16 MB, and are sent away long before that', async (context) => {
    const { ports } = await everything(context)
    const socket = connect({ host, port: ports.tls })
    const record = Buffer.concat([Buffer.from([22, 3, 1, 64, 0, 1, 255, 255, 255]), Buffer.alloc(16_380)])
    socket.write(record)
    socket.resume()
    await over(socket)
    assert.ok(socket.bytesWritten < 64 * 1024)
    await assertServes(ports)
  })

  it('send their first message byte by byte, and get what they want', async (context) => {
    const { ports, echo } = await everything(context)
    const socket = connect({ host, port: ports.tls, noDelay: true })
    let heard = ''
    socket.on('data', (piece) => {
      heard += piece.toString('latin1')
    })
    await once(socket, 'connect')
    for (const byte of hello) await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve))
    socket.end()
    await over(socket)
    assert.equal(heard, `echo\n${hello.toString('latin1')}`)
    assert.equal(echo.seen.size, 1)
  })

  it('take every connection there is, and leave room again when they go', async (context) => {
    const { ports } = await everything(context, { connections: 20 })
    const held = [ports.http, ports.tls, ports.tcp].flatMap((port) =>
      Array.from({ length: 60 }, () => {
        const socket = connect({ host, port })
        socket.resume()
        return socket
      }),
    )
    const ends = held.map((socket) => over(socket))
    await Promise.any(ends)
    for (const socket of held) socket.destroy()
    await Promise.all(ends)
    for (let tries = 0; (await talk(host, ports.tcp)) !== 'echo\n'; tries++) assert.ok(tries < 1000)
    for (let tries = 0; (await talk(host, ports.http, get)) === 'reset'; tries++) assert.ok(tries < 1000)
    for (let tries = 0; (await rightTls(ports.tls)) === 'reset'; tries++) assert.ok(tries < 1000)
    // More than there is room for, one after the other: who has gone is no longer counted.
    for (let times = 0; times < 30; times++) await assertServes(ports)
  })
  const rightTls = (port: number): Promise<string> =>
    talkByTls({ host, port, servername: 'a.test', sent: get })

  it('reset their connections in the middle, and no backend keeps one', async (context) => {
    const { ports, echo } = await everything(context)
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const socket = connect({ host, port: ports.tcp })
        await once(socket, index % 2 === 0 ? 'connect' : 'data')
        socket.resetAndDestroy()
        await over(socket)
      }),
    )
    await assertServes(ports)
    await Promise.all([...echo.seen].map((socket) => over(socket)))
  })

  it('are told when a backend breaks off', async (context) => {
    const { ports, echo } = await everything(context)
    const socket = connect({ host, port: ports.tcp })
    await once(socket, 'data')
    for (const each of echo.seen) each.resetAndDestroy()
    const [error] = await once(socket, 'error')
    assert.equal(error.code, 'ECONNRESET')
  })

  it('come in the middle of changes, with handshakes half done', async (context) => {
    const { ports, plane, everySite } = await everything(context)
    const attacks = Array.from({ length: 60 }, (_, index) =>
      rudeClient(index % 2 === 0 ? ports.tls : ports.tcp, hello.subarray(0, index * 9)),
    )
    for (let times = 0; times < 10; times++) {
      await plane.program([])
      await plane.program([everySite])
    }
    await Promise.all(attacks)
    await assertServes(ports)
  })
})
