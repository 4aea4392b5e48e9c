import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in whose answers everything that is text may be hostile. */
export interface HostileServer {
  readonly url: string
  /** The text that stands everywhere from now on, and the kind of answers. */
  readonly says: (text: string, answers: 'errors' | 'objects') => void
  readonly close: () => Promise<void>
}

/** Serves widgets of example.com, or refuses them, in words of the test. */
export async function openHostileServer(): Promise<HostileServer> {
  let [text, answers]: [string, 'errors' | 'objects'] = ['', 'objects']
  const server: Server = createServer(({ url = '' }, response) => {
    const { code, body } = answer(url, text, answers)
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says: (next, kind) => {
      text = next
      answers = kind
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Answered {
  readonly code: number
  readonly body: unknown
}

const groupVersion = { groupVersion: 'example.com/v1', version: 'v1' }

function answer(url: string, text: string, answers: 'errors' | 'objects'): Answered {
  const { pathname } = new URL(url, 'http://127.0.0.1')
  if (pathname === '/api') return { code: 200, body: { kind: 'APIVersions', versions: ['v1'] } }
  if (pathname === '/apis')
    return {
      code: 200,
      body: {
        kind: 'APIGroupList',
        groups: [{ name: 'example.com', versions: [groupVersion], preferredVersion: groupVersion }],
      },
    }
  if (pathname === '/apis/example.com/v1') return { code: 200, body: resources(text) }
  if (answers === 'errors') return { code: 403, body: refusal(text) }
  if (/widgets(\/|$)/.test(pathname)) return { code: 200, body: table(text) }
  return { code: 404, body: refusal(text) }
}

const resources = (text: string): unknown => ({
  kind: 'APIResourceList',
  groupVersion: 'example.com/v1',
  resources: [
    {
      name: 'widgets',
      singularName: 'widget',
      kind: 'Widget',
      namespaced: true,
      verbs: ['get', 'list', 'watch', text],
      shortNames: [text],
      categories: [text, 'all'],
    },
  ],
})

const refusal = (text: string): unknown => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'Forbidden',
  message: `no: ${text}`,
  code: 403,
})

const widget = (text: string): unknown => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: `w-${text}`,
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    labels: { [text]: text },
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  status: { conditions: [{ type: `T${text}`, status: 'False', reason: text, message: text }] },
})

const table = (text: string): unknown => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { resourceVersion: '1' },
  columnDefinitions: [
    { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 },
    { name: `Column ${text}`, type: 'string', format: '', description: text, priority: 0 },
  ],
  rows: [{ cells: [`w-${text}`, `cell ${text}`], object: widget(text) }],
})
