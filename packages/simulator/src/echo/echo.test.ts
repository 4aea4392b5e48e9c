import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { message } from './grpc-echo.ts'
import { type OpenPod, openPod } from './open-pod.ts'
import type { EchoContainer } from './types.ts'

const address = '127.97.11.3'
const at = Date.parse('2026-01-01T00:00:00Z')
const container = (name: string, env: Readonly<Record<string, string>>): EchoContainer => ({
  name,
  env,
  mounts: [],
  ports: [],
})

describe('A pod that answers', () => {
  let pod: OpenPod
  let now = at
  before(async () => {
    pod = await openPod(
      {
        key: 'k',
        namespace: 'shop',
        name: 'cart-a-b',
        address,
        containers: [
          container('web', { HTTP_PORT: '3000' }),
          container('tcp', { TCP_ECHO_SERVER: '1', TCP_PORT: '3100' }),
          container('udp', { UDP_ECHO_SERVER: '1', SERVICE_NAME: 'lamp' }),
          container('grpc', { GRPC_ECHO_SERVER: '1', HTTP_PORT: '3200' }),
        ],
      },
      { read: async () => ({}), now: () => now, addresses: 'own' },
    )
  })
  after(() => pod.close())
  const url = (path: string): string => `http://${pod.place.address}:3000${path}`

  it('tells what it was asked, and who it is', async () => {
    const answer = await fetch(url('/a//b?c=d'), { headers: { 'X-One': 'two', 'X-Echo-Set-Header': '' } })
    assert.equal(answer.headers.get('content-type'), 'application/json')
    const {
      path,
      method,
      proto,
      headers,
      namespace,
      pod: name,
    } = (await answer.json()) as Record<string, unknown>
    assert.deepEqual(
      [path, method, proto, namespace, name],
      ['/a//b?c=d', 'GET', 'HTTP/1.1', 'shop', 'cart-a-b'],
    )
    assert.deepEqual((headers as Record<string, unknown>)['X-One'], ['two'])
  })

  it('sets the headers that it is asked for', async () => {
    const answer = await fetch(url('/'), { headers: { 'X-Echo-Set-Header': 'a:b,c:d,a:e' } })
    assert.deepEqual([answer.headers.get('a'), answer.headers.get('c')], ['b,e', 'd'])
  })

  // biome-ignore format: the table is read as one
  const statuses: readonly [path: string, status: number][] = [
    ['/health', 200], ['/status/418', 418], ['/status/x', 400], ['/retry/a', 400],
  ]
  for (const [path, status] of statuses)
    it(`answers ${status} at ${path}`, async () => assert.equal((await fetch(url(path))).status, status))

  it('fails as often as it is told to, then echoes', async () => {
    const path = '/retry/x?uuid=1&succeedAfter=2&responseCode=503'
    const codes = []
    for (let tries = 0; tries < 3; tries++) codes.push((await fetch(url(path))).status)
    assert.deepEqual(codes, [503, 503, 200])
  })

  it('cuts the connection where no code is named', async () => {
    await assert.rejects(fetch(url('/retry/x?uuid=2&succeedAfter=1')))
  })

  it('tells in its log what was asked since a moment', async () => {
    await fetch(url('/before'))
    now += 1_000
    await fetch(url('/after'))
    const told = pod.log({ container: 'web', since: now })
    assert.match(told ?? '', /^Echoing back request made to \/after to client \(127\.0\.0\.1\)\n$/)
    assert.equal(pod.log({ container: 'nobody' }), undefined)
  })

  it('sends WebSocket frames back', async () => {
    const socket = new WebSocket(`ws://${pod.place.address}:3000/ws`)
    await once(socket, 'open')
    const reply = once(socket, 'message')
    socket.send('hello')
    const [{ data }] = await reply
    assert.equal(data, 'hello')
    const closed = once(socket, 'close')
    socket.close()
    await closed
  })

  it('speaks HTTP/2 without TLS to those who know that beforehand', async () => {
    const session = connectHttp2(`http://${pod.place.address}:3001`)
    const stream = session.request({ ':path': '/h2' })
    stream.setEncoding('utf8')
    let body = ''
    for await (const chunk of stream) body += chunk
    session.close()
    assert.equal(JSON.parse(body).proto, 'HTTP/2.0')
    assert.equal((await fetch(`http://${pod.place.address}:3001/`)).status, 400)
  })

  it('speaks first over TCP, and answers line by line', async () => {
    const socket = connect(3100, pod.place.address)
    socket.setEncoding('utf8')
    const [banner] = await once(socket, 'data')
    socket.write('PING\n')
    const [reply] = await once(socket, 'data')
    socket.destroy()
    assert.deepEqual([banner, reply], ['Gateway API Test TCP Server\n', 'PONG\n'])
  })

  it('answers datagrams', async () => {
    const socket = createSocket('udp4')
    socket.send('ping', 8080, pod.place.address)
    const [reply] = await once(socket, 'message')
    socket.close()
    assert.deepEqual(JSON.parse(String(reply)), {
      request: 'ping',
      namespace: 'shop',
      ingress: '',
      service: 'lamp',
      pod: 'cart-a-b',
    })
  })

  const call = async (method: string): Promise<{ status: unknown; body: Buffer }> => {
    const session = connectHttp2(`http://${pod.place.address}:3200`)
    const path = `/gateway_api_conformance.echo_basic.grpcecho.GrpcEcho/${method}`
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' })
    let status: unknown
    stream.on('response', (headers) => {
      status = headers['grpc-status'] ?? status
    })
    stream.on('trailers', (headers) => {
      status = headers['grpc-status']
    })
    stream.end(Buffer.alloc(5))
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    session.close()
    return { status, body: Buffer.concat(chunks) }
  }

  it('answers a call of gRPC, and refuses one that it does not have', async () => {
    const { status, body } = await call('EchoTwo')
    assert.equal(status, '0')
    assert.ok(
      body.includes(
        message([
          [1, 'shop'],
          [4, 'cart-a-b'],
        ]),
      ),
    )
    assert.equal((await call('EchoThree')).status, '12')
  })

  it('takes an address near the one it wanted, where that is taken', async () => {
    const other = await openPod(
      {
        key: 'l',
        namespace: 'shop',
        name: 'x',
        address,
        containers: [container('web', { HTTP_PORT: '3000' })],
      },
      { read: async () => ({}), now: () => now, addresses: 'own' },
    )
    assert.equal(other.place.address, '127.97.11.4')
    await other.close()
  })

  it('has free ports of the shared address where pods have none of their own', async () => {
    const own = container('web', { HTTP_PORT: '3000' })
    const lamp = container('lamp', { UDP_ECHO_SERVER: '1', UDP_PORT: '3000' })
    const pods = await Promise.all(
      ['m', 'n'].map((key) =>
        openPod(
          { key, namespace: 'shop', name: key, address, containers: [own, lamp] },
          { read: async () => ({}), now: () => now, addresses: 'shared' },
        ),
      ),
    )
    for (const { place } of pods) {
      assert.equal(place.address, '127.0.0.1')
      assert.deepEqual(Object.keys(place.ports).toSorted(), ['3000/TCP', '3000/UDP', '3001/TCP'])
    }
    const names = pods.map(async ({ place }) => {
      const answer = await fetch(`http://127.0.0.1:${place.ports['3000/TCP']}/`)
      return Object((await answer.json()) as object)['pod']
    })
    assert.deepEqual(await Promise.all(names), ['m', 'n'])
    await Promise.all(pods.map((each) => each.close()))
  })
})
