/** What a body says it is. */
export interface Claim {
  readonly kind: string
  readonly version: string
}

/** The body cannot be read as what the URL names. The message is the reason alone; who knows the request adds to it. */
export class UnreadableObject extends Error {
  override readonly name: string = 'UnreadableObject'
  /** Absent: it claims to be what the URL names. */
  readonly claim: Claim | undefined

  constructor(message: string, claim?: Claim) {
    super(message)
    this.claim = claim
  }
}

/** The body does not even say what it is. */
export class UnrecognizedObject extends UnreadableObject {
  override readonly name: string = 'UnrecognizedObject'
}

/** A custom object without a kind: whether that makes it unrecognized depends on how strictly it is read. */
export class KindMissing extends UnrecognizedObject {
  override readonly name: string = 'KindMissing'
}
