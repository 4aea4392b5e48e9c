/** Why PostgreSQL did not do what was wanted. A new kind of error gets its code here first. */
export type PostgresErrorCode =
  /** The server cannot be reached, or lets the provider not in. */
  | 'unreachable'
  /** A name that PostgreSQL would cut off, or take for something else. */
  | 'name'
  /** The resource lacks something that it cannot do without. */
  | 'incomplete'
  /** Somebody holds a lock on it. */
  | 'locked'
  /** Somebody is connected to it. */
  | 'in-use'
  /** Others depend on it. */
  | 'depended-on'
  /** It is not for this provider to touch. */
  | 'protected'
  /** The server refused, and its words say why. */
  | 'refused'

/** Thrown by everything that talks to PostgreSQL; its message is a sentence for people. */
export class PostgresError extends Error {
  override readonly name: string = 'PostgresError'
  readonly code: PostgresErrorCode

  constructor(code: PostgresErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }

  /** Whether trying the same thing again could help. */
  get retry(): 'with-backoff' | 'never' {
    return this.code === 'name' || this.code === 'incomplete' ? 'never' : 'with-backoff'
  }
}

/** The code of whatever was thrown: five characters of PostgreSQL, or a word of the operating system. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const most = 3

/** A list as people read it: sorted, at most three names, then how many more. */
export function formatList(names: readonly string[]): string {
  const shown = names.toSorted().slice(0, most)
  const left = names.length - shown.length
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ')
}
