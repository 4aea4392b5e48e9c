/** Evaluation came to a value that is an error. Inside `||`, `&&` and `exists` it may still be of no consequence. */
export class CelError extends Error {
  override readonly name: string = 'CelError'
}

/** The expression costs more than it may. Nothing inside the expression can make up for that. */
export class CostExceededError extends Error {
  override readonly name: string = 'CostExceededError'

  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/** The function exists, but not for values of these types. */
export function noSuchOverload(): CelError {
  return new CelError('no such overload')
}
