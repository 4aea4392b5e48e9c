import { grpcServer } from './grpc-echo.ts'
import { HttpEcho } from './http-echo.ts'
import { clearHttp2Server, httpServer, httpsServer } from './http-servers.ts'
import { listening, openUdpEcho } from './open-sockets.ts'
import { tcpServer, tlsServer } from './tcp-echo.ts'
import type { EchoContainer, EchoIdentity, EchoServer } from './types.ts'

/** What a container is, in the order in which its environment is asked. */
type Role = 'grpc' | 'tcp' | 'udp' | 'http'

function roleOf(env: EchoContainer['env']): Role {
  if (env['GRPC_ECHO_SERVER'] !== undefined) return 'grpc'
  if (env['TCP_ECHO_SERVER'] !== undefined) return 'tcp'
  return env['UDP_ECHO_SERVER'] === undefined ? 'http' : 'udp'
}

/** Opens all servers of a container. Where one cannot be had, none of them stays open. */
export async function openContainer(
  { env, ports }: Pick<EchoContainer, 'env' | 'ports'>,
  identity: EchoIdentity,
): Promise<readonly EchoServer[]> {
  const port = (name: string, usual: number): number => Number(env[name] ?? usual)
  const attempts = await Promise.allSettled(
    openers(roleOf(env), { identity, port, declared: declared(env, ports) }),
  )
  const open = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  const failed = attempts.find((attempt) => attempt.status === 'rejected')
  if (failed === undefined) return open
  await Promise.all(open.map((server) => server.close()))
  throw failed.reason
}

// A container that says nothing about itself is taken for any server on the ports that it declares.
const declared = (env: EchoContainer['env'], ports: readonly number[]): readonly number[] =>
  Object.keys(env).some((name) => /_PORT$|_ECHO_SERVER$/.test(name)) ? [] : ports

interface Opening {
  readonly identity: EchoIdentity
  readonly port: (name: string, usual: number) => number
  readonly declared: readonly number[]
}

function openers(role: Role, { identity, port, declared: more }: Opening): readonly Promise<EchoServer>[] {
  const { tls } = identity
  const http = port('HTTP_PORT', 3000)
  const https = port('HTTPS_PORT', 8443)
  switch (role) {
    case 'grpc':
      return [
        listening(grpcServer(identity), identity, http),
        ...(tls === undefined ? [] : [listening(grpcServer(identity, tls), identity, https)]),
      ]
    case 'tcp': {
      const ports = { tcp: port('TCP_PORT', 3000), tls: port('TLS_PORT', 8443) }
      return [
        listening(tcpServer(identity, ports), identity, ports.tcp),
        ...(tls === undefined ? [] : [listening(tlsServer(identity, ports, tls), identity, ports.tls)]),
      ]
    }
    case 'udp':
      return [openUdpEcho(identity, port('UDP_PORT', 8080))]
    case 'http': {
      const echo = new HttpEcho(identity)
      const h2c = port('H2C_PORT', 3001)
      const others = more.filter((each) => ![http, h2c, ...(tls === undefined ? [] : [https])].includes(each))
      return [
        ...[http, ...others].map((each) => listening(httpServer(echo, each), identity, each)),
        listening(clearHttp2Server(echo, h2c), identity, h2c),
        ...(tls === undefined ? [] : [listening(httpsServer(echo, https, tls), identity, https)]),
      ]
    }
  }
}
