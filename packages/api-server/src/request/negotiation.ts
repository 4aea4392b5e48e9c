import { ApiError, notAcceptable } from '../errors/api-error.ts'
import { type AcceptClause, parseAccept } from './accept.ts'

/** How an answer is shaped and written. */
export interface Representation {
  readonly mediaType: 'application/json' | 'application/yaml'
  readonly transform: Transform | undefined
}

/** An answer in another kind than the one asked about. */
export interface Transform {
  readonly kind: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
  readonly version: 'v1' | 'v1beta1'
}

export interface Negotiating {
  readonly watching?: boolean
  readonly origin?: 'builtin' | 'custom'
}

const plain: Representation = { mediaType: 'application/json', transform: undefined }
const transformKinds: ReadonlySet<string> = new Set([
  'Table',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
])
const written = ['application/json', 'application/yaml'] as const
const protobuf = 'application/vnd.kubernetes.protobuf'
/** What a genuine server offers, as its refusals list it. We leave out protobuf: whoever asks for it takes JSON too. */
export const offered: readonly string[] = [...written, protobuf]
const streamed = ['application/json;stream=watch', `${protobuf};stream=watch`]

/** The first clause that we can serve. Throws a 406 when there is none. */
export function negotiate(
  accept: string | undefined,
  { watching = false, origin }: Negotiating = {},
): Representation {
  if (accept === undefined || accept === '' || accept === 'application/json' || accept === '*/*') return plain
  const clauses = parseAccept(accept)
  // Built-in kinds are looked at by a router first, which knows types and no parameters.
  if (origin === 'builtin' && !clauses.some(({ type }) => type === '*/*' || offered.includes(type))) {
    throw noRepresentation(watching ? [...offered, ...streamed] : offered)
  }
  for (const clause of clauses) {
    const representation = representationOf(clause)
    if (representation !== undefined) return representation
  }
  throw notAcceptable(offered)
}

/** No type that was asked for is one of ours at all. */
export function noRepresentation(available: readonly string[]): ApiError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`
  return new ApiError({ code: 406, reason: 'NotAcceptable', message, details: {} })
}

/** For documents that have one form. Throws a 406 when none of the types asked for is one of ours. */
export function assertReadable(accept: string | undefined): void {
  if (accept === undefined || accept === '') return
  if (parseAccept(accept).some(({ type }) => type === '*/*' || offered.includes(type))) return
  throw noRepresentation(offered)
}

function representationOf({ type, params }: AcceptClause): Representation | undefined {
  const mediaType = mediaTypeOf(type)
  if (mediaType === undefined) return undefined
  const { as, g, v } = params
  if (as === undefined && g === undefined && v === undefined) return { mediaType, transform: undefined }
  if (as === undefined || g !== 'meta.k8s.io' || !transformKinds.has(as)) return undefined
  if (v !== 'v1' && v !== 'v1beta1') return undefined
  return { mediaType, transform: { kind: as as Transform['kind'], version: v } }
}

function mediaTypeOf(type: string): Representation['mediaType'] | undefined {
  if (type === '*/*' || type === 'application/*') return 'application/json'
  return written.find((mediaType) => mediaType === type)
}
