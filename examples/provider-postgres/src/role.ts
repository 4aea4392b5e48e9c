import { annotations } from '@sitrep/crossplane/managed'
import {
  available,
  type ConnectionDetails,
  type ExternalClient,
  type ManagedResource,
} from '@sitrep/provider'
import { at, type ObjectNode, type Typed } from '@sitrep/status'
import { dependentsOf } from './dependents.ts'
import { codeOf, PostgresError } from './errors.ts'
import { difference, wantedOf } from './parameters.ts'
import { isVerifierOf, newPassword, verifierOf } from './scram.ts'
import type { Session } from './session.ts'
import { checkedName, joined, literal, roleName, type Sql, sql, whole } from './sql.ts'

const parameters = {
  type: 'object',
  properties: {
    login: { type: 'boolean', default: true },
    createDatabases: { type: 'boolean', default: false },
    createRoles: { type: 'boolean', default: false },
    inherit: { type: 'boolean', default: true },
    connectionLimit: { type: 'integer', format: 'int32', minimum: -1, default: -1 },
  },
} as const satisfies ObjectNode

/** What can be wanted of a Role. */
export const roleParameters: ObjectNode = parameters

type RoleParameters = Typed<typeof parameters>

interface RoleRow {
  readonly superuser: boolean
  readonly login: boolean
  readonly createDatabases: boolean
  readonly createRoles: boolean
  readonly inherit: boolean
  readonly connectionLimit: number
  readonly verifier: string | null
}

const lookUp = sql`
  SELECT rolsuper AS superuser, rolcanlogin AS login, rolcreatedb AS "createDatabases", rolcreaterole AS "createRoles",
         rolinherit AS inherit, rolconnlimit AS "connectionLimit", rolpassword AS verifier
  FROM pg_authid WHERE rolname = $1`

const attributes = [
  ['login', sql`LOGIN`, sql`NOLOGIN`],
  ['createDatabases', sql`CREATEDB`, sql`NOCREATEDB`],
  ['createRoles', sql`CREATEROLE`, sql`NOCREATEROLE`],
  ['inherit', sql`INHERIT`, sql`NOINHERIT`],
] as const

const objectsDependOnIt = '2BP01'

/** Reads the password that was last published for a resource; nothing where there is none. */
export type PublishedPassword = (
  resource: ManagedResource,
  signal: AbortSignal,
) => Promise<string | undefined>

/** Keeps roles as they are wanted. Whoever asks for a connection secret gets a password; deleting the secret changes it. */
export const roleClient = (session: Session, published: PublishedPassword): ExternalClient => ({
  observe: async (resource, signal) => {
    const [row] = await session.rows<RoleRow>(lookUp, checkedName(resource.externalName))
    if (row === undefined) return { exists: false }
    refuseStrangers(resource, row)
    const { superuser, verifier, ...seen } = row
    const wanted = wantedOf<RoleParameters>(resource.object)
    const password = await published(resource, signal)
    const isKnown = password !== undefined && isVerifierOf(verifier, password)
    const differences = [
      ...attributes.flatMap(([field]) => difference(field, seen[field], wanted[field])),
      ...difference('connectionLimit', seen.connectionLimit, wanted.connectionLimit),
      ...difference('superuser', superuser, false),
      ...(wantsSecret(resource) && !isKnown ? ['password: not the published one'] : []),
    ]
    resource.setStatus({ atProvider: { ...seen, superuser } })
    resource.say(available())
    return {
      exists: true,
      upToDate: differences.length === 0,
      diff: differences.join(', '),
      connectionDetails: detailsOf(resource, session, isKnown ? password : undefined),
    }
  },
  create: async (resource, signal) => changed(sql`CREATE`, resource, { session, published, signal }),
  update: async (resource, signal) => changed(sql`ALTER`, resource, { session, published, signal }),
  delete: async ({ externalName }) => {
    try {
      await session.run(sql`DROP ROLE ${roleName(externalName)}`)
    } catch (error) {
      if (codeOf(error) !== objectsDependOnIt) throw error
      const dependents = await dependentsOf(externalName, session)
      throw new PostgresError('depended-on', `Role ${externalName} cannot be dropped: it ${dependents}`, {
        cause: error,
      })
    }
  },
})

interface Means {
  readonly session: Session
  readonly published: PublishedPassword
  readonly signal: AbortSignal
}

async function changed(verb: Sql, resource: ManagedResource, { session, published, signal }: Means) {
  const name = roleName(resource.externalName)
  const wanted = wantedOf<RoleParameters>(resource.object)
  const password = wantsSecret(resource) ? ((await published(resource, signal)) ?? newPassword()) : undefined
  const options = [
    sql`NOSUPERUSER`,
    ...attributes.flatMap(([field, yes, no]) =>
      wanted[field] === undefined ? [] : wanted[field] ? yes : no,
    ),
    sql`CONNECTION LIMIT ${whole(wanted.connectionLimit ?? -1)}`,
    ...(password === undefined ? [] : [sql`PASSWORD ${literal(verifierOf(password))}`]),
  ]
  await session.run(sql`${verb} ROLE ${name} ${joined(options)}`)
  return { connectionDetails: detailsOf(resource, session, password) }
}

const wantsSecret = ({ object }: ManagedResource): boolean =>
  at(object.spec, 'writeConnectionSecretToRef', 'name') !== undefined

// A resource adopts the role of its name. Adopting the superuser that the provider works as would lock everybody out.
function refuseStrangers({ object, externalName }: ManagedResource, { superuser }: RoleRow): void {
  if (superuser && object.metadata.annotations?.[annotations.createSucceeded] === undefined)
    throw new PostgresError('protected', `Role ${externalName} is a superuser that was not created here`)
}

function detailsOf(
  { externalName }: ManagedResource,
  { options: { server } }: Session,
  password: string | undefined,
): ConnectionDetails {
  const details = { username: externalName, host: server.host, port: String(server.port) }
  return password === undefined ? details : { ...details, password }
}
