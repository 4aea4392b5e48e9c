import { setTimeout as delay } from 'node:timers/promises'
import { Background } from '@sitrep/controller'
import pg from 'pg'
import { codeOf, formatList, PostgresError } from './errors.ts'
import { type Sql, sql } from './sql.ts'

/** A PostgreSQL server, and how the provider reaches it. */
export interface Server {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | undefined
  /** Where the provider works unless another database is named. */
  readonly database: string
  readonly tls: boolean
  /** How long a statement waits for a lock before whoever holds it is named. */
  readonly lockTimeoutMs: number
}

/** Reads `postgres://role:password@host:port/database?sslmode=require`. Whatever mode is asked for, certificates are checked. */
export function parseServer(address: string, lockTimeoutMs = 5_000): Server {
  const url = new URL(address)
  const { hostname, port, username, password, pathname, searchParams } = url
  return {
    host: searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 5432),
    user: decodeURIComponent(username) || 'postgres',
    password: password === '' ? undefined : decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
    tls: !['disable', null].includes(searchParams.get('sslmode')),
    lockTimeoutMs,
  }
}

/** For which database a session is, and when it ends at the latest. */
export interface SessionOptions {
  readonly server: Server
  readonly database?: string
  readonly signal: AbortSignal
}

const lockNotAvailable = '55P03'

/** One connection to one database. Statements are `Sql`, so that nothing unquoted reaches the server. */
export class Session {
  readonly options: SessionOptions
  readonly #client: pg.Client
  readonly #end = (): void =>
    new Background().run({ what: 'ending a session', about: 'server', name: 'PostgreSQL' }, () =>
      this.close(),
    )

  private constructor(options: SessionOptions) {
    const { server, database = server.database } = options
    this.options = options
    this.#client = new pg.Client({
      host: server.host,
      port: server.port,
      user: server.user,
      ...(server.password !== undefined && { password: server.password }),
      database,
      ssl: server.tls,
      application_name: 'sitrep-provider-postgres',
      connectionTimeoutMillis: 10_000,
      lock_timeout: server.lockTimeoutMs,
    })
    // A connection that breaks between two statements is told by the next one.
    this.#client.on('error', () => {})
  }

  /** Connects. Whoever opens a session closes it; its signal closes it too. */
  static async open(options: SessionOptions): Promise<Session> {
    options.signal.throwIfAborted()
    const session = new Session(options)
    options.signal.addEventListener('abort', session.#end)
    try {
      await session.#client.connect()
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  async close(): Promise<void> {
    this.options.signal.removeEventListener('abort', this.#end)
    await this.#client.end()
  }

  /** Asks; values travel apart from the words. */
  async rows<Row>(question: Sql, ...values: readonly (string | number)[]): Promise<readonly Row[]> {
    const { rows } = await this.#client.query<Row & pg.QueryResultRow>(question.text, [...values])
    return rows
  }

  /** Changes something. Where a lock stands in the way, the error names who holds it. */
  async run(statement: Sql): Promise<void> {
    const [self] = await this.rows<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    const done = new AbortController()
    const holders = this.#holdersOf(self?.pid ?? 0, done.signal)
    try {
      await this.#client.query(statement.text)
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error
      throw new PostgresError('locked', `Waits for a lock that is held by ${await holders}`, { cause: error })
    } finally {
      done.abort()
    }
  }

  /** Does something in another database of the same server. */
  async inDatabase<Result>(database: string, work: (session: Session) => Promise<Result>): Promise<Result> {
    const other = await Session.open({ ...this.options, database })
    try {
      return await work(other)
    } finally {
      await other.close()
    }
  }

  // Who blocks whom can be asked only while somebody waits, and only on another connection.
  async #holdersOf(pid: number, done: AbortSignal): Promise<string> {
    try {
      await delay(this.options.server.lockTimeoutMs / 2, undefined, { signal: done })
      const holders = await this.inDatabase(this.options.server.database, (other) =>
        other.rows<Holder>(
          sql`SELECT pid, usename, application_name, state FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))`,
          pid,
        ),
      )
      return formatList(holders.map(formatHolder)) || 'a session that has ended since'
    } catch {
      // That the holder is not known must not hide that there is one.
      return 'an unknown session'
    }
  }
}

/** A session of somebody else. */
export interface Holder {
  readonly pid: number
  readonly usename: string | null
  readonly application_name: string
  readonly state: string | null
}

/** Somebody else's session, for people. */
export const formatHolder = ({ pid, usename, application_name, state }: Holder): string =>
  `role ${usename ?? 'unknown'} (${[application_name, `process ${pid}`, state].filter(Boolean).join(', ')})`
