import type { Json } from '../json/json.ts'
import { decodeMessage } from './decode-message.ts'
import { decodeEnvelope, type ExpectedKind } from './envelope.ts'

export interface DecodedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly object: Json
}

/**
 * Reads a body of `application/vnd.kubernetes.protobuf`: any built-in kind, its lists, DeleteOptions of any group and
 * Status. What the envelope leaves out is taken from `expected`. Unknown fields are skipped. Throws `ProtobufError` and
 * nothing else, whatever the bytes are.
 */
export function decodeProtobuf(bytes: Uint8Array, expected: ExpectedKind = {}): DecodedObject {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { apiVersion, kind, definition, body } = decodeEnvelope(buffer, expected)
  return { apiVersion, kind, object: { kind, apiVersion, ...decodeMessage(body, definition) } }
}
