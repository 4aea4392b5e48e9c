import { available, type ExternalClient, type ManagedResource } from '@sitrep/provider'
import type { ObjectNode, Typed } from '@sitrep/status'
import { formatList } from './errors.ts'
import { fixed, needed, wantedOf } from './parameters.ts'
import type { Session } from './session.ts'
import { checkedName, identifier, joined, roleName, type Sql, sql } from './sql.ts'

const privileges = ['CONNECT', 'CREATE', 'TEMPORARY'] as const

type Privilege = (typeof privileges)[number]

const words: Readonly<Record<Privilege, Sql>> = {
  CONNECT: sql`CONNECT`,
  CREATE: sql`CREATE`,
  TEMPORARY: sql`TEMPORARY`,
}

const parameters = {
  type: 'object',
  properties: {
    role: { type: 'string' },
    roleRef: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    database: { type: 'string' },
    databaseRef: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    privileges: {
      type: 'array',
      items: { type: 'string', enum: privileges },
      minItems: 1,
      owned: 'by value',
    },
  },
  required: ['privileges'],
  rules: fixed('role', 'database'),
} as const satisfies ObjectNode

/** What can be wanted of a Grant: which role may do what in which database, and nothing else there. */
export const grantParameters: ObjectNode = parameters

type GrantParameters = Typed<typeof parameters>

// Only what the owner of the database granted: what others passed on, a superuser cannot take back in their name.
const lookUp = sql`
  SELECT a.privilege_type AS privilege
  FROM pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a JOIN pg_authid r ON r.oid = a.grantee
  WHERE d.datname = $1 AND r.rolname = $2 AND a.grantor = d.datdba`

/** Keeps the privileges of a role on a database exactly as they are wanted. */
export const grantClient = (session: Session): ExternalClient => ({
  observe: async (resource) => {
    const { role, database, wanted } = askedFor(resource)
    const rows = await session.rows<{ privilege: Privilege }>(lookUp, database, role)
    const held = rows.map(({ privilege }) => privilege).toSorted()
    if (held.length === 0) return { exists: false }
    resource.setStatus({ atProvider: { privileges: held } })
    resource.say(available(`Role ${role} has ${formatList(held)} on database ${database}`))
    const [missing, excess] = [without(wanted, held), without(held, wanted)]
    return {
      exists: true,
      upToDate: missing.length + excess.length === 0,
      diff: [...missing.map((each) => `+${each}`), ...excess.map((each) => `-${each}`)].join(', '),
    }
  },
  create: async (resource) => granted(resource, session),
  update: async (resource) => {
    const { role, database, wanted } = askedFor(resource)
    await granted(resource, session)
    const excess = without(privileges, wanted)
    if (excess.length > 0)
      await session.run(
        sql`REVOKE ${list(excess)} ON DATABASE ${identifier(database)} FROM ${roleName(role)}`,
      )
    return undefined
  },
  delete: async (resource) => {
    const { role, database } = askedFor(resource)
    await session.run(sql`REVOKE ALL ON DATABASE ${identifier(database)} FROM ${roleName(role)}`)
  },
})

async function granted(resource: ManagedResource, session: Session): Promise<undefined> {
  const { role, database, wanted } = askedFor(resource)
  await session.run(sql`GRANT ${list(wanted)} ON DATABASE ${identifier(database)} TO ${roleName(role)}`)
}

function askedFor({ object }: ManagedResource) {
  const { role, database, privileges: wanted = [] } = wantedOf<GrantParameters>(object)
  return {
    role: checkedName(needed(role, 'role')),
    database: checkedName(needed(database, 'database')),
    wanted,
  }
}

const without = (all: readonly Privilege[], some: readonly Privilege[]): readonly Privilege[] =>
  all.filter((each) => !some.includes(each))

const list = (names: readonly Privilege[]): Sql =>
  joined(
    names.map((name) => words[name]),
    sql`, `,
  )
