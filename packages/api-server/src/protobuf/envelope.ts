import type { Definition } from '../builtin/types/definition.ts'
import { typeRegistry } from '../builtin/types/type-registry.ts'
import { ProtobufError } from './protobuf-error.ts'
import { bytesOfField, textOfField } from './scalars.ts'
import { scalarsOf } from './special-types.ts'

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00])

/** What an envelope says about its content, when it says nothing itself: the kind that the address names. */
export interface ExpectedKind {
  readonly apiVersion?: string
  readonly kind?: string
}

export interface Envelope {
  readonly apiVersion: string
  readonly kind: string
  readonly definition: Definition
  /** The bytes of the object's message. */
  readonly body: Buffer
}

export function isEnvelope(bytes: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic)
}

/** Opens the envelope in which every Kubernetes protobuf body travels. Throws `ProtobufError`. */
export function decodeEnvelope(bytes: Buffer, expected: ExpectedKind): Envelope {
  if (!isEnvelope(bytes)) {
    throw new ProtobufError(
      'not-kubernetes',
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    )
  }
  const fields = scalarsOf(bytes.subarray(magic.length))
  const [typeMeta, raw, encoding] = [fields.get(1), fields.get(2), fields.get(3)]
  if (encoding !== undefined && textOfField(encoding) !== '') {
    throw new ProtobufError(
      'unsupported-encoding',
      `the content encoding ${textOfField(encoding)} is not supported`,
    )
  }
  const said = typeMeta === undefined ? new Map() : scalarsOf(bytesOfField(typeMeta))
  const apiVersion = text(said.get(1)) || (expected.apiVersion ?? '')
  const kind = text(said.get(2)) || (expected.kind ?? '')
  const definition = typeRegistry.definitionOf(apiVersion, kind)
  if (definition === undefined) {
    throw new ProtobufError('unknown-kind', `no kind "${kind}" is registered for version "${apiVersion}"`)
  }
  return { apiVersion, kind, definition, body: raw === undefined ? Buffer.alloc(0) : bytesOfField(raw) }
}

function text(field: Parameters<typeof textOfField>[0] | undefined): string {
  return field === undefined ? '' : textOfField(field)
}
