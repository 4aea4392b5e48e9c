import type { CachedDocument } from '../cluster/document-cache.ts'
import type { ServedCluster } from '../cluster/served-cluster.ts'
import type { JsonObject } from '../json/json.ts'
import { stringifyInSlices } from '../json/stringify-in-slices.ts'
import { openApiV2, openApiV2Document } from '../openapi/v2.ts'
import { openApiV3Document } from '../openapi/v3-document.ts'
import { openApiV3Hash, openApiV3Index } from '../openapi/v3-index.ts'
import type { ApiResponse, RequestHead } from '../request/api-request.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import type { Slices } from '../schema/slices.ts'

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
): ApiResponse | Promise<ApiResponse> | undefined {
  const [root, version, ...rest] = asked.segments
  if (root !== 'openapi') return undefined
  if (version === 'v2' && rest.length === 0) return v2Response(served, request)
  if (version !== 'v3') return undefined
  return rest.length === 0 ? indexResponse(served, request) : documentResponse(served, rest, asked.query)
}

async function v2Response({ documents, cluster }: ServedCluster, request: RequestHead): Promise<ApiResponse> {
  const { registry } = cluster
  const json = (request.headers['accept'] ?? '').split(/[;,]/)[0]?.trim() === 'application/json'
  const document = json
    ? documents.get('openapi v2 json', function* () {
        return yield* writtenDocument(yield* openApiV2Document(registry.resources()))
      })
    : documents.get('openapi v2', () => openApiV2(registry.resources()))
  return tagged(request, await document, json ? 'application/json' : v2Protobuf)
}

async function indexResponse(
  { documents, cluster, prefix }: ServedCluster,
  request: RequestHead,
): Promise<ApiResponse> {
  const document = await documents.get('openapi v3', function* () {
    return yield* writtenDocument(yield* openApiV3Index(cluster.registry.resources(), prefix))
  })
  // Kubernetes does not say what the index is, and its HTTP library takes it for text.
  const { headers, ...response } = tagged(request, document, 'text/plain; charset=utf-8')
  const { Vary: _, ...plain } = headers
  return { ...response, headers: plain }
}

/** Paths and components lie so deep in a document. */
const levels = 3
const writtenDocument = (document: JsonObject): Slices<Buffer> => stringifyInSlices(document, levels)

function tagged(request: RequestHead, { body, etag }: CachedDocument, type: string): ApiResponse {
  const headers = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'no-cache, private' }
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status: 200, headers: { ...headers, 'Content-Type': type }, body }
}

async function documentResponse(
  { cluster, documents, prefix }: ServedCluster,
  path: readonly string[],
  query: URLSearchParams,
): Promise<ApiResponse> {
  const groupVersion = groupVersionOf(path)
  const { registry, edge } = cluster
  const { group, version } = parseApiVersion(groupVersion ?? '')
  if (groupVersion === undefined || !registry.versionsOf(group).includes(version)) {
    return { status: 404, headers: {}, body: Buffer.alloc(0) }
  }
  const hashed = await documents.get(`openapi v3 hash ${groupVersion}`, function* () {
    return Buffer.from(yield* openApiV3Hash(groupVersion, registry.resources()))
  })
  const hash = hashed.body.toString()
  const asked = query.get('hash')
  if (asked !== null && asked !== hash) {
    const location = `${prefix}/openapi/v3/${path.join('/')}?hash=${hash}`
    return { status: 301, headers: { Location: location }, body: Buffer.alloc(0) }
  }
  const { body } = await documents.get(`openapi v3 ${groupVersion}`, function* () {
    return yield* writtenDocument((yield* openApiV3Document(groupVersion, registry.resources())) ?? {})
  })
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
