import { createHash } from 'node:crypto'
import type { ServedCluster } from '../cluster/served-cluster.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { openApiV2, openApiV2Document } from '../openapi/v2.ts'
import { openApiV3Document } from '../openapi/v3-document.ts'
import { openApiV3Hash, openApiV3Index } from '../openapi/v3-index.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'

const yearMs = 365 * 24 * 3600 * 1000
const v2Protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

interface Asked {
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

/** `/openapi/v2` and everything below `/openapi/v3`; `undefined` for anything else. */
export function openApiResponse(
  served: ServedCluster,
  request: ApiRequest,
  asked: Asked,
): ApiResponse | undefined {
  const [root, version, ...rest] = asked.segments
  if (root !== 'openapi') return undefined
  if (version === 'v2' && rest.length === 0) return v2Response(served, request)
  if (version !== 'v3') return undefined
  return rest.length === 0 ? indexResponse(served, request) : documentResponse(served, rest, asked.query)
}

function v2Response({ documents, cluster }: ServedCluster, request: ApiRequest): ApiResponse {
  const resources = cluster.registry.resources()
  const json = (request.headers['accept'] ?? '').split(/[;,]/)[0]?.trim() === 'application/json'
  const body = json
    ? documents.get('openapi v2 json', () => Buffer.from(stringifyJson(openApiV2Document(resources))))
    : documents.get('openapi v2', () => Buffer.from(openApiV2(resources)))
  return cached(request, body, json ? 'application/json' : v2Protobuf)
}

function indexResponse({ documents, cluster, prefix }: ServedCluster, request: ApiRequest): ApiResponse {
  const body = documents.get('openapi v3', () =>
    Buffer.from(stringifyJson(openApiV3Index(cluster.registry.resources(), prefix))),
  )
  // Kubernetes does not say what the index is, and its HTTP library takes it for text.
  const { headers, ...response } = cached(request, body, 'text/plain; charset=utf-8')
  const { Vary: _, ...plain } = headers
  return { ...response, headers: plain }
}

function cached(request: ApiRequest, body: Buffer, type: string): ApiResponse {
  const etag = `"${createHash('sha512').update(body).digest('hex').toUpperCase()}"`
  const headers = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'no-cache, private' }
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status: 200, headers: { ...headers, 'Content-Type': type }, body }
}

function documentResponse(
  served: ServedCluster,
  path: readonly string[],
  query: URLSearchParams,
): ApiResponse {
  const groupVersion = groupVersionOf(path)
  const resources = served.cluster.registry.resources()
  const document = groupVersion === undefined ? undefined : openApiV3Document(groupVersion, resources)
  if (groupVersion === undefined || document === undefined)
    return { status: 404, headers: {}, body: Buffer.alloc(0) }
  const hash = openApiV3Hash(groupVersion, resources)
  const asked = query.get('hash')
  if (asked !== null && asked !== hash) {
    const location = `${served.prefix}/openapi/v3/${path.join('/')}?hash=${hash}`
    return { status: 301, headers: { Location: location }, body: Buffer.alloc(0) }
  }
  const body = served.documents.get(`openapi v3 ${groupVersion} ${hash}`, () =>
    Buffer.from(stringifyJson(document)),
  )
  const forEver = {
    'Cache-Control': 'public, immutable',
    Expires: new Date(served.cluster.edge.now() + yearMs).toUTCString(),
  }
  const headers = {
    'Content-Type': 'application/json',
    ETag: `"${hash}"`,
    Vary: 'Accept',
    ...(asked === hash && forEver),
  }
  return { status: 200, headers, body }
}

/** `api/v1` and `apis/<group>/<version>`; `undefined` for what has no document. */
function groupVersionOf(path: readonly string[]): string | undefined {
  const [root, first, second, ...rest] = path
  if (rest.length > 0 || first === undefined) return undefined
  if (root === 'api' && second === undefined) return first
  return root === 'apis' && second !== undefined ? `${first}/${second}` : undefined
}
