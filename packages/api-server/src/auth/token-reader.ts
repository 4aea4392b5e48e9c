import type { User } from './user.ts'

/** What a token that could be read says. */
export interface ReadToken {
  readonly user: User
  /** Whom it is meant for; empty for tokens that are good everywhere. */
  readonly audiences: readonly string[]
}

/** Reads bearer tokens of one kind; `undefined` for what it does not know. */
export type TokenReader = (token: string) => ReadToken | undefined
