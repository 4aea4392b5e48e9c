import { notAcceptable } from '../errors/api-error.ts'
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

const plain: Representation = { mediaType: 'application/json', transform: undefined }
const transformKinds: ReadonlySet<string> = new Set([
  'Table',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
])
const accepted = ['application/json', 'application/yaml'] as const

/** The first clause that we can serve. Throws a 406 when there is none. */
export function negotiate(accept: string | undefined): Representation {
  if (accept === undefined || accept === '' || accept === 'application/json' || accept === '*/*') return plain
  for (const clause of parseAccept(accept)) {
    const representation = representationOf(clause)
    if (representation !== undefined) return representation
  }
  throw notAcceptable(accepted)
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
  return accepted.find((mediaType) => mediaType === type)
}
