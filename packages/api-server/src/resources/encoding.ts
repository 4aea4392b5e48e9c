import { parseOwned } from '../apply/parse-owned.ts'
import type { Json, KubeObject } from '../json/json.ts'
import { endOfContainer } from '../json/measure-json.ts'
import { parseJson } from '../json/parse-json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { Labels } from '../store/stored-object.ts'
import { labelsOf } from './metadata.ts'
import type { Resource } from './resource.ts'

/** How every stored or served object of one version begins, so that bytes can be told and cut without reading them. */
export interface ObjectPrefix {
  readonly full: Buffer
  /** The bytes that a list of this kind leaves away from its items: built-in kinds do not repeat kind and version. */
  readonly omittedInLists: number
}

export function prefixOf(
  { origin, kind }: Pick<Resource, 'origin' | 'kind'>,
  apiVersion: string,
): ObjectPrefix {
  const full = Buffer.from(
    origin === 'builtin'
      ? `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`
      : `{"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(kind)},`,
  )
  return { full, omittedInLists: origin === 'builtin' ? full.length - 1 : 0 }
}

/** Begins with the prefix of its version: an object always has metadata behind it. */
export function encodeObject(object: KubeObject, origin: Resource['origin']): Buffer {
  const { apiVersion, kind, metadata, ...rest } = object
  const ordered: Json =
    origin === 'builtin' ? { kind, apiVersion, metadata, ...rest } : { apiVersion, kind, metadata, ...rest }
  return ownBytes(stringifyJson(ordered))
}

/**
 * Small buffers usually lie in large pieces of memory together with others. These live long, and one of them would keep
 * such a piece, with all that has long been garbage in it.
 */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** Stored bytes were written by us: they hold no repeated keys, and only rarely numbers beyond 2^53. */
export function decodeObject(bytes: Buffer): KubeObject {
  return parseOwned(bytes.toString(), parseStored)
}

const beforeMetadata = /^\{"(?:apiVersion|kind)":"[^"\\]*","(?:apiVersion|kind)":"[^"\\]*","metadata":(?=\{)/

/** The same as far as its metadata, which stands in front of the rest: for whoever looks at nothing else. */
export function decodeHead(bytes: Buffer): KubeObject {
  const text = bytes.toString()
  const [before] = beforeMetadata.exec(text) ?? []
  const head = before === undefined ? text : `${text.slice(0, endOfContainer(text, before.length))}}`
  return parseOwned(head, parseStored)
}

function parseStored(text: string): KubeObject {
  return (mayHoldLongNumbers(text) ? parseJson(text, { ours: true }).value : JSON.parse(text)) as KubeObject
}

/** Wherever sixteen digits stand together, one of them stands in a place that sixteen divides. */
function mayHoldLongNumbers(text: string): boolean {
  for (let at = 0; at < text.length; at += 16) {
    if (!isDigit(text, at)) continue
    let [first, last] = [at, at]
    while (isDigit(text, first - 1)) first--
    while (isDigit(text, last + 1)) last++
    if (last - first >= 15) return true
  }
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= zero && code <= nine
}

const [zero, nine] = [0x30, 0x39]

export function readLabels(bytes: Buffer): Labels {
  return bytes.includes('labels"') ? labelsOf(decodeHead(bytes)) : {}
}
