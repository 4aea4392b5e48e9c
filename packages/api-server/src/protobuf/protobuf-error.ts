/** What can be wrong with a protobuf body. */
export type ProtobufErrorCode = 'malformed' | 'not-kubernetes' | 'unknown-kind' | 'unsupported-encoding'

/** Bytes that are no Kubernetes object. The message says what is wrong and is fit to be shown to the client. */
export class ProtobufError extends Error {
  readonly code: ProtobufErrorCode

  constructor(code: ProtobufErrorCode, message: string) {
    super(message)
    this.name = 'ProtobufError'
    this.code = code
  }
}
