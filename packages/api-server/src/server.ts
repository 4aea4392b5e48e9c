import { randomInt, randomUUID } from 'node:crypto'
import { createAuthenticator, type StaticToken } from './auth/authenticate.ts'
import { builtinResources } from './builtin/builtin-resources.ts'
import type { Edge } from './cluster/cluster.ts'
import { openCluster } from './cluster/open-cluster.ts'
import type { ServedCluster } from './cluster/served-cluster.ts'
import { withDefinitionRules } from './crd/serving/definition-rules.ts'
import { ApiError, tooLarge } from './errors/api-error.ts'
import { jsonResponse, textResponse } from './handlers/respond.ts'
import { route } from './handlers/router.ts'
import { fetchHandler } from './listener/fetch-handler.ts'
import { type Listening, type ListenOptions, listen } from './listener/http-listener.ts'
import type { ApiRequest, ApiResponse } from './request/api-request.ts'
import type { Resource } from './resources/resource.ts'
import { openMemoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'

export interface ApiServerOptions {
  /** Absent: in memory. Closed together with the server. */
  readonly store?: Store
  /** `<namespace>/<name>` of clusters to serve besides the one at the root. */
  readonly clusters?: readonly string[]
  readonly tokens?: readonly StaticToken[]
  readonly now?: () => number
}

/** A Kubernetes API server. Answers requests with or without a socket. */
export interface ApiServer {
  /** Answers one request. Never rejects: what goes wrong is told in the answer. */
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>
  /** The same for the platform's own Request and Response. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly listen: (options?: ListenOptions) => Promise<Listening>
  readonly close: () => Promise<void>
}

const maxBodyBytes = 3 * 1024 * 1024

export async function createApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const now = options.now ?? Date.now
  const edge: Edge = { now, randomUuid: () => randomUUID(), randomInt: (limit) => randomInt(limit) }
  const store = options.store ?? openMemoryStore({ now })
  const builtin = servedResources()
  const clusters = new Map<string, ServedCluster>()
  for (const name of new Set(['', ...(options.clusters ?? []), ...store.clusters()])) {
    clusters.set(
      name,
      await openCluster({
        name,
        store,
        builtin,
        edge,
        authorize: () => undefined,
        report: (error, where) => console.error(where, error),
      }),
    )
  }
  const authenticate = createAuthenticator({ tokens: options.tokens ?? [] })
  const answer = (request: ApiRequest): Promise<ApiResponse> =>
    answerRequest(request, { clusters, authenticate, edge })
  const listeners = new Set<Listening>()
  return {
    answer,
    fetch: fetchHandler(answer),
    listen: async (listening = {}) => {
      const refuseBody = (): ApiResponse => failure(tooLarge(`limit is ${maxBodyBytes}`))
      const open = await listen({ answer, refuseBody, maxBodyBytes }, listening)
      listeners.add(open)
      return open
    },
    close: async () => {
      for (const served of clusters.values()) await served.close()
      await Promise.all([...listeners].map((open) => open.close()))
      await store.close()
    },
  }
}

/** The built-in resources with the rules that need the server around them. */
function servedResources(): readonly Resource[] {
  return builtinResources().map((resource) =>
    resource.plural === 'customresourcedefinitions' ? withDefinitionRules(resource) : resource,
  )
}

interface Answering {
  readonly clusters: ReadonlyMap<string, ServedCluster>
  readonly authenticate: ReturnType<typeof createAuthenticator>
  readonly edge: Edge
}

async function answerRequest(
  request: ApiRequest,
  { clusters, authenticate, edge }: Answering,
): Promise<ApiResponse> {
  const warnings: string[] = []
  const response = await settle(async () => {
    const { name, path } = splitCluster(request.path)
    const user = authenticate(request)
    const served = clusters.get(name)
    if (served === undefined) return textResponse(404, '404 page not found\n')
    return route({
      served,
      request: path === request.path ? request : { ...request, path },
      user,
      warn: (text) => warnings.push(text),
    })
  })
  return withCommonHeaders(response, { warnings, auditId: edge.randomUuid() })
}

/** The one place where errors become answers. */
async function settle(answer: () => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ApiError) return failure(error)
    console.error(error)
    return failure(new ApiError({ code: 500, reason: 'InternalError', message: 'Internal error occurred' }))
  }
}

function failure(error: ApiError): ApiResponse {
  const response = jsonResponse(error.code, error.toStatus())
  return { ...response, headers: { ...response.headers, ...error.headers } }
}

function splitCluster(path: string): { readonly name: string; readonly path: string } {
  if (!path.startsWith('/clusters/')) return { name: '', path }
  const [, , namespace = '', name = '', ...rest] = path.split('/')
  return { name: `${namespace}/${name}`, path: `/${rest.join('/')}` }
}

function withCommonHeaders(
  response: ApiResponse,
  { warnings, auditId }: { readonly warnings: readonly string[]; readonly auditId: string },
): ApiResponse {
  const { headers } = response
  return {
    ...response,
    headers: {
      'Audit-Id': auditId,
      'Cache-Control': 'no-cache, private',
      ...headers,
      ...(warnings.length > 0 && { Warning: [...new Set(warnings)].map(warningHeader) }),
    },
  }
}

function warningHeader(text: string): string {
  const quoted = text.replace(/[\\"]/g, (character) => `\\${character}`).replace(/\p{Cc}/gu, ' ')
  return `299 - "${quoted}"`
}
