import assert from 'node:assert/strict'
import type { Json, JsonObject, KubeObject } from './json/json.ts'
import { type ApiRequest, isStream } from './request/api-request.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from './server.ts'

// A net against hanging, wide enough for a machine that has much else to do.
const patienceMs = 60_000

/** A server in memory, an administrator's hands on it, and a clock that stands still until it is moved. */
export interface TestServer {
  readonly server: ApiServer
  readonly call: Call
  /** The same for somebody else's token, or for none. */
  readonly as: (token: string | undefined) => Call
  readonly watch: (path: string, headers?: Record<string, string>) => Promise<TestWatch>
  readonly now: () => number
  readonly advance: (ms: number) => void
  /** What the server had to say about its own mistakes. */
  readonly mistakes: readonly unknown[]
  readonly close: () => Promise<void>
}

export type Call = (
  method: string,
  path: string,
  body?: Json | Buffer,
  headers?: Record<string, string>,
) => Promise<Answer>

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly text: string
  /** The body as an object; throws when it is none. */
  readonly body: KubeObject & { readonly [key: string]: Json }
  readonly warnings: readonly string[]
}

/** An open watch and what has come out of it so far. */
export interface TestWatch {
  readonly status: number
  readonly body: string
  /** Waits until there are as many events in all. */
  readonly events: (count: number) => Promise<readonly WatchedEvent[]>
  /** `TYPE name` of each event. */
  readonly shown: (count: number) => Promise<readonly string[]>
  readonly ended: Promise<void>
  readonly close: () => void
}

export interface WatchedEvent {
  readonly type: string
  readonly object: KubeObject
}

export const adminToken = 'admin-token'
export const mergePatch = { 'content-type': 'application/merge-patch+json' }
export const jsonPatch = { 'content-type': 'application/json-patch+json' }
export const strategicPatch = { 'content-type': 'application/strategic-merge-patch+json' }
export const applyPatch = { 'content-type': 'application/apply-patch+yaml' }

export async function openTestServer(options: ApiServerOptions = {}): Promise<TestServer> {
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const mistakes: unknown[] = []
  const server = await createApiServer({
    now: () => clock,
    report: (error) => void mistakes.push(error),
    ...options,
    tokens: [
      { token: adminToken, user: { name: 'admin', groups: ['system:masters'] } },
      ...(options.tokens ?? []),
    ],
  })
  return {
    server,
    call: callerOf(server, adminToken),
    as: (token) => callerOf(server, token),
    watch: (path, headers) => openWatch(server, path, headers),
    now: () => clock,
    advance: (ms) => {
      clock += ms
    },
    mistakes,
    close: () => server.close(),
  }
}

function callerOf(server: ApiServer, token: string | undefined): Call {
  return async (method, path, body, headers) => {
    const {
      status,
      headers: answered,
      body: bytes,
    } = await server.answer(requestOf({ method, path, body, headers, token }))
    assert.ok(!isStream(bytes), 'a stream came where a document was expected')
    const text = bytes.toString()
    const warnings = [answered['Warning'] ?? []]
      .flat()
      .map((line) => line.replace(/^299 - "(.*)"$/, '$1').replaceAll('\\"', '"'))
    return {
      status,
      headers: answered,
      text,
      get body() {
        return JSON.parse(text) as Answer['body']
      },
      warnings,
    }
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: Json | Buffer | undefined
  readonly headers?: Record<string, string> | undefined
  readonly token: string | undefined
}

function requestOf({ method, path, body, headers, token }: Asked): ApiRequest {
  const [bare = '', query = ''] = path.split('?')
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method,
    path: bare,
    query,
    headers: { 'user-agent': 'tests/1', ...authorization, ...type, ...headers },
    body: bytes,
  }
}

async function openWatch(
  server: ApiServer,
  path: string,
  headers?: Record<string, string>,
): Promise<TestWatch> {
  const { status, body } = await server.answer(requestOf({ method: 'GET', path, headers, token: adminToken }))
  if (!isStream(body)) {
    const none = (): Promise<never> => Promise.reject(new Error(`no watch: ${body.toString()}`))
    return {
      status,
      body: body.toString(),
      events: none,
      shown: none,
      ended: Promise.resolve(),
      close: () => undefined,
    }
  }
  const events: WatchedEvent[] = []
  const waiting = new Set<() => void>()
  const over = Promise.withResolvers<void>()
  const closing: (() => void)[] = []
  const end = (): void => {
    for (const listener of closing.splice(0)) listener()
    over.resolve()
    for (const wake of waiting) wake()
  }
  body.start({
    write: (bytes) => {
      for (const line of bytes.toString().split('\n'))
        if (line !== '') events.push(JSON.parse(line) as WatchedEvent)
      for (const wake of waiting) wake()
    },
    buffered: 0,
    end,
    cut: end,
    onClose: (listener) => void closing.push(listener),
  })
  const until = async (count: number): Promise<readonly WatchedEvent[]> => {
    const deadline = performance.now() + patienceMs
    while (events.length < count) {
      assert.ok(
        performance.now() < deadline,
        `only ${events.length} of ${count} events came: ${JSON.stringify(events)}`,
      )
      await new Promise<void>((resolve) => {
        waiting.add(resolve)
        setTimeout(resolve, 50)
      })
    }
    return events
  }
  const shown = async (count: number): Promise<readonly string[]> =>
    (await until(count)).map(({ type, object }) => `${type} ${nameIn(object)}`)
  return { status, body: '', events: until, shown, ended: over.promise, close: end }
}

function nameIn(object: JsonObject): string {
  const { metadata } = object as { readonly metadata?: { readonly name?: string } }
  return metadata?.name ?? ''
}

/** Looks again and again until something holds: for what the server does by itself. */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, 'what was waited for did not come')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** A definition of `widgets.example.com` with one version that stores anything, and what a test changes about it. */
export function widgetDefinition(
  changes: { readonly spec?: JsonObject; readonly version?: JsonObject } = {},
): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          ...changes.version,
        },
      ],
      ...changes.spec,
    },
  }
}

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const widgetsPath = '/apis/example.com/v1/namespaces/default/widgets'
export const configMapsPath = '/api/v1/namespaces/default/configmaps'

export function widget(name: string, rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, ...rest }
}

export function configMap(name: string, data: JsonObject = {}, metadata: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data }
}
