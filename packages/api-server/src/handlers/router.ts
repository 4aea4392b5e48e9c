import { type AccessRequest, assertAllowed, type ResourceAccess, resourceAccess } from '../auth/access.ts'
import { mastersGroup, type User } from '../auth/user.ts'
import { pathSegment } from '../builtin/validation/name-rules.ts'
import type { ServedCluster } from '../cluster/served-cluster.ts'
import { type ApiError, methodNotAllowed, resourceNotFound } from '../errors/api-error.ts'
import type { OpenStreams } from '../fairness/open-streams.ts'
import type { Seats } from '../fairness/seats.ts'
import type { TextThread } from '../json/text-thread.ts'
import { onDemand } from '../on-demand.ts'
import type { ApiRequest, ApiResponse, ArrivingRequest } from '../request/api-request.ts'
import { negotiate } from '../request/negotiation.ts'
import { booleanParameter, parseQuery } from '../request/query.ts'
import { type ReadingAhead, readAhead, shortBytes } from '../request/read-ahead.ts'
import { type EndpointTarget, parseTarget, type ResourceTarget } from '../request/request-target.ts'
import { parseFieldSelector, requiredValue } from '../request/selectors/field-selector.ts'
import { SelectorSyntaxError } from '../request/selectors/selector-error.ts'
import type { ResourceVerb } from '../resources/resource.ts'
import type { VersionView } from '../resources/version-view.ts'
import { backupResponse } from './backup.ts'
import { healthResponse, issuerResponse, versionResponse } from './endpoints.ts'
import { fitsScope, resourceHandlers, verbOf } from './resource-routes.ts'
import { textResponse } from './respond.ts'
import { answerReview } from './reviews/reviews.ts'
import type { Handler } from './scope.ts'
import type * as subresourceRoutes from './subresources/routes.ts'

const subresources: () => typeof subresourceRoutes = onDemand(import.meta.url, './subresources/routes')

/** One request to one cluster, by somebody known. Its body has not been read. */
export interface RoutedRequest {
  readonly served: ServedCluster
  readonly request: ArrivingRequest
  readonly seats: Seats
  readonly streams: OpenStreams
  readonly texts: TextThread
  readonly user: User
  readonly warn: (text: string) => void
}

/** Answers a request whose path begins at the root of a cluster's API. */
export function route(routed: RoutedRequest): ApiResponse | Promise<ApiResponse> {
  const target = parseTarget(routed.request.path)
  return target.kind === 'resource' ? routeResource(routed, target) : routeEndpoint(routed, target)
}

function routeResource(routed: RoutedRequest, target: ResourceTarget): ApiResponse | Promise<ApiResponse> {
  const { served, request, user, warn } = routed
  const { cluster, admission, access } = served
  const query = parseQuery(request.query)
  const asked = askedVerb(request, target, query)
  // Before anything else: who may not ask is not told what there is.
  assertAllowed(access.authorize, accessOf(resourceAccess(user, asked, target), target, query))
  const view = cluster.registry.find(target.group, target.version, target.plural)
  if (view === undefined) return unknownResource(cluster, target)
  const verb = verbOf(request, target, asked === 'watch')
  if (!fitsScope(view, target, verb)) return outOfScope(view, target)
  if (view.version.deprecationWarning !== undefined) warn(view.version.deprecationWarning)
  const representation = negotiate(request.headers['accept'], {
    watching: verb === 'watch',
    origin: view.resource.origin,
  })
  const handler = handlerFor({ cluster, view, target, verb })
  const flow = `${cluster.name}\n${user.name}`
  const run = (whole: ApiRequest): ApiResponse | Promise<ApiResponse> =>
    handler({
      cluster,
      admission,
      access,
      request: whole,
      query,
      target,
      view,
      user,
      representation,
      warn,
    })
  if (request.method === 'GET') return seated(routed, flow, () => run({ ...request, body: noBody }))
  const repeated = verb !== 'patch' && view.resource.origin === 'builtin' ? 'merge' : 'last'
  return readWhole(routed, { flow, repeated }).then((whole) => seated(routed, flow, () => run(whole)))
}

/** Only now: a body of somebody who may not send it, or to nowhere, is never held. */
async function readWhole(
  { request, texts }: RoutedRequest,
  reading: Omit<ReadingAhead, 'texts'>,
): Promise<ApiRequest> {
  const whole = { ...request, body: await request.takeBody(reading.flow) }
  return whole.body.length > shortBytes ? readAhead(whole, { ...reading, texts }) : whole
}

const noBody = Buffer.alloc(0)

/** Administrators do not queue: they are who ends it when others flood the server. */
function seated(
  { seats, streams, user, request }: RoutedRequest,
  flow: string,
  work: () => ApiResponse | Promise<ApiResponse>,
): ApiResponse | Promise<ApiResponse> {
  if (user.groups.includes(mastersGroup)) return work()
  return seats.run(flow, async () => streams.counted({ flow, query: request.query }, await work()))
}

interface Asked {
  readonly view: VersionView
  readonly target: ResourceTarget
  readonly verb: ResourceVerb
  readonly cluster: ServedCluster['cluster']
}

function handlerFor({ cluster, view, target, verb }: Asked): Handler {
  if (target.subresource !== '') return subresources().subresourceHandler({ cluster, view, target }, verb)
  if (view.resource.verbs !== undefined && !view.resource.verbs.includes(verb)) throw notOffered(target)
  return view.resource.stored === false && verb === 'create' ? answerReview : resourceHandlers[verb]
}

/** What an authorizer is asked about, whether we offer it or not. */
function askedVerb({ method }: ArrivingRequest, target: ResourceTarget, query: URLSearchParams): string {
  const named = target.name !== ''
  switch (method) {
    case 'GET':
    case 'HEAD': {
      const watching = booleanParameter(query, 'watch') ?? false
      // What has a name is read, whatever the query says: who may watch one may not therefore read it.
      if ((watching && !named) || target.watchPrefix) return 'watch'
      return named ? 'get' : 'list'
    }
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return named ? 'delete' : 'deletecollection'
    default:
      return method.toLowerCase()
  }
}

/** Groups that definitions brought, and those that nobody did, are not ours to speak about. */
function unknownResource({ registry }: ServedCluster['cluster'], { group }: ResourceTarget): ApiResponse {
  if (!registry.isBuiltinGroup(group)) return pageNotFound()
  throw resourceNotFound()
}

/** The collection over all namespaces is there, but nothing can be put into it. Of custom kinds nothing is said. */
function outOfScope({ resource }: VersionView, { name }: ResourceTarget): ApiResponse {
  if (resource.origin === 'custom') return pageNotFound()
  throw resource.scope === 'Namespaced' && name === '' ? methodNotAllowed() : resourceNotFound()
}

/** A review has no objects, so naming one leads nowhere; the collection is there, but not for that. */
function notOffered({ name }: ResourceTarget): ApiError {
  return name === '' ? methodNotAllowed() : resourceNotFound()
}

/** Listing or watching what has one name is the same as naming it; no other verb is narrowed by a selector. */
function accessOf(access: ResourceAccess, target: ResourceTarget, query: URLSearchParams): AccessRequest {
  const selects = (access.verb === 'list' || access.verb === 'watch') && !target.watchPrefix
  return access.name !== '' || !selects ? access : { ...access, name: selectedName(query) }
}

function selectedName(query: URLSearchParams): string {
  try {
    const name = requiredValue(parseFieldSelector(query.get('fieldSelector') ?? ''), 'metadata.name') ?? ''
    return pathSegment(name).length === 0 ? name : ''
  } catch (error) {
    // It is refused later, in its own words, if it comes so far.
    if (error instanceof SelectorSyntaxError) return ''
    throw error
  }
}

function routeEndpoint(
  { served, request, user }: RoutedRequest,
  { segments }: EndpointTarget,
): ApiResponse | Promise<ApiResponse> {
  assertAllowed(served.access.authorize, { user, verb: request.method.toLowerCase(), path: request.path })
  const query = parseQuery(request.query)
  if (segments.includes(''))
    return segments[0] === 'api' || segments[0] === 'apis' ? refuseUnknown() : pageNotFound()
  if (segments[0] === 'openapi') return openApi(served, request, { segments, query })
  return (
    served.discovery.respond(request, segments) ??
    healthResponse(segments, query) ??
    issuerResponse(segments, served.access.serviceAccounts) ??
    ownEndpoint(served, segments) ??
    backupResponse(served, request, segments) ??
    unknownVersion(served, segments) ??
    pageNotFound()
  )
}

// Loaded when somebody asks: a server is ready sooner without it.
async function openApi(
  served: ServedCluster,
  request: ArrivingRequest,
  asked: { readonly segments: readonly string[]; readonly query: URLSearchParams },
): Promise<ApiResponse> {
  const { openApiResponse } = await import('./openapi.ts')
  return openApiResponse(served, request, asked) ?? pageNotFound()
}

function ownEndpoint({ cluster }: ServedCluster, segments: readonly string[]): ApiResponse | undefined {
  if (segments.length === 0) return rootResponse(cluster)
  return segments.length === 1 && segments[0] === 'version' ? versionResponse() : undefined
}

function rootResponse({ registry }: ServedCluster['cluster']): ApiResponse {
  const groups = [...new Set(registry.resources().map(({ group }) => group))].filter((group) => group !== '')
  const apis = groups.flatMap((group) => [
    `/apis/${group}`,
    ...registry.versionsOf(group).map((version) => `/apis/${group}/${version}`),
  ])
  const paths = [
    '/api',
    '/api/v1',
    '/apis',
    ...apis,
    '/healthz',
    '/livez',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
  ]
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from(`${JSON.stringify({ paths })}\n`),
  }
}

/** A group that is there, in a version that is not: clients tell that from the body. */
function unknownVersion({ cluster }: ServedCluster, segments: readonly string[]): ApiResponse | undefined {
  const [root, group, version] = segments
  if (root === 'api' && group !== undefined) return refuseUnknown()
  const builtin = root === 'apis' && cluster.registry.isBuiltinGroup(group ?? '')
  return builtin && version !== undefined ? refuseUnknown() : undefined
}

function refuseUnknown(): never {
  throw resourceNotFound()
}

function pageNotFound(): ApiResponse {
  return textResponse(404, '404 page not found\n')
}
