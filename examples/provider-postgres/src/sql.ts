import pg from 'pg'
import { PostgresError } from './errors.ts'

/** A piece of SQL in which everything that came from outside is quoted. Only the functions of this file make one. */
export class Sql {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** The words as they are, which is safe only because they stand in the program. */
  static readonly written = (words: TemplateStringsArray, ...parts: readonly Sql[]): Sql =>
    new Sql(words.map((word, index) => word + (parts[index]?.text ?? '')).join(''))

  static readonly identifier = (name: string): Sql => new Sql(pg.escapeIdentifier(checkedName(name)))

  static readonly literal = (value: string): Sql => {
    if (value.includes('\0')) throw new PostgresError('name', 'A text for PostgreSQL has no NUL character')
    return new Sql(pg.escapeLiteral(value))
  }

  static readonly whole = (value: number): Sql => {
    if (!Number.isSafeInteger(value)) throw new PostgresError('name', `${value} is no whole number`)
    return new Sql(String(value))
  }

  get text(): string {
    return this.#text
  }
}

/** Puts a statement together: what stands between the pieces is the program's, and every piece is quoted. */
export const sql: (words: TemplateStringsArray, ...parts: readonly Sql[]) => Sql = Sql.written

/** A name in quotes, whatever characters it has. Refuses what PostgreSQL would cut off or cannot hold. */
export const identifier: (name: string) => Sql = Sql.identifier

/** A text in quotes. */
export const literal: (value: string) => Sql = Sql.literal

/** A whole number. */
export const whole: (value: number) => Sql = Sql.whole

/** The name of a role. `public` and `none` are refused: PostgreSQL takes them, quoted too, for everybody and nobody. */
export function roleName(name: string): Sql {
  if (name === 'public' || name === 'none')
    throw new PostgresError('name', `PostgreSQL has no role ${name}: the word means something else there`)
  return identifier(name)
}

/** Pieces one after another. */
export const joined = (parts: readonly Sql[], between: Sql = sql` `): Sql =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${between}${part}`), sql``)

// NAMEDATALEN - 1. A longer name would be cut off without an error, and the resource never be found again.
const longestName = 63

/**
 * A name that PostgreSQL takes as it is. Names are checked before they are looked up, too: the server cuts off what it compares, and would
 * find somebody else's.
 */
export function checkedName(name: string): string {
  if (name === '') throw new PostgresError('name', 'A name for PostgreSQL is empty')
  if (name.includes('\0'))
    throw new PostgresError('name', `The name ${JSON.stringify(name)} has a NUL character`)
  if (!name.isWellFormed())
    throw new PostgresError('name', `The name ${JSON.stringify(name)} is no valid Unicode`)
  const bytes = Buffer.byteLength(name)
  if (bytes > longestName)
    throw new PostgresError(
      'name',
      `The name ${name} has ${bytes} bytes, and PostgreSQL keeps only ${longestName}`,
    )
  return name
}
