import type { CachedDocument } from '../cluster/document-cache.ts'
import type { ServedCluster } from '../cluster/served-cluster.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { openApiV2, openApiV2Document } from '../openapi/v2.ts'
import { openApiV3Document } from '../openapi/v3-document.ts'
import { openApiV3Hash, openApiV3Index } from '../openapi/v3-index.ts'
import type { ApiResponse, RequestHead } from '../request/api-request.ts'
import { parseApiVersion } from '../resources/group-version.ts'

const yearMs = 365 * 24 * 3600 * 1000
const v2Protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

interface Asked {
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

/** `/openapi/v2` and everything below `/openapi/v3`; `undefined` for anything else. */
export function openApiResponse(
  served: ServedCluster,
  request: RequestHead,
  asked: Asked,
): ApiResponse | undefined {
  const [root, version, ...rest] = asked.segments
  if (root !== 'openapi') return undefined
  if (version === 'v2' && rest.length === 0) return v2Response(served, request)
  if (version !== 'v3') return undefined
  return rest.length === 0 ? indexResponse(served, request) : documentResponse(served, rest, asked.query)
}

function v2Response({ documents, cluster }: ServedCluster, request: RequestHead): ApiResponse {
  const { registry } = cluster
  const json = (request.headers['accept'] ?? '').split(/[;,]/)[0]?.trim() === 'application/json'
  const document = json
    ? documents.get('openapi v2 json', () =>
        Buffer.from(stringifyJson(openApiV2Document(registry.resources()))),
      )
    : documents.get('openapi v2', () => Buffer.from(openApiV2(registry.resources())))
  return tagged(request, document, json ? 'application/json' : v2Protobuf)
}

function indexResponse({ documents, cluster, prefix }: ServedCluster, request: RequestHead): ApiResponse {
  const document = documents.get('openapi v3', () =>
    Buffer.from(stringifyJson(openApiV3Index(cluster.registry.resources(), prefix))),
  )
  // Kubernetes does not say what the index is, and its HTTP library takes it for text.
  const { headers, ...response } = tagged(request, document, 'text/plain; charset=utf-8')
  const { Vary: _, ...plain } = headers
  return { ...response, headers: plain }
}

function tagged(request: RequestHead, { body, etag }: CachedDocument, type: string): ApiResponse {
  const headers = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'no-cache, private' }
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status: 200, headers: { ...headers, 'Content-Type': type }, body }
}

function documentResponse(
  { cluster, documents, prefix }: ServedCluster,
  path: readonly string[],
  query: URLSearchParams,
): ApiResponse {
  const groupVersion = groupVersionOf(path)
  const { registry, edge } = cluster
  const { group, version } = parseApiVersion(groupVersion ?? '')
  if (groupVersion === undefined || !registry.versionsOf(group).includes(version)) {
    return { status: 404, headers: {}, body: Buffer.alloc(0) }
  }
  const hash = documents
    .get(`openapi v3 hash ${groupVersion}`, () =>
      Buffer.from(openApiV3Hash(groupVersion, registry.resources())),
    )
    .body.toString()
  const asked = query.get('hash')
  if (asked !== null && asked !== hash) {
    const location = `${prefix}/openapi/v3/${path.join('/')}?hash=${hash}`
    return { status: 301, headers: { Location: location }, body: Buffer.alloc(0) }
  }
  const { body } = documents.get(`openapi v3 ${groupVersion}`, () =>
    Buffer.from(stringifyJson(openApiV3Document(groupVersion, registry.resources()) ?? {})),
  )
  const forEver = {
    'Cache-Control': 'public, immutable',
    Expires: new Date(edge.now() + yearMs).toUTCString(),
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
