/** Why a provider could not do its work. A new kind of error gets its code here first. */
export type ProviderErrorCode =
  /** The API server answered, and not what was hoped for. */
  | 'answered'
  /** The API server did not answer. */
  | 'not-answered'
  /** The time for it ran out. */
  | 'deadline'
  /** Somebody called it off. */
  | 'cancelled'
  /** The connection secret belongs to somebody else. */
  | 'secret-taken'
  /** The kind does not offer what is asked of it. */
  | 'not-offered'
  /** What was tried failed, and the cause says why. */
  | 'failed'

/** Whether trying the same thing again could help. */
export type RetryAdvice = 'now' | 'with-backoff' | 'never'

interface ProviderErrorOptions extends ErrorOptions {
  /** The HTTP status that was answered, where one was. */
  readonly httpStatus?: number | undefined
}

/** Thrown where objects and secrets are read and written. */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError'
  readonly code: ProviderErrorCode
  readonly httpStatus: number | undefined

  constructor(code: ProviderErrorCode, message: string, options: ProviderErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.httpStatus = options.httpStatus
  }

  get retry(): RetryAdvice {
    if (this.httpStatus === 409) return 'now'
    return this.code === 'secret-taken' || this.code === 'not-offered' ? 'never' : 'with-backoff'
  }
}

/** What Go's programs say when the time for something ran out; people search for it. */
export const deadlineText = 'context deadline exceeded'

/** An error that says at what something failed, before it says why. */
export function failedAt(what: string, cause: unknown): ProviderError {
  return new ProviderError('failed', `${what}: ${textOf(cause)}`, { cause })
}

/** The text of whatever was thrown. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The HTTP status that an API server answered, if the error is such an answer or was caused by one. */
export function httpStatusOf(error: unknown): number | undefined {
  for (const each of causesOf(error)) {
    const status = 'httpStatus' in each ? each.httpStatus : undefined
    if (typeof status === 'number') return status
  }
  return undefined
}

/** Whether an error, or what caused it, has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ProviderErrorCode[]): boolean {
  return causesOf(error).some((each) => each instanceof ProviderError && codes.includes(each.code))
}

// Causes may be anything, a ring included.
const mostCauses = 20

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < mostCauses; each = each.cause)
    causes.push(each)
  return causes
}
