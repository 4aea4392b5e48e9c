import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasBearerToken, loopbackHosts } from '@sitrep/controller'
import type { DataPlaneReport } from '@sitrep/gateway-api'
import { formatReports, type ReplicaReports } from './reports.ts'

/** What a replica shows about itself. */
export interface ReplicaServerOptions {
  readonly host: string
  readonly port: number
  /** Asked of everybody, but for whether it is ready; needed where the host is not loopback. */
  readonly token?: string
  readonly reports: ReportBoard
  readonly ready: () => boolean
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>
}

/** A replica's own reports, and who waits for others. */
export class ReportBoard {
  #said: ReplicaReports = { revision: 0, reports: new Map() }
  readonly #waiting: Set<() => void> = new Set()

  /** Revisions begin anew with every process: a start that two have in common would be taken for nothing new. */
  constructor(start: number) {
    this.#said = { ...this.#said, revision: start }
  }

  get said(): ReplicaReports {
    return this.#said
  }

  /** Says it in place of what was said about the Gateway before; nothing: there is nothing more to say. */
  tell(gateway: string, report: DataPlaneReport | undefined): void {
    const reports = new Map(this.#said.reports)
    if (report === undefined) reports.delete(gateway)
    else reports.set(gateway, report)
    this.#said = { revision: this.#said.revision + 1, reports }
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  /** Calls back when something is said, or after this time. What it returns takes that back. */
  wait(waitMs: number, wake: () => void): () => void {
    const timer = setTimeout(once, waitMs)
    const cancel = (): void => {
      clearTimeout(timer)
      this.#waiting.delete(once)
    }
    function once(): void {
      cancel()
      wake()
    }
    this.#waiting.add(once)
    return cancel
  }
}

/** A replica's door for those who look after it. */
export interface ReplicaServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const longestWaitMs = 30_000

/** Serves `/healthz`, `/readyz`, `/metrics` and `/reports`. Refuses to open itself to the network without a token. */
export async function serveReplica(options: ReplicaServerOptions): Promise<ReplicaServer> {
  const { host, port, token } = options
  if (token === undefined && !loopbackHosts.has(host) && !host.startsWith('127.'))
    throw new TypeError(`Reports are not served on ${host} without a token`)
  const server = createServer((request, response) => {
    // The one place where errors of a request end: whatever it was, the next one is answered.
    answer(request, response, options).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(400, plain).end('This cannot be answered\n')
    })
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReplicaServerOptions,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://replica')
  const say = (status: number, text: string): void => {
    response.writeHead(status, plain).end(request.method === 'HEAD' ? undefined : text)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Only GET is answered\n')
  if (url.pathname === '/healthz') return say(200, 'ok\n')
  if (url.pathname === '/readyz')
    return options.ready() ? say(200, 'ok\n') : say(503, 'Not everything is in force yet\n')
  if (options.token !== undefined && !hasBearerToken(request.headers.authorization, options.token))
    return say(401, 'A bearer token is needed\n')
  if (url.pathname === '/metrics') {
    const { text, contentType } = await options.metrics()
    response.writeHead(200, { ...plain, 'content-type': contentType }).end(text)
    return
  }
  if (url.pathname === '/reports') return tellReports(url, response, options.reports)
  say(404, 'There is /healthz, /readyz, /metrics and /reports\n')
}

// Whoever knows the present revision waits for another one, but not for ever: an answer says that somebody is there.
function tellReports({ searchParams }: URL, response: ServerResponse, reports: ReportBoard): void {
  const tell = (): void => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(formatReports(reports.said))
  }
  if (searchParams.get('after') !== String(reports.said.revision)) {
    tell()
    return
  }
  const waitMs = Math.min(Number(searchParams.get('wait')) || 0, longestWaitMs)
  const cancel = reports.wait(Math.max(0, waitMs), tell)
  response.once('close', cancel)
}
