import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectByTls, type TLSSocket } from 'node:tls'
import { createAuthority, type Identity, issueCertificate } from '@sitrep/api-server/certificates'
import type {
  ObjectReference,
  RoutingBackend,
  RoutingConfigurationSpec,
  RoutingListener,
  RoutingRule,
} from '@sitrep/gateway-api'
import { type BuiltInOptions, createBuiltInDataPlane } from '../built-in.ts'
import type { DataPlane, Materials, Place, Site } from '../data-plane.ts'
import type { Arrival, HttpServing } from '../http/types.ts'

/** Tests use the present: certificates are good for years, and what is timed is counted in events. */
const now = (): number => Date.now()

/** An authority that tests trust. */
export const authority: Identity = createAuthority({ commonName: 'test authority' }, now())

/** A certificate of that authority for some names. */
export const certificateFor = (...hosts: string[]): Identity =>
  issueCertificate(authority, { commonName: hosts[0] ?? 'server', use: 'server', hosts, now: now() })

/** A certificate that a client shows, of that authority or another. */
export const clientCertificate = (issuer: Identity = authority): Identity =>
  issueCertificate(issuer, { commonName: 'client', use: 'client', now: now() })

export const secret = (name: string): ObjectReference => ({
  group: '',
  kind: 'Secret',
  namespace: 'infra',
  name,
})
export const configMap = (name: string): ObjectReference => ({
  group: '',
  kind: 'ConfigMap',
  namespace: 'infra',
  name,
})

/** A rule that sends everything to these backends, each with its weight. */
export const rule = (...backends: readonly (string | readonly [string, number])[]): RoutingRule => ({
  route: 'TCPRoute/infra/r',
  index: 0,
  filters: [],
  backends: backends.map((each) => {
    const [backend, weight] = typeof each === 'string' ? [each, 1] : each
    return { backend, weight, filters: [] }
  }),
})

/** A backend with these ports of these addresses. */
export const backend = (
  endpoints: readonly { readonly address: string; readonly port: number }[],
  more: Partial<RoutingBackend> = {},
): RoutingBackend => ({
  service: { namespace: 'infra', name: 'svc' },
  port: 80,
  portName: '',
  transport: 'TCP',
  endpoints,
  ...more,
})

/** A listener that leads to the rule `r`. */
export const listener = (given: Partial<RoutingListener> = {}): RoutingListener => ({
  name: 'web',
  port: 80,
  protocol: 'TCP',
  entries: [{ hostname: '', rule: 'r' }],
  ...given,
})

/** A site of one Gateway, `infra/edge` unless said otherwise. */
export function site(given: {
  readonly name?: string
  readonly spec: Partial<RoutingConfigurationSpec>
  readonly place: Partial<Place>
  readonly materials?: Partial<Materials>
}): Site {
  const { name = 'edge', spec, place, materials } = given
  return {
    configuration: {
      apiVersion: 'sitrep.dev/v1alpha1',
      kind: 'RoutingConfiguration',
      metadata: { namespace: 'infra', name },
      spec: {
        version: 'v1',
        generations: { [`Gateway/infra/${name}`]: 1 },
        addresses: [],
        listeners: [],
        rules: {},
        backends: {},
        ...spec,
      },
    },
    materials: { certificates: {}, authorities: {}, ...materials },
    place: {
      addresses: (place.hosts ?? []).map((value) => ({ type: 'IPAddress', value })),
      hosts: [],
      ports: {},
      ...place,
    },
  }
}

/** HTTP as plain as can be: answers with the listener, the name and the protocol that a connection came in by. */
export function plainHttp(): HttpServing & { readonly arrivals: readonly Arrival[] } {
  const arrivals: Arrival[] = []
  const ways = new WeakMap<object, Arrival>()
  const server: HttpServer = createHttpServer((request, response) => {
    const arrival = ways.get(request.socket)
    const port = arrival?.port()
    response.setHeader('x-listeners', port?.listeners.map(({ name }) => name).join(',') ?? '')
    if (arrival?.leaving?.aborted) response.setHeader('connection', 'close')
    response.end(`${arrival?.tls?.listener ?? 'clear'} ${arrival?.tls?.serverName ?? '-'} ${port?.gateway}`)
  })
  return {
    arrivals,
    take(connection, arrival) {
      arrivals.push(arrival)
      ways.set(connection, arrival)
      arrival.leaving?.addEventListener('abort', () => server.closeIdleConnections())
      server.emit('connection', connection)
    },
    async drain() {
      server.closeIdleConnections()
    },
  }
}

/** A data plane for one test, closed when the test ends. */
export function dataPlane(
  context: { readonly after: (run: () => Promise<void>) => void },
  options: Partial<BuiltInOptions> = {},
): DataPlane {
  const plane = createBuiltInDataPlane({
    http: plainHttp(),
    now,
    random: Math.random,
    ...options,
    limits: { drainMs: 100, ...options.limits },
  })
  context.after(() => plane.close())
  return plane
}

/** A server for one test that greets with its name and echoes what it is sent, then ends as its client does. */
export async function echoServer(
  context: { readonly after: (run: () => void) => void },
  name: string,
  host = '127.0.0.1',
): Promise<{
  readonly address: string
  readonly port: number
  readonly seen: Set<Socket>
  readonly server: Server
}> {
  const seen = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    seen.add(socket)
    socket.on('error', () => {})
    socket.write(`${name}\n`)
    socket.pipe(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  context.after(() => {
    server.close()
    for (const socket of seen) socket.destroy()
  })
  return { address: host, port: portOf(server), seen, server }
}

/** The port that a server has got. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port')
  return address.port
}

/** A port of an address that nobody has now. */
export async function freePort(host: string): Promise<number> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until a connection is over, whether it ended or was broken. */
export function over(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('error', () => {})
  socket.once('close', () => resolve())
  if (socket.closed) resolve()
  return promise
}

/** Opens a connection, sends a text and the end, and gives all that comes back; `reset` where the connection is refused or broken. */
export async function talk(host: string, port: number, sent = ''): Promise<string> {
  const socket = connect({ host, port, allowHalfOpen: true })
  return heard(socket, () => socket.end(sent))
}

/** The same by TLS, with what is to be agreed on. */
export async function talkByTls({
  sent = '',
  ...place
}: ConnectionOptions & { readonly sent?: string }): Promise<string> {
  const halfOpen = { allowHalfOpen: true }
  const socket: TLSSocket = connectByTls({ ca: authority.certificate, ...halfOpen, ...place })
  return heard(socket, () => socket.end(sent))
}

async function heard(socket: Socket, begin: () => void): Promise<string> {
  let text = ''
  socket.on('data', (piece) => {
    text += String(piece)
  })
  begin()
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('error', () => resolve(`${text}reset`))
  socket.once('close', () => resolve(text))
  return promise
}
