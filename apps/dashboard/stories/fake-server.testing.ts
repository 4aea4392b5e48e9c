import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { FleetRow } from '../src/answers.ts'
import { readPage } from '../src/index.ts'
import {
  broken,
  objectAnswer,
  rulesAnswer,
  smallFleet,
  timelineAnswer,
  transitions,
} from './canned.testing.ts'

/** What the page may load and run, as the real server says it. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** How the server is now; a test changes it while the page is open. */
export interface FakeState {
  rows: readonly FleetRow[]
  unseen: readonly string[]
  /** Nothing goes on: everything stands at this instant. */
  at?: string
  /** Every answer has this status instead, with this sentence. */
  refuse?: { readonly status: number; readonly error: string }
  /** Only who sends it is answered. */
  token?: string
  /** No answer comes while this is set. */
  silent?: boolean
}

/** A server that speaks the contract with canned answers. */
export interface FakeServer {
  readonly url: string
  readonly state: FakeState
  /** What `Last-Event-ID` the page sent, connection by connection. */
  readonly resumedAfter: readonly string[]
  readonly asked: readonly string[]
  /** Tells all who listen; the id grows by one. */
  readonly tell: (name: string, value: unknown) => void
  /** Ends all streams, as a restart does. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

/** Starts one on loopback. */
export async function startFakeServer(given: Partial<FakeState> = {}): Promise<FakeServer> {
  const files = readPage()
  const state: FakeState = { rows: smallFleet, unseen: [], ...given }
  const resumedAfter: string[] = []
  const asked: string[] = []
  const listeners = new Set<ServerResponse>()
  let last = 100

  const json = (response: ServerResponse, value: unknown, status = 200): void => {
    const body = gzipSync(JSON.stringify(value))
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(body)
  }
  const refusal = (request: IncomingMessage): FakeState['refuse'] =>
    state.token !== undefined && request.headers.authorization !== `Bearer ${state.token}`
      ? { status: 401, error: 'A token is wanted' }
      : state.refuse
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake.invalid')
    const file = files.get(pathname === '/' ? 'index.html' : pathname.slice(1))
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': file.type, 'content-security-policy': policy })
      response.end(file.body)
      return
    }
    asked.push(request.url ?? '')
    if (state.silent === true) return
    const refused = refusal(request)
    if (refused !== undefined) {
      json(response, { error: refused.error }, refused.status)
      return
    }
    if (pathname === '/api/v1/dashboard/changes') {
      resumedAfter.push(String(request.headers['last-event-id']))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n')
      listeners.add(response)
      request.on('close', () => listeners.delete(response))
      return
    }
    const found = answers[pathname]?.(searchParams)
    if (found === undefined) json(response, { error: 'There is no such object' }, 404)
    else json(response, found)
  }
  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/api/v1/fleet': () => ({
      upTo: last,
      rows: state.rows,
      unseen: state.unseen,
      ...(state.at === undefined ? {} : { at: state.at }),
    }),
    '/api/v1/object': (query) => {
      const row = state.rows.find(
        ({ ref }) => ref.name === query.get('name') && ref.kind === query.get('kind'),
      )
      return row === undefined ? undefined : objectAnswer(row)
    },
    '/api/v1/timeline': () => timelineAnswer,
    '/api/v1/transitions': (query) => ({ upTo: last, items: query.has('before') ? [] : transitions }),
    '/api/v1/rules': (query) => rulesAnswer(query.has('name')),
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    state,
    resumedAfter,
    asked,
    tell(name, value) {
      last++
      for (const listener of listeners)
        listener.write(`event: ${name}\nid: ${last}\ndata: ${JSON.stringify(value)}\n\n`)
    },
    drop: () => {
      for (const listener of listeners) listener.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The broken cluster, healed. */
export const healed: FleetRow = {
  ...broken,
  word: 'Available',
  weight: 'fine',
  sentence: 'Everything is as it should be',
}
