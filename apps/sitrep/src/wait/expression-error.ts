/** A text that is no expression, with the place where it goes wrong. */
export class ExpressionError extends Error {
  override readonly name: string = 'ExpressionError'
  /** Counted from 1. */
  readonly column: number

  constructor(column: number, message: string) {
    super(message)
    this.column = column
  }
}
