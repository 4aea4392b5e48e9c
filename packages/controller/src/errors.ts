/** Why the controller could not do its work. A new kind of error gets its code here first. */
export type ControllerErrorCode =
  | 'kubeconfig-unusable'
  | 'not-reachable'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'write-conflict'
  | 'watch-expired'
  | 'refused'
  | 'server-failed'
  | 'unreadable-answer'
  /** By our own mistake. */
  | 'failed-here'

/** Whether trying the same thing again could help. */
export type RetryAdvice = 'now' | 'with-backoff' | 'never'

interface ControllerErrorOptions extends ErrorOptions {
  readonly retry: RetryAdvice
  /** The HTTP status that was answered, where one was. */
  readonly httpStatus?: number
  /** How long the server asks to be left alone, where it does; never longer than a few minutes. */
  readonly retryAfterMs?: number
}

/** Thrown at the edge of the process, where a cluster is read or written. */
export class ControllerError extends Error {
  override readonly name: string = 'ControllerError'
  readonly code: ControllerErrorCode
  readonly retry: RetryAdvice
  readonly httpStatus: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ControllerErrorCode, message: string, options: ControllerErrorOptions) {
    super(message, options)
    this.code = code
    this.retry = options.retry
    this.httpStatus = options.httpStatus
    this.retryAfterMs = options.retryAfterMs
  }
}

const byStatus: ReadonlyMap<number, readonly [ControllerErrorCode, RetryAdvice]> = new Map([
  [401, ['unauthorized', 'with-backoff']],
  [403, ['forbidden', 'with-backoff']],
  [404, ['not-found', 'with-backoff']],
  // It waited for a request that did not come in time, and did nothing: whoever asks was busy.
  [408, ['server-failed', 'with-backoff']],
  [409, ['write-conflict', 'now']],
  [410, ['watch-expired', 'now']],
  [429, ['server-failed', 'with-backoff']],
])

/** An answer that is none of the good ones. */
export interface Refusal {
  readonly body: string
  readonly retryAfterMs?: number | undefined
}

/** The error that an answer of a Kubernetes API server amounts to. */
export function errorOfAnswer(
  httpStatus: number,
  what: string,
  { body, retryAfterMs }: Refusal,
): ControllerError {
  const other: readonly [ControllerErrorCode, RetryAdvice] =
    httpStatus >= 500 ? ['server-failed', 'with-backoff'] : ['refused', 'never']
  const [code, retry] = byStatus.get(httpStatus) ?? other
  return new ControllerError(code, `${what}: ${statusMessage(body) ?? `HTTP ${httpStatus}`}`, {
    retry,
    httpStatus,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

const longestMessage = 2_000

// A Status carries a sentence for people; anything else that a proxy on the way may send is not shown.
function statusMessage(body: string): string | undefined {
  try {
    const status = JSON.parse(body) as { kind?: unknown; message?: unknown } | null
    return status?.kind === 'Status' && typeof status.message === 'string'
      ? status.message.slice(0, longestMessage)
      : undefined
  } catch {
    return undefined
  }
}
