import type { Duplex, Readable, Writable } from 'node:stream'

/** The beginning of an answer. */
export interface AnswerHead {
  readonly status: number
  /** What HTTP/1.1 says after the status; absent: the usual words. */
  readonly reason?: string
  /** Name, value, name, value. */
  readonly lines: readonly string[]
  /** Nothing follows, neither a body nor trailers. */
  readonly empty: boolean
}

/** One request of a client and the answer to it, whatever version of HTTP is spoken. */
export interface Exchange {
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2'
  readonly method: string
  /** As it came. */
  readonly target: string
  readonly authority: string
  /** What is answered where it cannot be meant so, and nobody is to be asked. */
  readonly fault: number | undefined
  /** Name, value, name, value, as they came. */
  readonly lines: readonly string[]
  /** Absent where none comes. */
  readonly body: Readable | undefined
  readonly upgrade: Upgrading | undefined
  /** Where the body of the answer is written, after it was begun. */
  readonly answer: Writable
  /** Whether the client has done its part, so that silence is not its fault. */
  readonly waiting: () => boolean
  /** What came after the body, once it has ended. */
  readonly trailers: () => readonly string[]
  readonly sendContinue: () => void
  readonly begin: (head: AnswerHead) => void
  readonly finish: (trailers: readonly string[]) => void
  /** Ends it so that the client sees that the answer is not whole. */
  readonly cut: () => void
  /** Calls back once, when the answer was sent or the client went away before. */
  readonly whenOver: (listener: (over: { readonly sent: boolean }) => void) => void
}

/** A request that wants to leave HTTP behind. */
export interface Upgrading {
  /** Tells the client that it may, and gives the connection away with what already came on it. */
  readonly accept: (lines: readonly string[]) => { readonly connection: Duplex; readonly head: Buffer }
}
