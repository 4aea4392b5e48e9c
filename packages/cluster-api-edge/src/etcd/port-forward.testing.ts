import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Identity } from '@sitrep/api-server/certificates'

/** An API server that knows nothing but the Pods of etcd and how to forward a port to them. */
export interface PortForwardServer {
  readonly url: string
  /** Where the client port of a Pod leads; a Pod that leads nowhere has an etcd that does not run. */
  readonly pods: Map<string, number | undefined>
  readonly forwarded: string[]
  /** Who asked for that, by the header they sent. */
  readonly askedBy: (string | undefined)[]
  readonly close: () => Promise<void>
}

const handshakeId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Speaks the server's side of `v4.channel.k8s.io` for one port, frame by frame. */
export async function openPortForwardServer(identity?: Identity): Promise<PortForwardServer> {
  const pods = new Map<string, number | undefined>()
  const forwarded: string[] = []
  const askedBy: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const answer = (_request: IncomingMessage, response: ServerResponse): void => {
    const items = [...pods.keys()].map((name) => ({ metadata: { name, namespace: 'kube-system' } }))
    response.end(JSON.stringify({ kind: 'PodList', items }))
  }
  const server =
    identity === undefined
      ? createServer(answer)
      : createSecureServer({ cert: identity.certificate, key: identity.key }, answer)
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const pod = /\/pods\/([^/]+)\/portforward\?ports=2379$/.exec(request.url ?? '')?.[1] ?? ''
    forwarded.push(pod)
    askedBy.push(request.headers.authorization)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (!pods.has(pod)) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    greet(request, socket)
    forward(socket, pods.get(pod))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http${identity === undefined ? '' : 's'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pods,
    forwarded,
    askedBy,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function greet({ headers }: IncomingMessage, socket: Socket): void {
  const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${handshakeId}`).digest('base64')
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    'Sec-WebSocket-Protocol: v4.channel.k8s.io',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
}

function forward(socket: Socket, port: number | undefined): void {
  const portNumber = Buffer.from([2379 & 0xff, 2379 >> 8])
  for (const channel of [0, 1]) socket.write(frame(channel, portNumber))
  if (port === undefined) {
    socket.write(frame(1, Buffer.from('connection refused by the Pod')))
    return
  }
  const target = connect(port, '127.0.0.1')
  target.on('data', (bytes: Buffer) => socket.write(frame(0, bytes)))
  target.on('close', () => socket.destroy())
  target.on('error', (error) => socket.write(frame(1, Buffer.from(error.message))))
  // Sockets of an HTTP server stay half open when the other side has gone.
  socket.on('end', () => socket.destroy())
  socket.on('close', () => target.destroy())
  socket.on('error', () => target.destroy())
  let waiting = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    for (let next = unmasked(waiting); next !== undefined; next = unmasked(waiting)) {
      waiting = waiting.subarray(next.size)
      if (next.operation === 2 && next.content[0] === 0) target.write(next.content.subarray(1))
    }
  })
}

/** A binary message of a server: final, not masked. */
function frame(channel: number, content: Buffer): Buffer {
  const length = content.length + 1
  const size = length < 126 ? Buffer.from([0x82, length]) : Buffer.alloc(10, Buffer.from([0x82, 127]))
  if (length >= 126) size.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([size, Buffer.from([channel]), content])
}

/** The first whole message of a client, which is always masked. */
function unmasked(bytes: Buffer): { operation: number; content: Buffer; size: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  if (bytes.length < 6 + extra) return undefined
  const length = extra === 2 ? bytes.readUInt16BE(2) : extra === 8 ? Number(bytes.readBigUInt64BE(2)) : short
  const start = 6 + extra
  if (bytes.length < start + length) return undefined
  const mask = bytes.subarray(start - 4, start)
  const content = bytes.subarray(start, start + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return { operation: bytes.readUInt8(0) & 0x0f, content: Buffer.from(content), size: start + length }
}
