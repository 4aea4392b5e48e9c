import { available, type ExternalClient } from '@sitrep/provider'
import type { ObjectNode, Typed } from '@sitrep/status'
import { formatList, PostgresError } from './errors.ts'
import { difference, wantedOf } from './parameters.ts'
import { formatHolder, type Holder, type Session } from './session.ts'
import { checkedName, identifier, joined, roleName, type Sql, sql, whole } from './sql.ts'

const parameters = {
  type: 'object',
  properties: {
    owner: { type: 'string' },
    ownerRef: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    connectionLimit: { type: 'integer', format: 'int32', minimum: -1, default: -1 },
  },
} as const satisfies ObjectNode

/** What can be wanted of a Database. The owner is a role by name, or that of a Role. */
export const databaseParameters: ObjectNode = parameters

type DatabaseParameters = Typed<typeof parameters>

interface DatabaseRow {
  readonly owner: string
  readonly connectionLimit: number
}

const lookUp = sql`
  SELECT pg_get_userbyid(datdba) AS owner, datconnlimit AS "connectionLimit" FROM pg_database WHERE datname = $1`

const usedBy = sql`
  SELECT pid, usename, application_name, state FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`

/** Keeps databases as they are wanted. One that somebody is connected to is not dropped. */
export const databaseClient = (session: Session): ExternalClient => ({
  observe: async (resource) => {
    const [seen] = await session.rows<DatabaseRow>(lookUp, checkedName(resource.externalName))
    if (seen === undefined) return { exists: false }
    const { owner, connectionLimit } = wantedOf<DatabaseParameters>(resource.object)
    const differences = [
      ...difference('owner', seen.owner, owner),
      ...difference('connectionLimit', seen.connectionLimit, connectionLimit),
    ]
    resource.setStatus({ atProvider: { ...seen } })
    resource.say(available(`Owned by role ${seen.owner}`))
    return { exists: true, upToDate: differences.length === 0, diff: differences.join(', ') }
  },
  create: async ({ externalName, object }) => {
    const { owner, connectionLimit } = wantedOf<DatabaseParameters>(object)
    const options = [
      // Whoever is connected to template1 keeps others from copying it; nobody can connect to template0.
      sql`TEMPLATE template0`,
      ...given(owner, (name) => sql`OWNER ${roleName(name)}`),
      ...given(connectionLimit, (limit) => sql`CONNECTION LIMIT ${whole(limit)}`),
    ]
    await session.run(sql`CREATE DATABASE ${identifier(externalName)} ${joined(options)}`)
    return undefined
  },
  update: async ({ externalName, object }) => {
    const { owner, connectionLimit } = wantedOf<DatabaseParameters>(object)
    const name = identifier(externalName)
    for (const change of [
      ...given(owner, (role) => sql`OWNER TO ${roleName(role)}`),
      ...given(connectionLimit, (limit) => sql`CONNECTION LIMIT ${whole(limit)}`),
    ])
      await session.run(sql`ALTER DATABASE ${name} ${change}`)
    return undefined
  },
  delete: async ({ externalName }) => {
    // Asked beforehand: the server would wait for seconds and then only count them.
    const users = await session.rows<Holder>(usedBy, externalName)
    if (users.length > 0)
      throw new PostgresError(
        'in-use',
        `Database ${externalName} is in use by ${formatList(users.map(formatHolder))}`,
      )
    await session.run(sql`DROP DATABASE ${identifier(externalName)}`)
  },
})

const given = <Value>(value: Value | undefined, part: (value: Value) => Sql): readonly Sql[] =>
  value === undefined ? [] : [part(value)]
