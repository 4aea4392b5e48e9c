/** Thrown inside a patch that cannot be applied; the function that applies the whole patch turns it into a value. */
export class PatchRefusal extends Error {
  override readonly name: string = 'PatchRefusal'
  /** The HTTP status with which kube-apiserver answers. */
  readonly code: 400 | 422 | 500

  constructor(code: 400 | 422 | 500, message: string) {
    super(message)
    this.code = code
  }
}
