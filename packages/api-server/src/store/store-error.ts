/** Why the store could not do its work. Add a code here before throwing a new kind of error. */
export type StoreErrorCode =
  | 'damaged'
  | 'in-use'
  | 'foreign-file'
  | 'write-failed'
  | 'stale'
  | 'expired'
  | 'closed'

interface StoreErrorOptions extends ErrorOptions {
  /** Whether trying the same thing again could help. */
  readonly retry: 'now' | 'with-backoff' | 'never'
}

/** Thrown where objects are read from or written to disk, and where a write or a read comes too late. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
  readonly code: StoreErrorCode
  readonly retry: StoreErrorOptions['retry']

  constructor(code: StoreErrorCode, message: string, options: StoreErrorOptions) {
    super(message, options)
    this.code = code
    this.retry = options.retry
  }
}
