import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createHttp2Server,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { createServer as createNetServer, type Server, type Socket } from 'node:net'
import type { HttpEcho } from './http-echo.ts'
import type { EchoTls } from './types.ts'
import { echoFrames } from './websocket-echo.ts'

type AnyRequest = IncomingMessage | Http2ServerRequest
type AnyResponse = ServerResponse | Http2ServerResponse

/** HTTP/1.1, with WebSocket. */
export function httpServer(echo: HttpEcho, port: number): Server {
  const server = createServer(listener(echo, port))
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    echoFrames(request, socket, head),
  )
  return server
}

/** HTTP/2 without TLS for those who know that beforehand; others are refused. */
export function clearHttp2Server(echo: HttpEcho, port: number): Server {
  const http2 = createHttp2Server(listener(echo, port))
  // Errors of a session end that session and nothing else.
  http2.on('sessionError', () => {})
  return createNetServer((socket) => {
    socket.once('data', (first: Buffer) => {
      if (!first.toString('latin1').startsWith('PRI')) {
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
        return
      }
      socket.pause()
      socket.unshift(first)
      http2.emit('connection', socket)
    })
  })
}

/** HTTP/1.1 and HTTP/2 over TLS. */
export function httpsServer(echo: HttpEcho, port: number, tls: EchoTls): Server {
  const server = createSecureServer(
    {
      ...tls,
      allowHTTP1: true,
      ...(tls.ca !== undefined && { requestCert: true, rejectUnauthorized: false }),
    },
    listener(echo, port),
  )
  server.on('secureConnection', (socket) => {
    // Who shows no certificate is welcome; who shows a wrong one is not.
    const shown = socket.getPeerX509Certificate() !== undefined
    if (tls.ca !== undefined && shown && !socket.authorized) socket.destroy()
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    echoFrames(request, socket, head),
  )
  server.on('sessionError', () => {})
  server.on('tlsClientError', () => {})
  return server
}

const listener =
  (echo: HttpEcho, port: number) =>
  (request: AnyRequest, response: AnyResponse): void => {
    // What is sent along is of no interest, but must not stop the connection.
    request.resume()
    echo
      .answer({
        target: request.url ?? '/',
        method: request.method ?? 'GET',
        host: hostOf(request),
        proto: `HTTP/${request.httpVersion}`,
        rawHeaders: request.rawHeaders,
        socket: 'stream' in request ? request.stream.session?.socket : request.socket,
        port,
      })
      .then(({ status, headers, body }) => {
        if (status === undefined) {
          cut(request)
          return
        }
        response.statusCode = status
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        response.end(body)
      })
      // Whatever cannot be answered is cut: a client sees that as a server that died.
      .catch(() => cut(request))
  }

const hostOf = (request: AnyRequest): string =>
  'authority' in request && request.authority !== ''
    ? String(request.authority)
    : (request.headers.host ?? '')

function cut(request: AnyRequest): void {
  const { socket } = request
  if ('resetAndDestroy' in socket) socket.resetAndDestroy()
  else request.destroy()
}
