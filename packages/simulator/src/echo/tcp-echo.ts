import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describeTls } from './described-tls.ts'
import type { EchoIdentity, EchoTls } from './types.ts'

/** Which ports the lines of a TCP echo name. */
export interface TcpPorts {
  readonly tcp: number
  readonly tls: number
}

/** Speaks first, then answers line by line. */
export const tcpServer = (identity: EchoIdentity, ports: TcpPorts): Server =>
  createServer((socket) => converse(socket, identity, ports))

/** The same over TLS. */
export function tlsServer(identity: EchoIdentity, ports: TcpPorts, tls: EchoTls): Server {
  const server = createTlsServer(tls, (socket) => converse(socket, identity, ports))
  server.on('tlsClientError', () => {})
  return server
}

function converse(socket: Socket, identity: EchoIdentity, ports: TcpPorts): void {
  socket.on('error', () => socket.destroy())
  socket.write('Gateway API Test TCP Server\n')
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const answer = reply(line.trim(), socket, { identity, ports })
      if (answer !== undefined) socket.write(`${answer}\n`)
    }
  })
}

interface Around {
  readonly identity: EchoIdentity
  readonly ports: TcpPorts
}

function reply(line: string, socket: Socket, { identity, ports }: Around): string | undefined {
  const tls = describeTls(socket)
  if (line === 'PING') return 'PONG'
  if (line === 'IS_TLS') return String(tls !== undefined)
  if (line !== 'TEST') return undefined
  const { namespace, ingress, service, pod } = identity
  return JSON.stringify({
    namespace,
    ingress,
    service,
    pod,
    tcpport: String(ports.tcp),
    tlsport: String(ports.tls),
    isTLS: tls !== undefined,
    ...(tls && {
      tls: {
        version: tls.version.replace('TLSv', 'TLS '),
        serverName: tls.serverName,
        negotiatedProtocol: tls.negotiatedProtocol,
        cipherSuite: tls.cipherSuite,
      },
    }),
  })
}
