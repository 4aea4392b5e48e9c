import { authenticate } from '../auth/authenticate.ts'
import { impersonate } from '../auth/impersonate.ts'
import type { Edge } from '../cluster/cluster.ts'
import type { ServedCluster } from '../cluster/served-cluster.ts'
import { ApiError, internalError, tooManyRequests } from '../errors/api-error.ts'
import { type ApiRequest, type ApiResponse, isStream } from '../request/api-request.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import { finishBody } from './finish-body.ts'
import { jsonResponse, textResponse } from './respond.ts'
import { route } from './router.ts'

/** What answering a request needs besides the request. */
export interface Answering {
  readonly clusters: ReadonlyMap<string, ServedCluster>
  readonly edge: Pick<Edge, 'randomUuid'>
  /** Told of mistakes of ours that a client met with. */
  readonly report: (error: unknown, where: string) => void
}

/** As many requests may be under way at once; watches do not count. */
const limits = { reading: 400, writing: 200 } as const

/** Answers requests to all clusters. The answer never rejects: what goes wrong is told in it. */
export function createAnswer(answering: Answering): (request: ApiRequest) => Promise<ApiResponse> {
  const underway = { reading: 0, writing: 0 }
  return async (request) => {
    const kind = reads(request) ? 'reading' : 'writing'
    if (underway[kind] >= limits[kind])
      return failure(tooManyRequests('Too many requests, please try again later.', 1))
    underway[kind]++
    try {
      return await answerRequest(request, answering)
    } finally {
      underway[kind]--
    }
  }
}

async function answerRequest(
  request: ApiRequest,
  { clusters, edge, report }: Answering,
): Promise<ApiResponse> {
  const warnings: string[] = []
  const warn = (text: string): void => {
    warnings.push(text)
  }
  const where = `${request.method} ${request.path}`
  const response = await settle(
    () => dispatch(request, { clusters, warn }),
    (error) => report(error, where),
  )
  const whole = withCommonHeaders(response, edge, warnings)
  return isStream(response.body) ? whole : finishBody(request, whole)
}

/** What every answer carries. */
export function withCommonHeaders(
  response: ApiResponse,
  edge: Pick<Edge, 'randomUuid'>,
  warnings: readonly string[] = [],
): ApiResponse {
  const headers = {
    'Audit-Id': edge.randomUuid(),
    'Cache-Control': 'no-cache, private',
    ...response.headers,
    ...(warnings.length > 0 && { Warning: [...new Set(warnings)].map(warningHeader) }),
  }
  return { ...response, headers }
}

interface Dispatching {
  readonly clusters: ReadonlyMap<string, ServedCluster>
  readonly warn: (text: string) => void
}

function dispatch(request: ApiRequest, { clusters, warn }: Dispatching): ApiResponse | Promise<ApiResponse> {
  const { name, path } = splitCluster(request.path)
  const served = clusters.get(name)
  if (served === undefined) return textResponse(404, '404 page not found\n')
  const { access } = served
  const known = authenticate(request, access.readToken, access.serviceAccounts.audience)
  const user = impersonate(request, known, access.authorize)
  const routed = { served, request: path === request.path ? request : { ...request, path }, user, warn }
  return reads(request) ? route(routed) : answerWrite(served.cluster.store, () => route(routed))
}

/** A refusal may rest on writes that are still on their way to the disk: whoever is told of them must find them there. */
async function answerWrite(
  store: Store,
  answer: () => ApiResponse | Promise<ApiResponse>,
): Promise<ApiResponse> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ApiError) await store.settled()
    throw error
  }
}

function reads({ method }: ApiRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The one place where errors become answers. */
async function settle(
  answer: () => ApiResponse | Promise<ApiResponse>,
  report: (error: unknown) => void,
): Promise<ApiResponse> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ApiError) return failure(error)
    report(error)
    return failure(internalError(error instanceof StoreError ? error.message : 'the server made a mistake'))
  }
}

export function failure(error: ApiError): ApiResponse {
  const response = jsonResponse(error.code, error.toStatus())
  return { ...response, headers: { ...response.headers, ...error.headers } }
}

/** `/clusters/<namespace>/<name>/…` is another cluster's API; everything else belongs to the one at the root. */
function splitCluster(path: string): { readonly name: string; readonly path: string } {
  if (!path.startsWith('/clusters/')) return { name: '', path }
  const [, , namespace = '', name = '', ...rest] = path.split('/')
  return { name: `${namespace}/${name}`, path: `/${rest.join('/')}` }
}

function warningHeader(text: string): string {
  const quoted = text.replace(/[\\"]/g, (character) => `\\${character}`).replace(/\p{Cc}/gu, ' ')
  return `299 - "${asHeader(quoted)}"`
}

/** Header values travel as bytes; Node takes one character for each. */
function asHeader(text: string): string {
  return Buffer.from(text).toString('latin1')
}
