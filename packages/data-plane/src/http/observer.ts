/** Why a request ended as it did. */
export type Ending =
  | 'answered'
  | 'upgraded'
  | 'redirected'
  | 'preflight'
  | 'malformed'
  | 'no-match'
  | 'misdirected'
  | 'unresolved'
  | 'no-endpoint'
  | 'upstream-failed'
  | 'timeout'
  | 'client-closed'

/** What is known of a request when it is over. Texts are as they came: whoever shows them must escape them. */
export interface FinishedRequest {
  /** `<namespace>/<name>`. */
  readonly gateway: string
  readonly port: number
  readonly listener?: string
  /** `HTTPRoute/shop/cart`, and which of its rules. */
  readonly route?: string
  readonly rule?: number
  /** A key of `backends`, and who answered there: `address:port`. */
  readonly backend?: string
  readonly endpoint?: string
  readonly remoteAddress: string
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2'
  readonly method: string
  readonly host: string
  readonly target: string
  /** 0 where nothing was answered. */
  readonly status: number
  /** Of bodies. */
  readonly receivedBytes: number
  readonly sentBytes: number
  readonly durationMs: number
  /** How often backends were asked. */
  readonly attempts: number
  readonly why: Ending
}

/** Is told of every request once, when it is over. It must not throw. */
export type HttpObserver = (request: FinishedRequest) => void
