import { authenticate } from '../auth/authenticate.ts'
import { impersonate } from '../auth/impersonate.ts'
import { anonymousUser } from '../auth/user.ts'
import type { Edge } from '../cluster/cluster.ts'
import type { ServedCluster } from '../cluster/served-cluster.ts'
import { ApiError, internalError } from '../errors/api-error.ts'
import type { OpenStreams } from '../fairness/open-streams.ts'
import type { Seats } from '../fairness/seats.ts'
import type { TextThread } from '../json/text-thread.ts'
import { type ApiResponse, type ArrivingRequest, isStream } from '../request/api-request.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import { finishBody } from './finish-body.ts'
import { jsonResponse, textResponse } from './respond.ts'
import { route } from './router.ts'

/** What answering a request needs besides the request. */
export interface Answering {
  readonly clusters: ReadonlyMap<string, ServedCluster>
  readonly edge: Pick<Edge, 'randomUuid'>
  readonly seats: Seats
  readonly streams: OpenStreams
  readonly texts: TextThread
  /** Told of mistakes of ours that a client met with. */
  readonly report: (error: unknown, where: string) => void
}

/** Answers requests to all clusters. The answer never rejects: what goes wrong is told in it. */
export function createAnswer(answering: Answering): (request: ArrivingRequest) => Promise<ApiResponse> {
  const { edge, texts, report } = answering
  return async (request) => {
    const warnings: string[] = []
    const warn = (text: string): void => {
      warnings.push(text)
    }
    try {
      const response = withCommonHeaders(await dispatch(answering, request, warn), edge, warnings)
      return isStream(response.body) ? response : await finishBody(request, response, texts)
    } catch (error) {
      const refusal = refusalFor(error, (mistake) => report(mistake, `${request.method} ${request.path}`))
      return shapedFailure(request, withCommonHeaders(failure(refusal), edge, warnings), texts)
    }
  }
}

/** The one place where errors become answers. */
function refusalFor(error: unknown, report: (mistake: unknown) => void): ApiError {
  if (error instanceof ApiError) return error
  report(error)
  return internalError(error instanceof StoreError ? error.message : 'the server made a mistake')
}

/** A refusal in the form that the client reads best, or as it is: nothing comes after it that could tell of a mistake. */
async function shapedFailure(
  request: ArrivingRequest,
  response: ApiResponse,
  texts: TextThread,
): Promise<ApiResponse> {
  try {
    return await finishBody(request, response, texts)
  } catch {
    return response
  }
}

/** What every answer carries. */
function withCommonHeaders(
  response: ApiResponse,
  edge: Pick<Edge, 'randomUuid'>,
  warnings: readonly string[] = [],
): ApiResponse {
  const headers = {
    'Audit-Id': edge.randomUuid(),
    'Cache-Control': 'no-cache, private',
    ...response.headers,
    ...(warnings.length > 0 && { Warning: capped(new Set(warnings)).map(warningHeader) }),
  }
  return { ...response, headers }
}

function dispatch(
  { clusters, seats, streams, texts }: Answering,
  request: ArrivingRequest,
  warn: (text: string) => void,
): ApiResponse | Promise<ApiResponse> {
  const { name, path } = splitCluster(request.path)
  const served = clusters.get(name)
  if (served === undefined) return textResponse(404, '404 page not found\n')
  const { access } = served
  const known = authenticate(request, access.readToken, access.serviceAccounts.audience)
  if (known !== anonymousUser) request.recognized?.()
  const user = impersonate(request, known, access.authorize)
  const routed = {
    seats,
    streams,
    texts,
    served,
    request: path === request.path ? request : { ...request, path },
    user,
    warn,
  }
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

function reads({ method }: ArrivingRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function failure(error: ApiError): ApiResponse {
  const response = jsonResponse(error.code, error.toStatus())
  return { ...response, headers: { ...response.headers, ...error.headers } }
}

/** `/clusters/<namespace>/<name>/…` is another cluster's API; everything else belongs to the one at the root. */
function splitCluster(path: string): { readonly name: string; readonly path: string } {
  if (!path.startsWith('/clusters/')) return { name: '', path }
  const [, , namespace = '', name = '', ...rest] = path.split('/')
  return { name: `${namespace}/${name}`, path: `/${rest.join('/')}` }
}

/** As kube-apiserver does: as soon as all of them are long together, each is cut, and at last no more are sent. */
const warningLimits = { each: 256, together: 4096 } as const

function capped(warnings: ReadonlySet<string>): readonly string[] {
  const lengths = [...warnings].reduce((sum, { length }) => sum + length, 0)
  if (lengths <= warningLimits.together) return [...warnings]
  const kept: string[] = []
  let left: number = warningLimits.together
  for (const warning of warnings) {
    const cut = warning.slice(0, warningLimits.each)
    left -= cut.length
    if (left < 0) break
    kept.push(cut)
  }
  return kept
}

function warningHeader(text: string): string {
  const quoted = text.replace(/[\\"]/g, (character) => `\\${character}`).replace(/\p{Cc}/gu, ' ')
  return `299 - "${asHeader(quoted)}"`
}

/** Header values travel as bytes; Node takes one character for each. */
function asHeader(text: string): string {
  return Buffer.from(text).toString('latin1')
}
