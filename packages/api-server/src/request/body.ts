import { type ApiError, badRequest, unsupportedMediaType } from '../errors/api-error.ts'
import type { Json } from '../json/json.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { parseJson } from '../json/parse-json.ts'
import { parseYaml } from '../json/parse-yaml.ts'
import type { Parsed, ParseOptions } from '../json/parsed.ts'
import { onDemand } from '../on-demand.ts'
import type * as protobufDecoding from '../protobuf/decode-protobuf.ts'
import type { ExpectedKind } from '../protobuf/envelope.ts'
import { ProtobufError } from '../protobuf/protobuf-error.ts'
import type { ApiRequest } from './api-request.ts'

/** A body as a value, whatever it was written in. */
export interface DecodedBody {
  readonly value: Json
  /** One phrase for each repeated key. */
  readonly duplicates: readonly string[]
  /** Protobuf bodies know no unknown fields; strictness does not apply to them. */
  readonly strict: boolean
}

const decoding: () => typeof protobufDecoding = onDemand(import.meta.url, '../protobuf/decode-protobuf')

const protobuf = 'application/vnd.kubernetes.protobuf'

/** The media type without parameters, in lower case; empty when there is none. */
export function contentTypeOf(request: ApiRequest): string {
  return writtenContentType(request).toLowerCase()
}

/** The same as the client wrote it: types of patches are compared letter by letter. */
export function writtenContentType({ headers }: ApiRequest): string {
  const header = headers['content-type'] ?? ''
  const end = header.indexOf(';')
  return (end < 0 ? header : header.slice(0, end)).trim()
}

export interface BodyOptions extends ParseOptions {
  /** What a protobuf body is taken for where it does not say; absent: protobuf is refused, as custom resources do. */
  readonly protobuf?: ExpectedKind
}

/** Reads a body by its content type. Throws 415 for a type that is not known, and `JsonSyntaxError` or `ProtobufError` for what is broken. */
export function decodeBody(request: ApiRequest, options: BodyOptions): DecodedBody {
  const type = contentTypeOf(request)
  if (type === '' || type === 'application/json') {
    return { ...(readAlready(request) ?? parseJson(request.body.toString(), options)), strict: true }
  }
  if (type === 'application/yaml')
    return { ...(readAlready(request) ?? parseYaml(request.body.toString())), strict: true }
  if (type === protobuf && options.protobuf !== undefined) {
    return {
      value: decoding().decodeProtobuf(request.body, options.protobuf).object,
      duplicates: [],
      strict: false,
    }
  }
  const known = ['application/json', 'application/yaml']
  throw unsupportedMediaType(options.protobuf === undefined ? known : [...known, protobuf])
}

/** What the body says, where somebody has read it before. Throws `JsonSyntaxError` when it was broken. */
export function readAlready({ read }: ApiRequest): Parsed | undefined {
  if (read === undefined) return undefined
  if ('broken' in read) throw read.broken
  return read.parsed
}

/** Turns broken text into the 400 that names what was expected. */
export function refuseBrokenText(error: unknown, kind: string, body: Buffer): never {
  if (error instanceof ProtobufError) throw unrecognized(kind, error.message, body)
  if (!(error instanceof JsonSyntaxError)) throw error
  const yaml = error.message.startsWith('yaml: ')
  const why = yaml ? error.message : `couldn't get version/kind; json parse error: ${error.message}`
  throw unrecognized(kind, why, body)
}

/** The 400 for a body of which nobody can say what it is. */
export function unrecognized(kind: string, why: string, body: Buffer): ApiError {
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summary(body)})`,
  )
}

function summary(body: Buffer): string {
  if (body.length === 0) return '<empty>'
  const text = body[0] === 0x7b ? body.toString() : body.toString('hex')
  const limit = body[0] === 0x7b ? 30 : 60
  return text.length > limit ? `${text.slice(0, limit)} ...` : text
}
