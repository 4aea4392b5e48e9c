import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type { RoutingFilter, RoutingListener, RoutingRule } from '@sitrep/gateway-api'
import type { Upstream, Upstreams } from '../backends/types.ts'
import { type Limits, usualLimits } from '../limits.ts'
import type { FinishedRequest } from './observer.ts'
import { createHttpServing } from './serving.ts'
import type { Arrival, HttpServing, PortConfiguration } from './types.ts'

/** A listener that sends everything to one rule. */
export const listener = (given: Partial<RoutingListener> = {}): RoutingListener => ({
  name: 'http',
  port: 80,
  protocol: 'HTTP',
  entries: [
    {
      hostname: '',
      match: { path: { type: 'PathPrefix', value: '/' }, headers: [], queryParams: [] },
      rule: 'rule',
    },
  ],
  ...given,
})

/** A rule that sends everything to the backend `backend`. */
export const rule = (given: Partial<RoutingRule> = {}): RoutingRule => ({
  route: 'HTTPRoute/shop/cart',
  index: 0,
  filters: [],
  backends: [{ weight: 1, backend: 'backend', filters: [] }],
  ...given,
})

/** A filter with its settings. */
export const filter = (
  type: string,
  settings: RoutingFilter['settings'],
  mirror?: string,
): RoutingFilter => ({
  type,
  settings,
  ...(mirror !== undefined && { mirror }),
})

/** A port with one listener and one rule. */
export const portConfiguration = (given: Partial<PortConfiguration> = {}): PortConfiguration => ({
  gateway: 'infra/edge',
  port: 80,
  listeners: [listener()],
  rules: { rule: rule() },
  backends: {},
  upstreams: upstreamsOf({}),
  ...given,
})

/** Endpoints that are asked in the order of their list. */
export const upstreamsOf = (endpoints: Readonly<Record<string, readonly Upstream[]>>): Upstreams => ({
  pick: (backend, tried) => (endpoints[backend] ?? []).find(({ key }) => !tried?.has(key)),
})

/** What one endpoint was reported as. */
export interface ReportedUpstream extends Upstream {
  readonly reported: string[]
}

/** An endpoint on loopback. */
export function upstreamAt(port: number, given: Partial<Upstream> = {}): ReportedUpstream {
  const reported: string[] = []
  return {
    key: `127.0.0.1:${port}`,
    address: '127.0.0.1',
    port,
    succeeded: () => void reported.push('succeeded'),
    failed: () => void reported.push('failed'),
    ...given,
    reported,
  }
}

/** Whatever a test opens; closed in the opposite order. */
export interface Closing {
  readonly after: (close: () => unknown) => void
}

/** Listens on a port of loopback that is free. */
export async function listening(server: net.Server, test: Closing): Promise<number> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  test.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A backend in HTTP/1.1. */
export const openBackend = async (test: Closing, answer: http.RequestListener): Promise<ReportedUpstream> =>
  upstreamAt(await listening(http.createServer(answer), test))

/** A proxy on loopback, with all that it told. */
export interface TestProxy {
  readonly port: number
  readonly serving: HttpServing
  readonly finished: FinishedRequest[]
  /** Resolves with the next request that is over. */
  readonly nextFinished: () => Promise<FinishedRequest>
}

/** How a test wants its proxy. */
export interface TestProxyOptions {
  readonly limits?: Partial<Limits>
  readonly random?: () => number
  readonly tls?: Arrival['tls']
}

/** Opens a proxy that does what a configuration says. */
export async function openProxy(
  test: Closing,
  configuration: PortConfiguration | (() => PortConfiguration),
  { limits, random = () => 0, tls }: TestProxyOptions = {},
): Promise<TestProxy> {
  const finished: FinishedRequest[] = []
  const waiting: ((request: FinishedRequest) => void)[] = []
  const serving = createHttpServing({
    limits: { ...usualLimits, ...limits },
    now: () => performance.now(),
    random,
    observer: (request) => {
      finished.push(request)
      waiting.shift()?.(request)
    },
  })
  const arrival = {
    port: typeof configuration === 'function' ? configuration : () => configuration,
    remoteAddress: '192.0.2.9',
    remotePort: 4321,
    ...(tls !== undefined && { tls }),
  }
  const port = await listening(
    net.createServer((socket) => serving.take(socket, arrival)),
    test,
  )
  test.after(() => serving.drain(0))
  return { port, serving, finished, nextFinished: () => new Promise((resolve) => waiting.push(resolve)) }
}

/** Sends bytes as they are and resolves with all that came back until the connection was closed. */
export function sendRaw(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

/** An answer, read to its end. */
export interface ReadAnswer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly trailers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** Sends a request in HTTP/1.1 on a connection of its own; rejects where the answer does not come whole. */
export function ask(
  port: number,
  options: http.RequestOptions & { readonly body?: string } = {},
): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, agent: false, ...options }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          rawHeaders: answer.rawHeaders,
          trailers: answer.trailers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(options.body)
  })
}
