/** Why the store could not do its work. Add a code here before throwing a new kind of error. */
export type StoreErrorCode =
  | 'damaged'
  | 'in-use'
  | 'unusable'
  | 'foreign-file'
  | 'write-failed'
  | 'stale'
  | 'expired'
  | 'closed'

interface StoreErrorOptions extends ErrorOptions {
  /** Whether trying the same thing again could help. */
  readonly retry: 'now' | 'with-backoff' | 'never'
  /** What is wrong with a file, without which one it is and what became of it. */
  readonly why?: string
}

/** Thrown where objects are read from or written to disk, and where a write or a read comes too late. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
  readonly code: StoreErrorCode
  readonly retry: StoreErrorOptions['retry']
  readonly why: string | undefined

  constructor(code: StoreErrorCode, message: string, options: StoreErrorOptions) {
    super(message, options)
    this.code = code
    this.retry = options.retry
    this.why = options.why
  }
}

/** A file that cannot be trusted, with what is wrong with it. Whoever throws this has changed nothing. */
export function damaged(file: string, why: string, cause?: unknown): StoreError {
  return new StoreError('damaged', `${file} is damaged (${why}); it was left as it is`, {
    cause,
    retry: 'never',
    why,
  })
}
