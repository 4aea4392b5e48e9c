import type { ChangeEvents } from '../../src/answers.ts'

/** Why a question has no answer. */
export type AskErrorCode = 'token-wanted' | 'forbidden' | 'missing' | 'failed' | 'unreachable'

/** Thrown when a question is refused or cannot be put; the message is a sentence for the reader. */
export class AskError extends Error {
  override readonly name: string = 'AskError'
  readonly code: AskErrorCode

  constructor(code: AskErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** One change as the stream tells it. */
export type Change = {
  readonly [Name in keyof ChangeEvents]: {
    readonly name: Name
    readonly id: number
    readonly value: ChangeEvents[Name]
  }
}[keyof ChangeEvents]

/** How what is shown stands to what is so. */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** Nothing was heard since then; it is tried again. */
  | { readonly state: 'stale'; readonly since: number }
  | { readonly state: 'token-wanted' }
  /** A picture of that time, which does not go on. */
  | { readonly state: 'snapshot'; readonly at: number; readonly words: string }

/** Who is told what the stream says. */
export interface Follower {
  readonly change: (change: Change) => void
  readonly connection: (connection: Connection) => void
}

/** Where answers come from: a server that goes on telling, or what was exported once. */
export interface Source {
  /** Rejects with an `AskError`. */
  readonly ask: <Answer>(url: string) => Promise<Answer>
  /** Tells every change after this one until the returned function is called. */
  readonly follow: (after: number, follower: Follower) => () => void
  /** Whether changes can come at all. */
  readonly goesOn: boolean
  /** The instant that ages are counted from. */
  readonly now: () => number
  /** Takes a token for all further questions. */
  readonly useToken: (token: string) => void
}
