/// <reference path="./ws.d.ts" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Identity } from '@sitrep/api-server/certificates'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { serveSpdy } from './spdy-server.testing.ts'

/** An API server that knows nothing but the Pods of etcd and how to forward a port to them. */
export interface PortForwardServer {
  readonly url: string
  /** Where the client port of a Pod leads; a Pod that leads nowhere has an etcd that does not run. */
  readonly pods: Map<string, number | undefined>
  /** The Pods to which a port was forwarded, and in which way. */
  readonly forwarded: string[]
  /** The headers with which streams were opened, as JSON. */
  readonly streams: string[]
  /** Who asked for that, by the header they sent. */
  readonly askedBy: (string | undefined)[]
  /** What this server knows: what it does not is answered with 400, as genuine ones do. */
  ways: readonly ('websocket' | 'spdy')[]
  /** Everything is taken and nothing answered. */
  hangs: boolean
  /** Whether anybody still waits to be told of Pods, or whether it lives. */
  readonly waiting: boolean
  readonly close: () => Promise<void>
}

const tunnelled = 'SPDY/3.1+portforward.k8s.io'

/** Forwards a port as API servers do, in the new way and in the old one. */
export async function openPortForwardServer(identity?: Identity): Promise<PortForwardServer> {
  const sockets = new Set<Socket>()
  const webSockets = new WebSocketServer({ noServer: true })
  // The library takes a protocol with a slash in its name for none.
  webSockets.on('headers', (headers: string[]) => headers.push(`Sec-WebSocket-Protocol: ${tunnelled}`))
  let waiting = 0
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    if (state.hangs) {
      if (url !== '/' && !url.includes('/pods?')) return
      waiting++
      response.on('close', () => waiting--)
      return
    }
    const items = [...state.pods.keys()].map((name) => ({ metadata: { name, namespace: 'kube-system' } }))
    response.end(JSON.stringify({ kind: 'PodList', items }))
  }
  const server =
    identity === undefined
      ? createServer(answer)
      : createSecureServer({ cert: identity.certificate, key: identity.key }, answer)
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (state.hangs) return
    const pod = /\/pods\/([^/]+)\/portforward$/.exec(request.url ?? '')?.[1] ?? ''
    const way = request.headers.upgrade === 'websocket' ? 'websocket' : 'spdy'
    const knows = way === 'spdy' || request.headers['sec-websocket-protocol'] === tunnelled
    delete request.headers['sec-websocket-protocol']
    if (!state.ways.includes(way) || !knows) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    state.forwarded.push(`${pod} ${way}`)
    state.askedBy.push(request.headers.authorization)
    if (!state.pods.has(pod)) return void socket.end(notFound)
    const served = {
      port: state.pods.get(pod),
      onStream: (headers: object) => state.streams.push(JSON.stringify(headers)),
    }
    if (way === 'websocket')
      return webSockets.handleUpgrade(request, socket, head, (ws) =>
        serveSpdy(createWebSocketStream(ws), served),
      )
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n')
    serveSpdy(socket, served)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const state: PortForwardServer = {
    url: `http${identity === undefined ? '' : 's'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pods: new Map(),
    forwarded: [],
    streams: [],
    askedBy: [],
    ways: ['websocket', 'spdy'],
    hangs: false,
    get waiting() {
      return waiting > 0
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return state
}

const status = JSON.stringify({ kind: 'Status', message: 'pods "etcd-n1" not found' })
const notFound = `HTTP/1.1 404 Not Found\r\nContent-Length: ${status.length}\r\n\r\n${status}`
