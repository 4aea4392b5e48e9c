/** Why an object cannot be converted. */
export const conversionErrorCodes = [
  /** Not an object with apiVersion, kind and metadata. */
  'malformed-object',
  /** A kind that has no stages. */
  'unknown-kind',
  /** An apiVersion that is none of the stages of the kind. */
  'unknown-version',
  /** No table leads from the one stage to the other. */
  'no-way',
  /** The object carries fields of both stages, so one of them would be lost. */
  'mixed-stages',
  /** A field holds something that its stage does not allow. */
  'malformed-field',
  /** The older stage needs a version for a reference, and nobody knows it. */
  'version-unknown',
] as const

export type ConversionErrorCode = (typeof conversionErrorCodes)[number]

/** Thrown when an object cannot be converted without losing or inventing something. */
export class ConversionError extends Error {
  override readonly name: string = 'ConversionError'
  readonly code: ConversionErrorCode

  constructor(code: ConversionErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
